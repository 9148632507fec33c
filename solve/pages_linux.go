package solve

import (
	"syscall"
	"unsafe"
)

// onLargePages asks the system to keep cells on large pages: a pair's cells
// are many megabytes read at random, and small pages would cost a walk through
// the page tables at nearly every look. It is only advice, so a refusal is no
// error. The advised part begins and ends on pages of 4 KB.
func onLargePages(cells []cell) []cell {
	const page = 4096
	if len(cells)*4 < 4<<20 {
		return cells
	}
	first := uintptr(unsafe.Pointer(&cells[0]))
	skip := (page - first%page) % page / 4
	n := (len(cells)*4 - int(skip)*4) &^ (page - 1)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&cells[skip])), n)
	_ = syscall.Madvise(bytes, 14) // MADV_HUGEPAGE
	return cells
}
