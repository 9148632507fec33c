package main

import (
	"context"
	"errors"

	"felli/index"
	"felli/internal/memory"
	"felli/solve"
)

// besideTables is what a process takes besides tables and work: what the
// collector doesn't count, the numbering of positions, and what waits to be
// collected.
const besideTables = memory.OutsideHeap + 18<<20

// solveWithin is [solve.Run] by a process that may take o.Memory bytes in all:
// the solver gets what is left for tables and work.
func solveWithin(ctx context.Context, x *index.Space, tables solve.Tables, o solve.Options) (solve.Report, error) {
	whole := o.Memory
	o.Memory = forSolver(whole)
	report, err := solve.Run(ctx, x, tables, o)
	if short := (*solve.MemoryError)(nil); errors.As(err, &short) {
		return report, &solve.MemoryError{Slice: short.Slice, Needed: forProcess(short.Needed), Given: whole}
	}
	return report, err
}

// forSolver is what of the memory of a process, 0 for any, the solver gets.
func forSolver(whole uint64) uint64 {
	return max(whole-min(whole, besideTables+whole/10), whole/4, min(whole, 1))
}

// forProcess is the least memory of a process whose solver needs so many bytes:
// the inverse of forSolver.
func forProcess(solver uint64) uint64 {
	return min((solver+besideTables)/9*10+10, 4*solver)
}
