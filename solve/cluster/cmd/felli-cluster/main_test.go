package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"go.temporal.io/server/temporaltest"
)

// asProgram makes the test binary be felli-cluster.
const asProgram = "FELLI_CLUSTER_AS_PROGRAM"

// server is the Temporal server of all tests that don't restart theirs.
var server *temporaltest.TestServer

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	flag.Parse()
	os.Exit(testAll(m))
}

func testAll(m *testing.M) int {
	if testing.Short() {
		return m.Run()
	}
	server = temporaltest.NewServer()
	defer server.Stop()
	// Keys that a fake S3 server doesn't look at, but without which none is asked.
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		if err := os.Setenv(name, "test"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}
