package cluster

import (
	"fmt"
	"strings"
)

// A class is a range of memory that jobs need: those of a class wait in one
// queue, which workers with enough memory serve. It is the upper bound, in
// bytes.
type class uint64

// Classes are 4 apart below 256 MB, where nothing is lost, and at most 1.5 apart
// above, so that a machine isn't kept from a job that needs much less than the
// class allows.
const (
	smallestClass = class(1 << 20)
	coarseClass   = class(256 << 20)
	largestClass  = class(1 << 50)
)

// next is the class above c.
func (c class) next() class {
	switch {
	case c < coarseClass:
		return 4 * c
	case c&(c-1) == 0: // a power of two
		return c / 2 * 3
	default:
		return c / 3 * 4
	}
}

// classOf is the class of a job that needs so many bytes.
func classOf(bytes uint64) class {
	c := smallestClass
	for uint64(c) < bytes && c < largestClass {
		c = c.next()
	}
	return c
}

// classesIn are the classes that a worker with so many bytes serves.
func classesIn(bytes uint64) []class {
	var list []class
	for c := smallestClass; uint64(c) <= bytes && c <= largestClass; c = c.next() {
		list = append(list, c)
	}
	return list
}

// String prints the class as a size, such as 384M or 1.5G.
func (c class) String() string {
	unit, name := class(1<<20), "M"
	for _, n := range []string{"G", "T"} {
		if c >= unit<<10 {
			unit, name = unit<<10, n
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(c)/float64(unit)), ".0") + name
}
