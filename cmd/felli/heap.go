package main

import (
	"context"
	"errors"
	"os"
	"runtime/debug"

	"felli/index"
	"felli/solve"
)

const (
	// outsideHeap is what a process takes besides what Go's collector counts:
	// the program itself, and what the database allocates in C.
	outsideHeap = 36 << 20
	// besideTables is that, and what the solver takes besides tables and work:
	// the numbering of positions, and what waits to be collected.
	besideTables = 64 << 20
)

// boundHeap has garbage collected early, and earlier still where the process
// would outgrow memory, in bytes, until the function it returns is called.
// Tables are large arrays without pointers, so that collecting costs next to
// nothing: felli-mullah takes 324 MB instead of 464 and no more time. Whoever
// sets GOGC or GOMEMLIMIT has the last word.
func boundHeap(memory uint64) (restore func()) {
	percent, limit := -1, int64(-1) // a negative limit only asks
	if os.Getenv("GOGC") == "" {
		percent = debug.SetGCPercent(20)
	}
	if os.Getenv("GOMEMLIMIT") == "" && memory > 0 {
		limit = debug.SetMemoryLimit(int64(max(memory, 2*outsideHeap) - outsideHeap))
	}
	return func() {
		if percent >= 0 {
			debug.SetGCPercent(percent)
		}
		debug.SetMemoryLimit(limit)
	}
}

// solveWithin is [solve.Run] by a process that may take o.Memory bytes in all:
// the solver gets what is left for tables and work.
func solveWithin(ctx context.Context, x *index.Space, tables solve.Tables, o solve.Options) (solve.Report, error) {
	whole := o.Memory
	if whole > 0 {
		o.Memory = max(whole-min(whole, besideTables+whole/10), whole/4)
	}
	report, err := solve.Run(ctx, x, tables, o)
	if short := (*solve.MemoryError)(nil); errors.As(err, &short) {
		return report, &solve.MemoryError{Slice: short.Slice, Needed: short.Needed + whole - o.Memory, Given: whole}
	}
	return report, err
}
