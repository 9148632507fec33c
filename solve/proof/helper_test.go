package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"felli"
	"felli/index"
	"felli/solve"
)

// memTables keeps tables in memory, as a store keeps them.
type memTables struct {
	mu     sync.Mutex
	tables map[index.Slice]index.Finished
}

func (m *memTables) Summary(s index.Slice) (index.Summary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.tables[s]
	if !ok {
		return index.Summary{}, fmt.Errorf("slice %v: %w", s, felli.ErrNotBuilt)
	}
	return f.Summary, nil
}

func (m *memTables) Codes(s index.Slice) (index.Codes, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.tables[s].Codes
	return index.Codes{Narrow: append([]uint8(nil), c.Narrow...), Wide: append([]uint16(nil), c.Wide...)}, nil
}

func (m *memTables) Write(tables ...index.Finished) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range tables {
		m.tables[f.Slice] = f
	}
	return nil
}

func space(tb testing.TB, text string) *index.Space {
	tb.Helper()
	r, err := felli.ParseRuleset(text)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := felli.NewGame(r)
	if err != nil {
		tb.Fatal(err)
	}
	return index.NewSpace(g)
}

func build(tb testing.TB, x *index.Space, pieces int) *memTables {
	tb.Helper()
	m := &memTables{tables: map[index.Slice]index.Finished{}}
	if _, err := solve.Run(context.Background(), x, m, solve.Options{Pieces: pieces}); err != nil {
		tb.Fatal(err)
	}
	return m
}

func leaves(tb testing.TB, x *index.Space, tables Tables, pieces int) *Leaves {
	tb.Helper()
	l, err := NewLeaves(x, tables, pieces)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// randomPosition puts so many pieces on the board, at least one a side, any of
// them Mullahs where the game has them, with either side to move.
func randomPosition(rng *rand.Rand, g *felli.Game, pieces int) felli.Position {
	for {
		var p felli.Position
		mullahs := rng.IntN(4)
		own := 1 + rng.IntN(pieces-1)
		for i, at := range rng.Perm(g.Board.Points())[:pieces] {
			s := felli.White
			if i >= own {
				s = felli.Black
			}
			if g.Promotion != felli.PromotionNone && rng.IntN(6) < mullahs {
				p.Mullahs[s] |= felli.Point(at).Bit()
			} else {
				p.Men[s] |= felli.Point(at).Bit()
			}
		}
		p.ToMove = felli.Side(rng.IntN(2))
		if g.Check(p) == nil {
			return p
		}
	}
}
