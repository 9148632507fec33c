// Command felli solves Felli, Fetaix and their relatives, and answers what is
// known of any position: run it without arguments for its commands.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
