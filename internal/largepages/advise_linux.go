package largepages

import (
	"os"
	"syscall"
	"unsafe"
)

// advise gives the advice for all whole pages of bytes, as the system wants it.
// A refusal is no error.
func advise(bytes []byte) {
	page := uintptr(os.Getpagesize())
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(bytes))) & (page - 1)
	length := (uintptr(len(bytes)) - skip) &^ (page - 1)
	_ = syscall.Madvise(bytes[skip:skip+length], 14) // MADV_HUGEPAGE
}
