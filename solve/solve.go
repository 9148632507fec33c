// Package solve builds the tables of a game by retrograde analysis, a slice
// and its twin at a time, dependencies first. [Run] builds whatever is missing
// in a store; [Plan] says what that would take.
//
// Solving a pair takes three passes. The first settles, where captures are
// compulsory, positions with a capture: their results follow from finished
// tables. The second works out what the moves out of the pair give the other
// positions, and counts the moves that stay inside. The third spreads results
// backwards in order of distance (see spread.go). What stays open is a draw.
// All three go through the positions block by block, in index order; a block
// is all positions with the same points taken, for which steps and leaps are
// worked out once (see block.go).
//
// A pair that doesn't fit into the memory allowed is solved part by part, if
// it falls apart (see parts.go).
//
// The package knows nothing of files: tables come and go through [Tables].
package solve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"felli"
	"felli/index"
)

// Tables is where finished tables are kept. All methods must be safe for
// concurrent use.
type Tables interface {
	// Summary returns an error that matches [felli.ErrNotBuilt] when the
	// slice isn't there.
	Summary(s index.Slice) (index.Summary, error)
	// Codes reads a table as it was written.
	Codes(s index.Slice) (index.Codes, error)
	// Write makes the slices visible, all at once, when they are safe.
	Write(tables ...index.Finished) error
}

// Options say how to build.
type Options struct {
	Pieces   int         // slices with up to so many pieces in all; 0: all
	Workers  int         // goroutines that work at once; 0: one a processor
	Memory   uint64      // bytes for tables and work; 0: no limit. A pair that needs more is a *MemoryError before anything is solved
	Progress func(Event) // called from several goroutines, one at a time; may be nil
}

// An Event tells how far a build is.
type Event struct {
	Slice     index.Slice // whose pair it speaks of
	Finished  bool        // the pair is solved and written; else a part of the work is done
	Positions uint64      // in the pair's tables
	Done      uint64      // positions of the whole build done, counting parts of pairs in hand
	Total     uint64      // positions of the whole build
	Elapsed   time.Duration
}

// A Report is what a build found.
type Report struct {
	Summaries []index.Summary // of all slices asked for, in [index.Space.Slices] order
	Digest    [32]byte        // over them, see [index.Digest]
	Solved    uint64          // positions solved in this run
	Elapsed   time.Duration
}

// A MemoryError says that a slice can't be solved in the memory allowed.
type MemoryError struct {
	Slice         index.Slice
	Needed, Given uint64 // bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("solve slice %v: it needs %d MB of memory, more than the %d MB allowed",
		e.Slice, e.Needed>>20+1, e.Given>>20)
}

// Run builds every slice that is missing in tables and returns what is known
// of all of them. When ctx is cancelled it stops within a moment, with
// [context.Cause]; finished slices stay. The tables are the same for any
// number of workers and any memory.
func Run(ctx context.Context, x *index.Space, tables Tables, o Options) (Report, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	begin := time.Now()
	b := &build{x: x, tables: tables, o: o, begin: begin}
	if err := b.plan(); err != nil {
		return Report{}, err
	}
	if err := b.run(ctx); err != nil {
		return Report{}, err
	}
	report := Report{Solved: b.total, Elapsed: time.Since(begin)}
	for _, s := range x.Slices(o.Pieces) {
		sum, err := tables.Summary(s)
		if err != nil {
			return Report{}, fmt.Errorf("read summary of slice %v: %w", s, err)
		}
		report.Summaries = append(report.Summaries, sum)
	}
	report.Digest = index.Digest(x.Game().Ruleset, report.Summaries)
	return report, nil
}

// missing lists the pairs, by the slice whose major side is to move, that
// tables doesn't hold, in an order in which they can be solved.
func missing(x *index.Space, tables Tables, pieces int) ([]index.Slice, error) {
	var list []index.Slice
	for _, s := range x.Slices(pieces) {
		if !s.MajorToMove() {
			continue
		}
		for _, t := range []index.Slice{s, s.Twin()} {
			_, err := tables.Summary(t)
			if errors.Is(err, felli.ErrNotBuilt) {
				list = append(list, s)
				break
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// pairNeeds are the tables that solving a slice and its twin reads, each once.
func pairNeeds(x *index.Space, s index.Slice) []index.Slice {
	var list []index.Slice
	seen := map[index.Slice]bool{}
	for _, t := range []index.Slice{s, s.Twin()} {
		for _, d := range x.Dependencies(t) {
			if !seen[d] {
				seen[d] = true
				list = append(list, d)
			}
		}
	}
	return list
}
