package solve

import (
	"context"
	"errors"
	"testing"

	"felli"
	"felli/index"
)

// TestPairsAloneGiveTheTablesOfRun solves each pair in a run of its own.
func TestPairsAloneGiveTheTablesOfRun(t *testing.T) {
	for _, c := range []smallBuild{{"felli-mullah", 4}, {"felli", 4}, {"fetaix", 3}} {
		t.Run(c.text, func(t *testing.T) {
			x := space(t, c.text)
			want := newMemTables()
			run(t, x, want, Options{Pieces: c.pieces, Workers: 2})
			m := newMemTables()
			for _, s := range x.Slices(c.pieces) {
				if s.MajorToMove() && s != s.Twin() {
					continue // its twin comes next and stands for both
				}
				if err := Pair(context.Background(), x, s, m, Options{Workers: 2}); err != nil {
					t.Fatalf("Pair(%v): %v", s, err)
				}
			}
			compareTables(t, want, m)
		})
	}
}

func compareTables(t *testing.T, want, got *memTables) {
	t.Helper()
	for s, f := range want.tables {
		g, ok := got.tables[s]
		if !ok {
			t.Errorf("slice %v is missing", s)
			continue
		}
		if g.Summary != f.Summary {
			t.Errorf("summary of %v is %+v, want %+v", s, g.Summary, f.Summary)
		}
		for i := range f.Size {
			if a, b := f.Codes.At(i), g.Codes.At(i); a != b {
				t.Fatalf("slice %v stores %d at %d, want %d", s, b, i, a)
			}
		}
	}
}

func TestPairNeedsItsTables(t *testing.T) {
	x := space(t, "felli-mullah")
	s := index.Slice{Men: 1, Mullahs: 1, OppMen: 1}
	m := newMemTables()
	if err := Pair(context.Background(), x, s, m, Options{}); !errors.Is(err, felli.ErrNotBuilt) || m.writes != 0 {
		t.Errorf("Pair without tables to build on: %v, want ErrNotBuilt", err)
	}
	if err := Pair(context.Background(), x, s, m, Options{Memory: 100}); !errors.As(err, new(*MemoryError)) {
		t.Errorf("Pair in 100 bytes: %v, want a MemoryError", err)
	}
}
