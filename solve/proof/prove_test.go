package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"felli"
	"felli/index"
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

// Proofs give what whole tables say, and their certificates hold.
func TestProofsAgreeWithTables(t *testing.T) {
	for _, c := range []struct {
		text            string
		pieces          int // of the tables that proofs lean on
		least, greatest int // pieces of the positions
		count, short    int // positions
		long            bool
	}{
		{"felli", 6, 7, 12, 300, 40, false},
		{"felli-compulsory", 6, 7, 12, 300, 60, false},
		{"felli,stalemate=draw", 6, 7, 12, 100, 20, false},
		{"felli,chain=optional", 4, 5, 12, 100, 10, false},
		{"fetaix", 3, 4, 4, 2000, 200, false},
		{"fetaix", 4, 5, 5, 2000, 0, true},
		{"fetaix,men-capture=any,promote=pass", 4, 5, 5, 2000, 0, true},
		{"fetaix-draughts,stalemate=draw", 4, 5, 5, 2000, 0, true},
		{"fetaix,chain=optional", 3, 4, 4, 2000, 100, false},
		{"fetach", 2, 3, 3, 100, 20, false},
	} {
		t.Run(fmt.Sprintf("%s/%d", c.text, c.greatest), func(t *testing.T) {
			count := c.count
			if testing.Short() {
				if count = c.short; c.long {
					t.Skip("needs tables of 5 pieces")
				}
			}
			x := space(t, c.text)
			tables := build(t, x, c.greatest)
			agree(t, x, leaves(t, x, tables, c.greatest), leaves(t, x, tables, c.pieces), c.least, c.greatest, count, 1+c.greatest%2)
		})
	}
}

func agree(t *testing.T, x *index.Space, truth, l *Leaves, least, greatest, count, workers int) {
	t.Helper()
	g := x.Game()
	rng := rand.New(rand.NewPCG(1, 1))
	pr, err := NewProver(l, Options{Memory: 4 << 20, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	var values [4]int
	repaired := 0
	for range count {
		p := randomPosition(rng, g, least+rng.IntN(greatest-least+1))
		want, err := truth.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		got, n := proveBoth(t, pr, l, p)
		repaired += n
		if got != want.Value {
			t.Fatalf("%s: proved a %v, the tables say %v", g.FEN(p), got, want.Value)
		}
		values[want.Value]++
	}
	t.Logf("%d won, %d drawn, %d lost; %d nodes, %d withdrawn from closed sets",
		values[felli.Win], values[felli.Draw], values[felli.Loss], pr.Nodes(), repaired)
}

// The shortest win found is the tables' distance.
func TestShortestAgreesWithTables(t *testing.T) {
	x := space(t, "felli-compulsory")
	tables := build(t, x, 12)
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
