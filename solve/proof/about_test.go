package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"felli"
	"felli/internal/testgame"
	"felli/solve/proof/check"
)

// says reports whether a claim about a position fits its value.
func says(c check.Claim, v felli.Value) bool {
	switch c {
	case check.Win:
		return v == felli.Win
	case check.Loss:
		return v == felli.Loss
	case check.NotWin:
		return v != felli.Win
	default:
		return v != felli.Loss
	}
}

// A certificate is one of all the positions in its set too, and of those that
// a move leads to from them; of others it says nothing.
func TestAbout(t *testing.T) {
	x, tables := testgame.Solved(t, "felli,stalemate=draw", 12)
	truth, l := leaves(t, x, tables, 12), leaves(t, x, tables, 6)
	g := x.Game()
	rng := rand.New(rand.NewPCG(8, 9))
	pr := prover(t, l)
	found := map[check.Claim]int{}
	none := 0
	about := func(c *check.Certificate, p felli.Position) bool {
		d := c.About(p, l)
		if d == nil {
			return false
		}
		if err := check.Check(context.Background(), d, l, l.Digest(), 1); err != nil {
			t.Fatalf("%s: %v", g.FEN(p), err)
		}
		want, err := truth.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if d.Root != p || !says(d.Claim, want.Value) {
			t.Fatalf("%s: a certificate of a %v about %s, which is a %v", g.FEN(p), d.Claim, g.FEN(d.Root), want.Value)
		}
		found[d.Claim]++
		return true
	}
	for range 12 {
		p := randomPosition(rng, g, 8+rng.IntN(5))
		for _, question := range Questions {
			a, err := pr.Ask(context.Background(), p, question)
			if err != nil {
				t.Fatal(err)
			}
			for range min(len(a.Keys), 30) {
				i := rng.IntN(len(a.Keys))
				at, err := pr.packer.Unpack(a.Keys[i])
				if err != nil {
					t.Fatal(err)
				}
				after := g.Play(at, check.SortedMoves(g, nil, at)[a.Moves[i]])
				if rng.IntN(2) == 0 {
					at, after = g.Rotate(at), g.Rotate(after)
				}
				if !about(a.Certificate, at) {
					t.Fatalf("%s is in the set, but the certificate isn't about it", g.FEN(at))
				}
				if !l.covers(after) && !about(a.Certificate, after) {
					t.Fatalf("%s is answered, but the certificate isn't about it", g.FEN(after))
				}
			}
			for range 20 {
				if !about(a.Certificate, randomPosition(rng, g, 7+rng.IntN(6))) {
					none++
				}
			}
		}
	}
	for c := check.Win; c <= check.NotLoss; c++ {
		if found[c] == 0 {
			t.Errorf("no certificate of a %v was about another position", c)
		}
	}
	if none == 0 {
		t.Error("certificates were about all random positions")
	}
}
