package store

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"

	"felli"
	"felli/index"
)

// A Tablebase is all tables of one ruleset in a store. It is safe for
// concurrent use.
type Tablebase struct {
	store *Store
	space *index.Space
	*tables
}

// tables are what is known of a ruleset's tables; all of a store's tablebases
// of that ruleset share them.
type tables struct {
	id     rulesetID
	record rulesetRecord

	known atomic.Pointer[[]atomic.Pointer[table]] // by slice number

	mu    sync.Mutex // held while a summary is read, and known or stale is changed
	stale map[int]*table
}

// A table is a slice's table, or (with a nil raw) the knowledge that there is
// none.
type table struct {
	tableInfo
	key     []byte                  // [summaryKey]
	raw     []byte                  // the summary's record
	decoded []atomic.Pointer[block] // the cached blocks by number
}

// Tablebase is the part of the store that belongs to x's ruleset. In a store
// opened to read the error is a *[MissingRulesetError] if it holds nothing of
// that ruleset; a builder gets an empty tablebase.
//
// A ruleset is known by its board and options. Of two names for the same game
// either finds the tables.
func (s *Store) Tablebase(x *index.Space) (*Tablebase, error) {
	r := x.Game().Ruleset
	id := idOf(r)
	want := recordOf(r)
	key := rulesetKey(id)
	var held rulesetRecord
	found, err := s.get(key, r.String, func(record []byte) (err error) {
		held, err = decodeRuleset(key, record)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !found {
		if s.builder == nil {
			return nil, s.missingRuleset(r)
		}
		held = want
	}
	if held.text() != want.text() {
		return nil, &CorruptError{
			Key: r.String(), Version: FormatVersion,
			Reason: fmt.Sprintf("its id stands for %q on the board %q", held.full, held.board),
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[id]
	if t == nil {
		known := make([]atomic.Pointer[table], x.Numbers())
		t = &tables{id: id, record: held, stale: map[int]*table{}}
		t.known.Store(&known)
		s.tables[id] = t
	}
	return &Tablebase{s, x, t}, nil
}

// Space is the numbering that the tables follow.
func (t *Tablebase) Space() *index.Space { return t.space }

// Ruleset is the ruleset that the tables belong to.
func (t *Tablebase) Ruleset() felli.Ruleset { return t.space.Game().Ruleset }

// get gives f the record under a key, if there is one. The record is valid
// until f returns. what names the record, for errors.
func (s *Store) get(key []byte, what func() string, f func(record []byte) error) (found bool, err error) {
	err = s.read(what, func(db *pebble.DB) error {
		if db == nil {
			return nil
		}
		record, closer, err := db.Get(key)
		if err == pebble.ErrNotFound { //nolint:errorlint // it is returned as it is, and every Get pays for errors.Is
			return nil
		}
		if err != nil {
			return fault(what(), err)
		}
		found = true
		err = f(record)
		if err != nil {
			err = damaged(what(), err)
		}
		if err2 := closer.Close(); err == nil && err2 != nil {
			err = fault(what(), err2)
		}
		return err
	})
	return found, err
}

// damaged is the error for a record that doesn't say what it must.
func damaged(key string, err error) error {
	return &CorruptError{Key: key, Reason: "is damaged", Version: FormatVersion, Err: err}
}

// table finds the table of s; its error is a *[MissingSliceError] if there is
// none.
func (t *Tablebase) table(s index.Slice) (*table, error) {
	n, ok := t.space.Number(s)
	if !ok {
		return nil, t.space.NoSlice(s)
	}
	tb := (*t.known.Load())[n].Load()
	if tb == nil {
		if !t.space.Has(s) {
			return nil, t.space.NoSlice(s)
		}
		var err error
		if tb, err = t.look(n, s); err != nil {
			return nil, err
		}
	}
	if tb.raw == nil {
		return nil, &MissingSliceError{t.Ruleset(), s}
	}
	return tb, nil
}

// look reads the summary of s, whose number is n, and notes it or its absence.
func (t *Tablebase) look(n int, s index.Slice) (*table, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := &(*t.known.Load())[n]
	if tb := known.Load(); tb != nil {
		return tb, nil
	}
	tb, err := t.readSummary(s)
	if err != nil {
		return nil, err
	}
	if old := t.stale[n]; old != nil && string(old.raw) == string(tb.raw) {
		tb = old // with its blocks
	}
	if tb.raw != nil && tb.decoded == nil {
		tb.decoded = make([]atomic.Pointer[block], tb.blocks())
	}
	known.Store(tb)
	return tb, nil
}

// readSummary reads the summary of s; the table has no record if there is none.
func (t *Tablebase) readSummary(s index.Slice) (*table, error) {
	tb := &table{key: summaryKey(t.id, s)}
	what := func() string { return fmt.Sprintf("slice %v of %v", s, t.Ruleset()) }
	_, err := t.store.get(tb.key, what, func(record []byte) (err error) {
		tb.raw = append([]byte{}, record...)
		tb.tableInfo, err = decodeSummary(tb.key, record)
		switch {
		case err != nil:
			return err
		case tb.Slice != s:
			return fmt.Errorf("it is the summary of %v", tb.Slice)
		case tb.Size != t.space.Size(s):
			return fmt.Errorf("it has %d positions, this program counts %d", tb.Size, t.space.Size(s))
		}
		return nil
	})
	return tb, err
}

// forget makes the tables be looked for again; those that turn out unchanged
// keep their cached blocks.
func (t *tables) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := *t.known.Load()
	for n := range known {
		if tb := known[n].Load(); tb != nil && tb.raw != nil {
			t.stale[n] = tb
		}
	}
	fresh := make([]atomic.Pointer[table], len(known))
	t.known.Store(&fresh)
}

// Summary is the summary of a finished slice. Its error is a
// *[MissingSliceError] if s has not been built.
func (t *Tablebase) Summary(s index.Slice) (index.Summary, error) {
	tb, err := t.table(s)
	if err != nil {
		return index.Summary{}, err
	}
	return tb.Summary, nil
}

// Summaries lists the summaries of all finished slices, dependencies first. It
// reads something of every table's file.
func (t *Tablebase) Summaries() ([]index.Summary, error) {
	var list []index.Summary
	for _, s := range t.space.Slices(0) {
		tb, err := t.readSummary(s)
		if err != nil {
			return nil, err
		}
		if tb.raw != nil {
			list = append(list, tb.Summary)
		}
	}
	return list, nil
}

// Code is the stored code of position i of s, in [0, s's size). Its error is a
// *[MissingSliceError] if s has not been built. A block is read and decoded
// when the first of its positions is asked for, and cached; a probe that finds
// its block in the cache takes no lock and allocates nothing.
func (t *Tablebase) Code(s index.Slice, i uint64) (felli.Code, error) {
	tb, err := t.table(s)
	if err != nil {
		return 0, err
	}
	if i >= tb.Size {
		return 0, fmt.Errorf("%w: slice %v has positions 0 to %d, not %d", felli.ErrInput, s, tb.Size-1, i)
	}
	n := i >> tb.shift
	b := tb.decoded[n].Load()
	if b == nil {
		if b, err = t.load(tb, n); err != nil {
			return 0, err
		}
	}
	b.touch()
	return b.codes.At(i & (1<<tb.shift - 1)), nil
}

// load decodes block n into the cache.
func (t *Tablebase) load(tb *table, n uint64) (*block, error) {
	lo, hi := tb.bounds(n)
	codes := newCodes(tb.width, hi-lo)
	key := blockKey(make([]byte, 0, len(tb.key)+4), tb.key, n)
	what := func() string { return t.blockName(tb, n) }
	found, err := t.store.get(key, what, func(record []byte) error { return decodeBlock(codes, key, record) })
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, damaged(what(), errMissing)
	}
	return t.store.cache.add(&tb.decoded[n], codes), nil
}

// bounds are the positions of block n: from lo to hi-1.
func (t *table) bounds(n uint64) (lo, hi uint64) {
	return n << t.shift, min((n+1)<<t.shift, t.Size)
}

func (t *Tablebase) blockName(tb *table, n uint64) string {
	return fmt.Sprintf("block %d of slice %v of %v", n, tb.Slice, t.Ruleset())
}
