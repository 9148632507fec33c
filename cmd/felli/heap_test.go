package main

import "testing"

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
