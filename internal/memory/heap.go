package memory

import (
	"os"
	"runtime/debug"
)

// OutsideHeap is about the bytes that a process takes besides what Go's
// collector counts: the program itself, and what the database allocates in C.
const OutsideHeap = 46 << 20

// BoundHeap has garbage collected early, and earlier still where the process
// would outgrow limit, in bytes (0: none), until the function it returns is called.
// Tables are large arrays without pointers, so that collecting costs next to
// nothing: felli-mullah takes 324 MB instead of 464 and no more time. Whoever
// sets GOGC or GOMEMLIMIT has the last word.
func BoundHeap(limit uint64) (restore func()) {
	percent, before := -1, int64(-1) // a negative limit only asks
	if os.Getenv("GOGC") == "" {
		percent = debug.SetGCPercent(20)
	}
	if os.Getenv("GOMEMLIMIT") == "" && limit > 0 {
		before = debug.SetMemoryLimit(int64(max(limit, 2*OutsideHeap) - OutsideHeap))
	}
	return func() {
		if percent >= 0 {
			debug.SetGCPercent(percent)
		}
		debug.SetMemoryLimit(before)
	}
}
