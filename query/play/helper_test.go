package play

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve"
)

// memTables keeps tables in memory.
type memTables struct {
	mu     sync.RWMutex
	tables map[index.Slice]index.Finished
}

func (m *memTables) find(s index.Slice) (index.Finished, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	f, ok := m.tables[s]
	if !ok {
		return f, fmt.Errorf("slice %v: %w", s, felli.ErrNotBuilt)
	}
	return f, nil
}

func (m *memTables) Summary(s index.Slice) (index.Summary, error) {
	f, err := m.find(s)
	return f.Summary, err
}

func (m *memTables) Codes(s index.Slice) (index.Codes, error) {
	f, err := m.find(s)
	return index.Codes{Narrow: append([]uint8(nil), f.Codes.Narrow...), Wide: append([]uint16(nil), f.Codes.Wide...)}, err
}

func (m *memTables) Code(s index.Slice, i uint64) (felli.Code, error) {
	f, err := m.find(s)
	if err != nil {
		return 0, err
	}
	return f.Codes.At(i), nil
}

func (m *memTables) Write(tables ...index.Finished) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range tables {
		f.Codes = index.Codes{Narrow: append([]uint8(nil), f.Codes.Narrow...), Wide: append([]uint16(nil), f.Codes.Wide...)}
		m.tables[f.Slice] = f
	}
	return nil
}

func mustSpace(tb testing.TB, ruleset string) *index.Space {
	tb.Helper()
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := felli.NewGame(r)
	if err != nil {
		tb.Fatal(err)
	}
	return index.NewSpace(g)
}

func mustFEN(tb testing.TB, g *felli.Game, text string) felli.Position {
	tb.Helper()
	p, err := g.ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// solved makes the tables of up to so many pieces; 0: all.
func solved(tb testing.TB, ruleset string, pieces int) (*index.Space, *query.Prober) {
	tb.Helper()
	x := mustSpace(tb, ruleset)
	m := &memTables{tables: map[index.Slice]index.Finished{}}
	if _, err := solve.Run(context.Background(), x, m, solve.Options{Pieces: pieces}); err != nil {
		tb.Fatal(err)
	}
	return x, query.NewProber(x, m)
}

// somewhere is a random position of up to so many pieces, either side to move.
func somewhere(x *index.Space, pieces int, rng *rand.Rand) felli.Position {
	list := x.Slices(pieces)
	s := list[rng.IntN(len(list))]
	p := x.Unrank(s, rng.Uint64N(x.Size(s)))
	if rng.IntN(2) == 0 {
		p = x.Game().Rotate(p)
	}
	return p
}
