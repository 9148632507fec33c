package store

import (
	"encoding/binary"
	"errors"
	"runtime"
	"sync"

	"github.com/cockroachdb/pebble/v2"

	"felli/index"
)

// Codes is the whole table of s in memory, every block's checksum checked. Its
// error is a *[MissingSliceError] if s has not been built. Large tables are
// decoded on all cores.
func (t *Tablebase) Codes(s index.Slice) (index.Codes, error) {
	tb, err := t.table(s)
	if err != nil {
		return index.Codes{}, err
	}
	codes := newCodes(tb.width, tb.Size)
	const blocksEach = 64 // enough to be worth a goroutine
	workers := min(uint64(runtime.GOMAXPROCS(0)), tb.blocks()/blocksEach+1)
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		run := func() {
			errs[w] = t.scan(tb, tb.blocks()*w/workers, tb.blocks()*(w+1)/workers, func(n uint64, key, record []byte) error {
				return decodeBlock(codes.Slice(tb.bounds(n)), key, record)
			})
		}
		if w+1 < workers {
			wg.Go(run)
		} else {
			run()
		}
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return index.Codes{}, err
		}
	}
	return codes, nil
}

// Blocks gives f the table of s piece by piece, in index order, without holding
// more than one piece in memory: the codes c of the positions from lo on. c is
// valid until f returns. The first error of f ends it and is returned as it is.
func (t *Tablebase) Blocks(s index.Slice, f func(lo uint64, c index.Codes) error) error {
	tb, err := t.table(s)
	if err != nil {
		return err
	}
	buffer := newCodes(tb.width, min(1<<tb.shift, tb.Size))
	var stopped error
	err = t.scan(tb, 0, tb.blocks(), func(n uint64, key, record []byte) error {
		lo, hi := tb.bounds(n)
		c := buffer.Slice(0, hi-lo)
		if err := decodeBlock(c, key, record); err != nil {
			return err
		}
		stopped = calling(func() error { return f(lo, c) })
		return stopped
	})
	if stopped != nil {
		return stopped
	}
	return err
}

// scan gives f the records of blocks from to to-1. Every one must be there.
func (t *Tablebase) scan(tb *table, from, to uint64, f func(n uint64, key, record []byte) error) error {
	n := from // the block that comes next
	what := func() string { return t.blockName(tb, n) }
	return t.store.each(what, blockKey(nil, tb.key, from), blockKey(nil, tb.key, to), func(key, record []byte) error {
		if len(key) != len(tb.key)+4 || uint64(binary.BigEndian.Uint32(key[len(tb.key):])) != n {
			return errMissing
		}
		if err := f(n, key, record); err != nil {
			return err
		}
		n++
		return nil
	}, func() error {
		if n < to {
			return errMissing
		}
		return nil
	})
}

// errMissing is the damage of a table that lacks a block.
var errMissing = errors.New("it is missing")

// each gives f the records with keys in [from, to), in order, and then calls
// end. What they find wrong is damage to what what names. A record is valid
// until f returns.
func (s *Store) each(what func() string, from, to []byte, f func(key, record []byte) error, end func() error) error {
	return s.read(what, func(db *pebble.DB) (err error) {
		if db == nil {
			return end()
		}
		it, err := db.NewIter(&pebble.IterOptions{LowerBound: from, UpperBound: to})
		if err != nil {
			return fault(what(), err)
		}
		defer func() {
			if err2 := it.Close(); err == nil && err2 != nil {
				err = fault(what(), err2)
			}
		}()
		for it.First(); it.Valid(); it.Next() {
			record, err := it.ValueAndErr()
			if err != nil {
				return fault(what(), err)
			}
			if err := f(it.Key(), record); err != nil {
				return damaged(what(), err)
			}
		}
		if err := it.Error(); err != nil {
			return fault(what(), err)
		}
		if err := end(); err != nil {
			return damaged(what(), err)
		}
		return nil
	})
}

// noEnd is an end of [Store.each] at which nothing needs to be checked.
func noEnd() error { return nil }
