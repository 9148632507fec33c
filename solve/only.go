package solve

import (
	"context"
	"runtime"
	"time"

	"felli/index"
)

// Pair solves the slice s and its twin and nothing else, whether or not they
// are there already, and writes them into tables with one call of
// [Tables.Write]. What they build on ([Needs], and what those are derived from)
// must be in tables. Pieces of the options has no meaning. The tables, and how
// it ends when ctx is cancelled, are those of [Run].
func Pair(ctx context.Context, x *index.Space, s index.Slice, tables Tables, o Options) error {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	b := &build{x: x, tables: tables, o: o, begin: time.Now()}
	if err := b.planPairs([]index.Slice{s}); err != nil {
		return err
	}
	return b.run(ctx)
}

// Needs lists the slices to which moves lead out of s and its twin, each once:
// their tables must be finished before the two can be solved. It is a pure
// function of the rules and of s.
func Needs(x *index.Space, s index.Slice) []index.Slice { return pairNeeds(x, s) }
