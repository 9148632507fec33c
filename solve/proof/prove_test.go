package proof

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"felli"
	"felli/internal/testgame"
	"felli/solve/proof/check"
)

// proveBoth asks both questions, checks the certificates and returns the value.
func proveBoth(t *testing.T, pr *Prover, l *Leaves, p felli.Position) (value felli.Value, repaired int) {
	t.Helper()
	g := l.game
	v, err := pr.Value(context.Background(), p, Verdict{}, func(a Answer) error {
		repaired += a.Repaired
		return check.Check(context.Background(), a.Certificate, l, l.Digest(), 1)
	})
	if err != nil {
		t.Fatalf("Value(%s): %v", g.FEN(p), err)
	}
	return v.Value(), repaired
}

// A defender who is stuck where that is a draw holds it, without a move.
func TestStuckDefenderHolds(t *testing.T) {
	x, tables := testgame.Solved(t, "fetaix-draughts,stalemate=draw", 4)
	l := leaves(t, x, tables, 4)
	a, err := prover(t, l).Ask(context.Background(), testgame.Position(t, x.Game(), "B:Wd1,e1,c2,d2,e4:Be2"), check.Loss)
	if err != nil || a.Claim != check.NotLoss {
		t.Fatalf("Ask: %v, %v, want a certificate that Black doesn't lose", a.Claim, err)
	}
	if err := check.Check(context.Background(), a.Certificate, l, l.Digest(), 1); err != nil {
		t.Fatal(err)
	}
	// The same set proves nothing where a stuck player loses.
	loss := a.Under(testgame.Game(t, "fetaix-draughts"), l.Digest())
	if err := check.Check(context.Background(), loss, l, l.Digest(), 1); err == nil {
		t.Error("a stuck player who loses was taken for one who draws")
	}
}

// Whatever is asked of a prover ends at once when its context does: a node may
// take long where it is the first to touch the memo.
func TestStopsAtOnce(t *testing.T) {
	x, tables := testgame.Solved(t, "felli", 4)
	g := x.Game()
	pr := prover(t, leaves(t, x, tables, 4))
	won := testgame.Position(t, g, "W:Wa1,c1,e1,b2,c2:Bc4,c5,e5")
	a, err := pr.Ask(t.Context(), won, check.Win)
	if err != nil || a.Claim != check.Win {
		t.Fatalf("Ask: %v, %v, want a win", a.Claim, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	fresh := prover(t, leaves(t, x, tables, 4))
	for _, question := range Questions {
		if a, err := fresh.Ask(ended, g.Start(), question); !errors.Is(err, ErrStopped) || a.Nodes > 1 {
			t.Errorf("Ask: %v after %d nodes, want that it was stopped at the first", err, a.Nodes)
		}
	}
	before := pr.Nodes()
	if n, proven := pr.Shortest(ended, a.Certificate); proven || n != pr.Bound(a.Certificate) || pr.Nodes() > before+1 {
		t.Errorf("Shortest: %d (%v) after %d nodes, want that it was stopped at the first", n, proven, pr.Nodes()-before)
	}
}

// The shortest win found is the tables' distance.
func TestShortestAgreesWithTables(t *testing.T) {
	x, tables := testgame.Solved(t, "felli-compulsory", 12)
	truth, l := leaves(t, x, tables, 12), leaves(t, x, tables, 6)
	pr, err := NewProver(l, Options{Memory: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for done := 0; done < 100; {
		p := randomPosition(rng, x.Game(), 7+rng.IntN(5))
		want, err := truth.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		question := check.Win
		if want.Value == felli.Draw {
			continue
		}
		if want.Value == felli.Loss {
			question = check.Loss
		}
		done++
		a, err := pr.Ask(context.Background(), p, question)
		if err != nil {
			t.Fatal(err)
		}
		if bound := pr.Bound(a.Certificate); bound < want.DTW {
			t.Fatalf("%s: bound %d, the tables say %d", x.Game().FEN(p), bound, want.DTW)
		}
		if n, ok := pr.Shortest(context.Background(), a.Certificate); !ok || n != want.DTW {
			t.Fatalf("%s: shortest %d (%v), the tables say %d", x.Game().FEN(p), n, ok, want.DTW)
		}
	}
}
