// Package query answers what a person asks of finished tables: the value of a
// position and of each of its moves ([Prober.Answer]), best play to the end
// ([Prober.Line]), counts and longest distances ([Collect]), and whether every
// stored value follows from its successors ([Verify]).
//
// It reads tables through the small interfaces [Lookup] and [Tables], which
// the store satisfies, and knows nothing of files or of how tables are made.
//
// Begin with [NewProber]. A position goes in as a [felli.Position] that passed
// [felli.Game.Check]; values come out for its side to move, distances in plies.
// A value that no table holds is an error that matches [felli.ErrNotBuilt] or
// [felli.Unknown], never a draw.
package query

import (
	"felli"
	"felli/index"
)

// A Lookup reads single codes. It must be safe for concurrent use.
type Lookup interface {
	// Code is the stored code of position i of s, i in [0, Space.Size(s)).
	// Its error matches felli.ErrNotBuilt where there is no table of s, and
	// felli.ErrCorrupt where the table can't be trusted.
	Code(s index.Slice, i uint64) (felli.Code, error)
}

// A Holder is a [Lookup] that knows beforehand, and cheaply, which tables it
// has. Positions of the others are then never ranked: on a large board that
// saves the memory and the time that their numbering would take.
type Holder interface {
	// Holds is nil if there is a table of s, else an error that matches
	// felli.ErrNotBuilt. It must be safe for concurrent use.
	Holds(s index.Slice) error
}

// Tables is the tablebase of one ruleset, as much of it as is built.
type Tables interface {
	Lookup
	// Codes is the whole table of s, in memory of the caller's own.
	Codes(s index.Slice) (index.Codes, error)
	// Summary is what was found when s was solved.
	Summary(s index.Slice) (index.Summary, error)
	// Summaries are those of all finished slices, in any order.
	Summaries() ([]index.Summary, error)
}
