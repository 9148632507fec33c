// Package largepages advises the system to keep large arrays that are read at
// random on large pages: on small ones nearly every look into them costs a walk
// through the page tables.
package largepages

import "unsafe"

// least is the fewest bytes that are worth the advice.
const least = 4 << 20

// Advise asks the system to keep the array behind values on large pages. It is
// only advice: nothing depends on it, and systems that know no such thing are
// not asked. Call it before the array is written to for the first time.
func Advise[T any](values []T) {
	var one T
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), uintptr(len(values))*unsafe.Sizeof(one))
	if len(bytes) >= least {
		advise(bytes)
	}
}
