package solve

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/naive"
)

func space(tb testing.TB, text string) *index.Space {
	tb.Helper()
	r, err := felli.ParseRuleset(text)
	if err != nil {
		tb.Fatal(err)
	}
	return spaceOf(tb, r)
}

func spaceOf(tb testing.TB, r felli.Ruleset) *index.Space {
	tb.Helper()
	g, err := felli.NewGame(r)
	if err != nil {
		tb.Fatal(err)
	}
	return index.NewSpace(g)
}

// solveAll solves all slices with up to pieces pieces in memory.
func solveAll(tb testing.TB, x *index.Space, pieces, workers int) map[index.Slice]Finished {
	tb.Helper()
	done := map[index.Slice]Finished{}
	given := func(s index.Slice) (index.Codes, bool) {
		f, ok := done[s]
		return f.Codes, ok
	}
	for _, s := range x.Slices(pieces) {
		if !s.MajorToMove() {
			continue
		}
		tables, err := solveOne(x, s, given, workers)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range tables {
			done[f.Slice] = f
		}
	}
	return done
}

// solveOne solves the pair of s.
func solveOne(x *index.Space, s index.Slice, given func(index.Slice) (index.Codes, bool), workers int) ([]Finished, error) {
	p := newPool(context.Background(), workers)
	if err := p.acquire(); err != nil {
		return nil, err
	}
	j := newPair(x, s, p)
	for side := range j.deps {
		j.deps[side] = j.dependencies(side, given)
	}
	if err := j.solve(); err != nil {
		return nil, err
	}
	return j.finishAll()
}

func TestAgreesWithNaive(t *testing.T) {
	for _, r := range felli.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			x := spaceOf(t, r)
			pieces := 3
			if r.Board.Points() > 13 && testing.Short() {
				pieces = 2
			}
			checkNaive(t, x, pieces)
		})
	}
}

// TestAgreesWithNaiveOnRandomOptions compares every value and distance of all
// slices up to 3 pieces under random readings.
func TestAgreesWithNaiveOnRandomOptions(t *testing.T) {
	readings := 72
	if testing.Short() {
		readings = 6
	}
	rng := rand.New(rand.NewPCG(1989, 13))
	named := felli.Rulesets()
	for i := range readings {
		r := naive.RandomRuleset(rng, named[i%len(named)].Board)
		t.Run(r.FullString(), func(t *testing.T) {
			t.Parallel()
			pieces := 3
			if r.Board.Points() > 13 && testing.Short() {
				pieces = 2
			}
			checkNaive(t, spaceOf(t, r), pieces)
		})
	}
}

// TestAgreesWithNaiveOnFourPieces is the same a piece further, as long as it
// takes.
func TestAgreesWithNaiveOnFourPieces(t *testing.T) {
	if os.Getenv("FELLI_ACCEPTANCE") == "" {
		t.Skip("takes minutes; set FELLI_ACCEPTANCE=1")
	}
	rng := rand.New(rand.NewPCG(4, 1989))
	for _, named := range felli.Rulesets() {
		readings := 12
		if named.Board.Points() > 13 {
			readings = 1
		}
		for range readings {
			r := naive.RandomRuleset(rng, named.Board)
			t.Run(r.FullString(), func(t *testing.T) { checkNaive(t, spaceOf(t, r), 4) })
		}
	}
}

func checkNaive(t *testing.T, x *index.Space, pieces int) {
	t.Helper()
	g := x.Game()
	done := solveAll(t, x, pieces, 1)
	n := 0
	for p, want := range naive.Solve(g.Ruleset, pieces) {
		if p.Pieces(felli.White) == 0 || p.Pieces(felli.Black) == 0 {
			continue
		}
		s, i := x.Rank(p)
		if got := done[s].Codes.At(i).Result(); got != want {
			t.Fatalf("%s: %s in slice %v is %v, naive says %v", g.Ruleset, g.FEN(p), s, got, want)
		}
		n++
	}
	if n == 0 {
		t.Fatal("nothing compared")
	}
}
