package main

import (
	"bytes"
	"runtime/debug"
	"testing"

	"felli/internal/exit"
)

// What a process is told to need is what its solver then gets, and no more.
func TestMemoryOfProcessAndSolver(t *testing.T) {
	for _, n := range []uint64{1000, 5 << 20, 21 << 20, 22 << 20, 100 << 20, 700<<20 + 3, 15 << 30} {
		whole := forProcess(n)
		if got := forSolver(whole); got < n {
			t.Errorf("forProcess(%d) = %d, of which the solver gets only %d", n, whole, got)
		}
		if got := forSolver(whole - 24); got >= n {
			t.Errorf("forProcess(%d) = %d, 24 bytes less would do", n, whole)
		}
	}
	if got := forSolver(2); got != 1 {
		t.Errorf("of 2 bytes the solver gets %d; 0 would mean any number", got)
	}
	if got := forSolver(0); got != 0 {
		t.Errorf("of any memory the solver gets %d bytes", got)
	}
}

// A command that bounds the heap leaves no trace of it, whether it succeeds or
// fails: commands also run in the processes of others.
func TestHeapUnboundAfterCommands(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent := debug.SetGCPercent(77)
	limit := debug.SetMemoryLimit(1 << 40)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"solve", "felli", "--pieces", "3"}, exit.Done},
		{[]string{"verify", "felli"}, exit.Done},
		{[]string{"prove", "felli", "W:Wa1,c1:Bc5", "--pieces", "2"}, exit.Done},
		{[]string{"prove", "felli", "--pieces", "2", "--time", "1ms"}, exit.Other},
	} {
		var out, problems bytes.Buffer
		if code := run(t.Context(), append(c.args, "--db", dir), nil, &out, &problems); code != c.code {
			t.Errorf("%v: exit code %d, want %d\n%s", c.args, code, c.code, &problems)
		}
		if p, l := debug.SetGCPercent(77), debug.SetMemoryLimit(1<<40); p != 77 || l != 1<<40 {
			t.Errorf("%v leaves percent %d, limit %d", c.args, p, l)
		}
	}
}
