package server

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"felli"
	"felli/index"
	"felli/query"
)

// A book is what the store holds of one ruleset at one time. Its tables are
// nil if it holds nothing.
type book struct {
	game    *felli.Game
	space   *index.Space
	ruleset string // with the options that differ from the named one
	prober  *query.Prober
	tables  query.Tables
	absent  error // why tables is nil; matches felli.ErrNotBuilt
	built   map[index.Slice]bool
	sums    []index.Summary
	digest  string // of the tables, in hex; empty without
	edition string // of the tables and of proofs, in hex; empty without

	statistics memo[struct{}, *query.Statistics]
	histograms memo[index.Slice, *histogram]
}

func newBook(g *felli.Game, x *index.Space, store Store) (*book, error) {
	b := &book{
		game: g, space: x, ruleset: g.String(),
		statistics: newMemo[struct{}, *query.Statistics](), histograms: newMemo[index.Slice, *histogram](),
	}
	tables, err := store.Tables(x)
	switch {
	case errors.Is(err, felli.ErrNotBuilt):
		b.absent = err
	case err != nil:
		return nil, err
	default:
		if b.sums, err = tables.Summaries(); err != nil {
			return nil, err
		}
		b.tables = tables
		b.built = make(map[index.Slice]bool, len(b.sums))
		for i := range b.sums {
			b.built[b.sums[i].Slice] = true
		}
		digest := index.Digest(g.Ruleset, b.sums)
		b.digest = hex.EncodeToString(digest[:])
		b.edition = b.digest
	}
	b.prober = query.NewProber(x, held{b})
	if proven, ok := tables.(Proven); ok {
		b.prober = b.prober.WithProofs(proven)
		proofs, err := proven.Edition()
		if err != nil {
			return nil, err
		}
		both := sha256.Sum256([]byte(b.digest + proofs))
		b.edition = hex.EncodeToString(both[:])
	}
	return b, nil
}

// held looks up in the tables of a book, and knows which it has.
type held struct{ *book }

// Holds implements [query.Holder].
func (h held) Holds(s index.Slice) error {
	switch {
	case h.built[s]:
		return nil
	case h.absent != nil:
		return h.absent
	}
	_, err := h.tables.Summary(s)
	if err == nil { // finished this very moment; the next book has it
		err = fmt.Errorf("slice %v of %s: %w", s, h.ruleset, felli.ErrNotBuilt)
	}
	return err
}

// Code implements [query.Lookup].
func (h held) Code(s index.Slice, i uint64) (felli.Code, error) {
	if h.absent != nil {
		return 0, h.absent
	}
	return h.tables.Code(s, i)
}

// A shelf keeps the books that were asked for.
type shelf struct {
	store Store

	mu      sync.RWMutex
	byText  map[string]*book // by the ruleset as clients write it
	books   map[string]*book // by its full text
	renewed uint64           // how often the books were opened again
}

// The most books and ways to write a ruleset that are kept.
const (
	mostBooks = 64
	mostTexts = 512
)

func newShelf(store Store) *shelf {
	return &shelf{store: store, byText: map[string]*book{}, books: map[string]*book{}}
}

// book is the book of a ruleset as a client writes it.
func (s *shelf) book(text string) (*book, error) {
	s.mu.RLock()
	b := s.byText[text]
	s.mu.RUnlock()
	if b != nil {
		return b, nil
	}
	r, err := felli.ParseRuleset(text)
	if err != nil {
		return nil, err
	}
	b, err = s.open(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.byText) >= mostTexts {
		clear(s.byText)
	}
	if s.books[r.FullString()] == b { // not replaced meanwhile
		s.byText[text] = b
	}
	return b, nil
}

func (s *shelf) open(r felli.Ruleset) (*book, error) {
	full := r.FullString()
	s.mu.RLock()
	b := s.books[full]
	s.mu.RUnlock()
	if b != nil {
		return b, nil
	}
	g, err := felli.NewGame(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", felli.ErrInput, err)
	}
	x := index.NewSpace(g)
	for {
		s.mu.RLock()
		renewed := s.renewed
		s.mu.RUnlock()
		if b, err = newBook(g, x, s.store); err != nil {
			return nil, err
		}
		if b = s.keep(full, b, renewed); b != nil {
			return b, nil
		}
	}
}

// keep keeps b, or the book that is there by now, and returns which; nil if the
// books have been renewed more often than when opening b began. Then b may lack
// what the store holds.
func (s *shelf) keep(full string, b *book, renewed uint64) *book {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.books[full]; other != nil {
		return other
	}
	if s.renewed != renewed {
		return nil
	}
	if len(s.books) >= mostBooks {
		s.dropOne()
	}
	s.books[full] = b
	return b
}

// dropOne drops a book, one without tables if there is any. The caller holds mu.
func (s *shelf) dropOne() {
	var victim string
	for full, b := range s.books {
		victim = full
		if b.absent != nil {
			break
		}
	}
	gone := s.books[victim]
	delete(s.books, victim)
	for text, b := range s.byText {
		if b == gone {
			delete(s.byText, text)
		}
	}
}

// renew opens all books again, after the store has changed. A book that can't
// be opened is dropped: who asks for it next gets the error.
func (s *shelf) renew() {
	s.mu.RLock()
	old := make(map[string]*book, len(s.books))
	for full, b := range s.books {
		old[full] = b
	}
	s.mu.RUnlock()
	fresh := map[string]*book{}
	for full, b := range old {
		if next, err := newBook(b.game, b.space, s.store); err == nil {
			fresh[full] = next
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books = fresh
	s.renewed++
	clear(s.byText)
}
