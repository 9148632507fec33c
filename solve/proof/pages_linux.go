package proof

import (
	"syscall"
	"unsafe"
)

// adviseHugePages asks the system to keep the slots on large pages: a memo is
// read at random places, and most of the time would go into finding its pages.
// It is only advice, so nothing depends on it.
func adviseHugePages(slots []slot) {
	const huge, advice = 2 << 20, 14 // MADV_HUGEPAGE
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(slots))), len(slots)*slotSize)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(slots))) & (huge - 1)
	if skip < uintptr(len(bytes)) {
		_ = syscall.Madvise(bytes[skip:], advice)
	}
}
