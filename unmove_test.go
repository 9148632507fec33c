package felli

import (
	"math/rand/v2"
	"testing"
)

// TestPredecessors lists, for every position p of a few pieces, its steps that
// keep every piece what it is, and demands that exactly the positions they
// lead to have p among their predecessors.
func TestPredecessors(t *testing.T) {
	long := !testing.Short() && !raceEnabled
	tests := []struct {
		board         *Board
		pieces, games int
	}{
		{felliBoard, 3, 8},
		{alquerqueBoard, 2, 8},
		{tinyBoard, 4, 4},
		{cornerBoard, 3, 4},
	}
	if long {
		tests[0].games = 40
		tests[1].pieces, tests[1].games = 3, 5
	}
	for _, tt := range tests {
		t.Run(tt.board.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(9, uint64(tt.board.Points())))
			for range tt.games {
				g := mustCompile(t, randomRuleset(rng, tt.board))
				testPredecessors(t, g, tt.pieces)
			}
		})
	}
}

type stepPair struct{ before, after Position }

func testPredecessors(t *testing.T, g *Game, pieces int) {
	t.Helper()
	steps := map[stepPair]bool{}
	each := func(f func(Position)) {
		for total := 2; total <= pieces; total++ {
			for w := 1; w < total; w++ {
				eachPosition(g, White, w, total-w, f)
				eachPosition(g, Black, w, total-w, f)
			}
		}
	}
	each(func(p Position) {
		if g.Capture == CaptureCompulsory && g.CanCapture(p) {
			return
		}
		for _, m := range plainSteps(g, p) {
			if !m.Promotes {
				steps[stepPair{p, g.Play(p, m)}] = true
			}
		}
	})
	found := 0
	var ps []Position
	each(func(q Position) {
		ps = g.AppendPredecessors(ps[:0], q)
		for i, p := range ps {
			if !steps[stepPair{p, q}] {
				t.Fatalf("%s: Predecessors(%s) has %s, from which no step leads there", g.FullString(), g.FEN(q), g.FEN(p))
			}
			for _, earlier := range ps[:i] {
				if p == earlier {
					t.Fatalf("%s: Predecessors(%s) has %s twice", g.FullString(), g.FEN(q), g.FEN(p))
				}
			}
		}
		found += len(ps)
	})
	if found != len(steps) {
		t.Fatalf("%s: %d predecessors in all, want %d", g.FullString(), found, len(steps))
	}
}

func TestPredecessorsByHand(t *testing.T) {
	tests := []struct {
		name, ruleset, fen string
		want               []string
	}{
		// Black moved last, to e5; it came from c5 or d4.
		{"a man", "felli", "W:Wa1:Be5", []string{"B:Wa1:Bc5", "B:Wa1:Bd4"}},
		// From d4 it could have leapt nothing: c3 is empty.
		{"a man that had no capture", "felli-compulsory", "W:Wa1:Be5", []string{"B:Wa1:Bc5", "B:Wa1:Bd4"}},
		// From d4 Black could have leapt c3 to b2, so it can't have stepped.
		{"a man that had a capture", "felli-compulsory", "W:Wc3:Be5", []string{"B:Wc3:Bc5"}},
		// A man that steps onto its promotion point is a man no longer.
		{"a man on a promotion point", "felli-mullah", "W:Wa5:Ba1", nil},
		// Forward and sideways: it came from above or from the side.
		{"forward", "fetaix", "W:Wa1:Be4", []string{"B:Wa1:Bd4", "B:Wa1:Be5"}},
		{"the ended game", "felli", "W:W:Be5", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			got := map[string]bool{}
			for _, p := range g.Predecessors(mustFEN(t, g, tt.fen)) {
				got[g.FEN(p)] = true
			}
			if len(got) != len(tt.want) {
				t.Errorf("Predecessors(%s) = %v, want %v", tt.fen, got, tt.want)
			}
			for _, fen := range tt.want {
				if !got[fen] {
					t.Errorf("Predecessors(%s) = %v, want %v", tt.fen, got, tt.want)
				}
			}
		})
	}
}

func BenchmarkPredecessors(b *testing.B) {
	for _, r := range Rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			g := mustCompile(b, r)
			positions := benchmarkPositions(g)
			want := 0
			for _, p := range positions {
				want += len(g.Predecessors(p))
			}
			var ps []Position
			b.ReportAllocs()
			for b.Loop() {
				got := 0
				for _, p := range positions {
					ps = g.AppendPredecessors(ps[:0], p)
					got += len(ps)
				}
				if got != want {
					b.Fatalf("%d predecessors, want %d", got, want)
				}
			}
			b.ReportMetric(float64(len(positions))*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
