package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"felli/index"
	"felli/internal/exit"
	"felli/store"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"felli": main})
}

// TestScripts runs the commands as people do; see testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("FELLI_DB", filepath.Join(env.WorkDir, "db"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"flip":  flip,
			"forge": forge,
			"match": match,
		},
		RequireUniqueNames: true,
		UpdateScripts:      *update,
	})
}

// exits CODE COMMAND… runs a command and checks its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if want, err := strconv.Atoi(args[0]); err != nil || code != want {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// flip DIR PATTERN changes a byte in the middle of the largest file in DIR
// that matches PATTERN.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), args[1]))
	ts.Check(err)
	var largest []byte
	name := ""
	for _, f := range files {
		b, err := os.ReadFile(f)
		ts.Check(err)
		if len(b) > len(largest) {
			largest, name = b, f
		}
	}
	if name == "" {
		ts.Fatalf("no file matches %v", args)
	}
	largest[len(largest)/2] ^= 0x10
	ts.Check(os.WriteFile(name, largest, 0o666))
}

// forge FROM TO RULESET SLICE copies a ruleset's tables to a new store, with
// the last code of SLICE changed and every checksum of the store in order.
func forge(ts *testscript.TestScript, _ bool, args []string) {
	g, err := parseGame(args[2])
	ts.Check(err)
	x := index.NewSpace(g)
	from, err := store.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer from.Close()
	tables, err := from.Tablebase(x)
	ts.Check(err)
	to, err := store.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	copied, err := to.Tablebase(x)
	ts.Check(err)
	list, err := tables.Summaries()
	ts.Check(err)
	for _, sum := range list {
		codes, err := tables.Codes(sum.Slice)
		ts.Check(err)
		if sum.Slice.String() == args[3] {
			codes.Narrow[len(codes.Narrow)-1] ^= 2
		}
		ts.Check(copied.Write(store.Finished{Summary: sum, Codes: codes}))
	}
	ts.Check(to.Close())
}

// Contexts that end are told from errors.
func TestExitCode(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if got := exit.Code(ctx, context.Canceled); got != exit.Other {
		t.Errorf("exit code of a stray cancellation is %d", got)
	}
	cancel()
	if got := exit.Code(ctx, context.Canceled); got != exit.Interrupted {
		t.Errorf("exit code after an interrupt is %d", got)
	}
}
