// Command felli-cluster builds tables on many machines: run it without
// arguments for its commands.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
