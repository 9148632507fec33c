// Package invariants switches assertions on that are too dear for every day:
// what they guard is costly to test or sits in an inner loop. They are on
// under the build tags invariants and race, and cost nothing otherwise:
//
//	if invariants.Enabled && i >= l.Size() {
//		invariants.Fail("rank %d of %d", i, l.Size())
//	}
package invariants

import "fmt"

// Fail panics: the program contradicts itself.
func Fail(format string, args ...any) {
	panic("broken invariant: " + fmt.Sprintf(format, args...))
}
