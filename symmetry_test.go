package felli

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSymmetries demands that moving and then turning, mirroring or mapping
// the board is the same as mapping it first.
func TestSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	games, positions := 120, 40
	if testing.Short() || raceEnabled {
		games = 24
	}
	for i := range games {
		g := mustCompile(t, randomRuleset(rng, testBoards()[i%len(testBoards())]))
		for range positions {
			p := randomPosition(rng, g)
			testSymmetry(t, g, p, "Rotate", g.Rotate)
			testSymmetry(t, g, p, "Mirror", g.Mirror)
			for _, perm := range g.Symmetries() {
				testSymmetry(t, g, p, "Symmetries", func(p Position) Position { return p.mapPoints(perm) })
			}
			if q := g.Normalise(p); q.ToMove != White || p.ToMove == White && q != p || p.ToMove == Black && g.Rotate(q) != p {
				t.Errorf("%s: Normalise(%s) = %s", g, g.FEN(p), g.FEN(q))
			}
		}
	}
}

func testSymmetry(t *testing.T, g *Game, p Position, name string, f func(Position) Position) {
	t.Helper()
	if err := g.Check(f(p)); err != nil {
		t.Errorf("%s of %s: %v", name, g.FEN(p), err)
	}
	reached := func(ps []Position) []string {
		var texts []string
		for _, q := range ps {
			texts = append(texts, g.FEN(q))
		}
		slices.Sort(texts)
		return texts
	}
	successors := func(p Position) []Position {
		var ps []Position
		for _, m := range g.Moves(p) {
			ps = append(ps, g.Play(p, m))
		}
		return ps
	}
	mapped := func(ps []Position) []Position {
		for i := range ps {
			ps[i] = f(ps[i])
		}
		return ps
	}
	if d := cmp.Diff(reached(mapped(successors(p))), reached(successors(f(p)))); d != "" {
		t.Errorf("%s, %s: successors mapped by %s (-mapped after +before)\n%s", g.FullString(), g.FEN(p), name, d)
	}
	if d := cmp.Diff(reached(mapped(g.Predecessors(p))), reached(g.Predecessors(f(p)))); d != "" {
		t.Errorf("%s, %s: predecessors mapped by %s (-mapped after +before)\n%s", g.FullString(), g.FEN(p), name, d)
	}
	if got, want := g.CanCapture(f(p)), g.CanCapture(p); got != want {
		t.Errorf("%s, %s: CanCapture of %s = %v, want %v", g.FullString(), g.FEN(p), name, got, want)
	}
}

func TestSymmetryGroups(t *testing.T) {
	tests := []struct {
		ruleset string
		want    int
	}{
		{"felli", 4},
		{"felli-mullah", 2},
		{"lau-kata-kati", 4},
		{"fetaix", 2},
		{"fetaix,promotion=none", 2},
		{"fetaix,promotion=none,men-move=any,men-capture=any", 8},
		{"fetaix,men-move=any,men-capture=any", 2},
	}
	for _, tt := range tests {
		perms := mustGame(t, tt.ruleset).Symmetries()
		if len(perms) != tt.want {
			t.Errorf("%s has %d symmetries, want %d", tt.ruleset, len(perms), tt.want)
		}
		for i, perm := range perms {
			sorted := slices.Sorted(slices.Values(perm))
			for p, q := range sorted {
				if Point(p) != q {
					t.Errorf("%s: symmetry %d is no permutation: %v", tt.ruleset, i, perm)
				}
			}
		}
	}
}

func TestRotateMask(t *testing.T) {
	for _, b := range testBoards() {
		for p := range Point(b.Points()) {
			x, y := b.Place(p)
			q, ok := b.PointAt(b.Width-1-x, b.Height-1-y)
			if !ok || b.RotatePoint(p) != q || b.Rotate(p.Bit()) != q.Bit() {
				t.Errorf("%s: RotatePoint(%s) = %v, want %v", b.Name, b.PointName(p), b.RotatePoint(p), q)
			}
			q, ok = b.PointAt(b.Width-1-x, y)
			if !ok || b.MirrorPoint(p) != q || b.Mirror(p.Bit()) != q.Bit() {
				t.Errorf("%s: MirrorPoint(%s) = %v, want %v", b.Name, b.PointName(p), b.MirrorPoint(p), q)
			}
		}
	}
}
