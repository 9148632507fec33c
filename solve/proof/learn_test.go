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

// Whoever has learnt a certificate knows the answer to its question, and to
// those about its moves, from next to no nodes; the values stay right, and the
// certificates made from it hold.
func TestLearn(t *testing.T) {
	x, tables := testgame.Solved(t, "felli", 12)
	truth, l := leaves(t, x, tables, 12), leaves(t, x, tables, 6)
	g := x.Game()
	rng := rand.New(rand.NewPCG(5, 6))
	claims := map[check.Claim]int{}
	for range 20 {
		p := randomPosition(rng, g, 9+rng.IntN(4))
		finder, learner := prover(t, l), prover(t, l)
		for _, question := range Questions {
			a, err := finder.Ask(context.Background(), p, question)
			if err != nil {
				t.Fatal(err)
			}
			claims[a.Claim]++
			if err := learner.Learn(t.Context(), a.Certificate); err != nil {
				t.Fatal(err)
			}
			again, err := learner.Ask(context.Background(), p, question)
			if err != nil {
				t.Fatal(err)
			}
			if again.Claim != a.Claim {
				t.Fatalf("%s: %v, after learning %v", g.FEN(p), a.Claim, again.Claim)
			}
			if most := uint64(len(a.Keys)) + 4; again.Nodes > most {
				t.Errorf("%s, %v: %d nodes after learning %d positions, want at most %d", g.FEN(p), a.Claim, again.Nodes, len(a.Keys), most)
			}
			if err := check.Check(context.Background(), again.Certificate, l, l.Digest(), 1); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range g.Moves(p) {
			after := g.Play(p, m)
			want, err := truth.Probe(after)
			if err != nil {
				t.Fatal(err)
			}
			if l.covers(after) {
				continue
			}
			if got, _ := proveBoth(t, learner, l, after); got != want.Value {
				t.Fatalf("%s: proved a %v, the tables say %v", g.FEN(after), got, want.Value)
			}
		}
	}
	for c := check.Win; c <= check.NotLoss; c++ {
		if claims[c] == 0 {
			t.Errorf("no certificate of a %v was learnt", c)
		}
	}
	other, err := NewProver(leaves(t, testgame.Space(t, "felli"), tables, 2), Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	bad := &check.Certificate{Game: testgame.Game(t, "felli,stalemate=draw"), Claim: check.NotWin}
	if err := other.Learn(t.Context(), bad); err == nil {
		t.Error("a certificate of another ruleset was learnt")
	}
}

// Learning ends at once when its context does.
func TestLearnStops(t *testing.T) {
	x, tables := testgame.Solved(t, "felli", 4)
	l := leaves(t, x, tables, 4)
	a, err := prover(t, l).Ask(t.Context(), testgame.Position(t, x.Game(), "W:Wa1,c1,e1,b2,c2:Bc4,c5,e5"), check.Win)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	learner := prover(t, l)
	if err := learner.Learn(ended, a.Certificate); !errors.Is(err, ErrStopped) {
		t.Errorf("Learn: %v, want that it was stopped", err)
	}
	for i := range learner.memo.slots {
		if learner.memo.slots[i].taken() {
			t.Fatal("something was learnt after the context had ended")
		}
	}
}

func prover(tb testing.TB, l *Leaves) *Prover {
	tb.Helper()
	pr, err := NewProver(l, Options{Memory: 4 << 20})
	if err != nil {
		tb.Fatal(err)
	}
	return pr
}

// Progress gives the numbers of the root and of all its moves, in a way that
// fits: the root's proof number is the least of its moves' where the attacker
// moves, and its disproof number where the opponent does.
func TestProgressNumbers(t *testing.T) {
	x, tables := testgame.Solved(t, "fetaix", 2)
	g := x.Game()
	l := leaves(t, x, tables, 2)
	for _, attacker := range []felli.Side{felli.White, felli.Black} {
		pr := prover(t, l)
		s := pr.search(context.Background(), attacker, check.Win)
		s.top = g.Start()
		calls := 0
		s.stop = func() bool {
			p := s.progress(check.Win, 0)
			if p.Nodes == 0 || len(s.open) == 0 {
				return false
			}
			calls++
			least := NeverShown
			for _, m := range p.Moves {
				n := m.Disproof
				if attacker == felli.White {
					n = m.Proof
				}
				least = min(least, n)
			}
			got := p.Disproof
			if attacker == felli.White {
				got = p.Proof
			}
			if got != least || len(p.Moves) != len(g.Moves(g.Start())) {
				t.Errorf("attacker %v: %+v: the root's number is %d, the least of its moves' %d", attacker, p, got, least)
				return true
			}
			return calls == 20
		}
		s.run(s.top)
		if used := pr.memo.used(); used <= 0 || used > 1 {
			t.Errorf("%v of the memo is in use", used)
		}
		if calls == 0 {
			t.Error("no progress was told")
		}
	}
}
