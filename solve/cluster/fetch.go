package cluster

import (
	"errors"
	"fmt"

	"felli"
	"felli/index"
	"felli/store"
)

// A Fetched is what Fetch has brought, or a part of it so far.
type Fetched struct {
	Slices    int    // written into the store
	Kept      int    // held by the store already
	Positions uint64 // stored positions of those written
	Total     int    // slices asked for
	Digest    string // over all asked for; empty until they are there
}

// Fetch brings the tables with up to so many pieces (0: all) from the bucket
// into a store, a slice with its twin, and keeps their digest there. What the
// store holds stays; if that has other values than the bucket, the error
// matches [felli.ErrCorrupt]. It can be stopped at any time and goes on from
// there. progress may be nil.
func (t *Tables) Fetch(to *store.Tablebase, pieces int, progress func(Fetched)) (Fetched, error) {
	list := t.space.Slices(pieces)
	f := Fetched{Total: len(list)}
	var summaries []index.Summary
	for _, s := range list {
		if !s.MajorToMove() {
			continue
		}
		var tables []index.Finished
		for _, s := range withTwin(s) {
			sum, err := t.Summary(s)
			if err != nil {
				return f, err
			}
			summaries = append(summaries, sum)
			held, err := holds(to, sum)
			switch {
			case err != nil:
				return f, err
			case held:
				f.Kept++
				continue
			}
			codes, err := t.Codes(s)
			if err != nil {
				return f, err
			}
			tables = append(tables, index.Finished{Summary: sum, Codes: codes})
			f.Slices++
			f.Positions += sum.Size
		}
		if err := to.Write(tables...); err != nil {
			return f, err
		}
		if progress != nil {
			progress(f)
		}
	}
	f.Digest = digestOf(to.Ruleset(), summaries)
	if kept, err := to.Digest(pieces); err == nil && kept == f.Digest {
		return f, nil
	}
	return f, to.SetDigest(pieces, f.Digest)
}

// holds reports whether a store has a table. It is an error if it has another
// one of the slice.
func holds(to *store.Tablebase, sum index.Summary) (bool, error) {
	held, err := to.Summary(sum.Slice)
	switch {
	case errors.Is(err, felli.ErrNotBuilt):
		return false, nil
	case err != nil:
		return false, err
	case held != sum:
		return false, fmt.Errorf("slice %v differs between the store and the bucket: %w", sum.Slice, felli.ErrCorrupt)
	}
	return true, nil
}
