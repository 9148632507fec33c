package play

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
	"felli/query"
	"felli/query/pdn"
)

// amount is how much a test does: a little when it must be quick, all in the
// acceptance tests.
func amount(short, usual, acceptance int) int {
	switch {
	case testing.Short():
		return short
	case os.Getenv("FELLI_ACCEPTANCE") != "":
		return acceptance
	}
	return usual
}

// Perfect play against random moves: no illegal move, the value never drops,
// and a won game ends within the distance announced at its beginning. The
// acceptance tests play 10,000 games under each ruleset, half of them from the
// start where tables reach it.
func TestPerfectAgainstRandom(t *testing.T) {
	for _, test := range []struct {
		ruleset                  string
		short, usual, acceptance int // pieces of the tables; 0: all
	}{
		{"felli", 6, 0, 0}, {"felli-compulsory", 6, 0, 0}, {"felli-mullah", 4, 6, 0}, {"fetaix", 3, 4, 5},
	} {
		t.Run(test.ruleset, func(t *testing.T) {
			pieces := amount(test.short, test.usual, test.acceptance)
			x, pr := solved(t, test.ruleset, pieces)
			rng := rand.New(rand.NewPCG(5, uint64(len(test.ruleset))))
			ends, announced := map[string]int{}, map[felli.Value]int{}
			for i := range amount(50, 2500, 10000) {
				start := testgame.Somewhere(x, pieces, rng)
				if pieces == 0 && i%2 == 0 {
					start = x.Game().Start()
				}
				value, end := againstRandom(t, x, pr, start, felli.Side(i/2%2), Level{Tricky: i/4%2 == 1}, rng)
				announced[value]++
				ends[end]++
			}
			t.Logf("games announced as %v end as %v", announced, ends)
			if announced[felli.Win] == 0 || announced[felli.Draw] == 0 || announced[felli.Loss] == 0 {
				t.Error("there are games of one kind only")
			}
		})
	}
}

// againstRandom plays one game and returns what its start is worth to side, who
// plays by l, and how it ends.
func againstRandom(t *testing.T, x *index.Space, pr *query.Prober, start felli.Position, side felli.Side, l Level, rng *rand.Rand) (felli.Value, string) {
	t.Helper()
	g := x.Game()
	value := func(p felli.Position) felli.Result {
		r, err := pr.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if p.ToMove != side && (r.Value == felli.Win || r.Value == felli.Loss) {
			r.Value = r.Value.Negate()
		}
		return r
	}
	table := NewTable(g, start)
	announced := value(start)
	last := announced
	var a query.Answer
	for table.Result() == pdn.Unfinished && table.Plies() < 400 {
		p := table.Position()
		moves := g.Moves(p)
		m := moves[rng.IntN(len(moves))]
		if p.ToMove == side {
			if err := pr.AnswerInto(&a, p); err != nil {
				t.Fatal(err)
			}
			chosen, err := l.Choose(pr, &a, rng)
			if err != nil {
				t.Fatal(err)
			}
			if m = chosen.Move; !slices.Contains(moves, m) {
				t.Fatalf("%s is no move of %s", chosen.Text, g.FEN(p))
			}
		}
		table.Play(m)
		now := value(table.Position())
		if now.Value < last.Value {
			t.Fatalf("after %d plies from %s a %s becomes a %s", table.Plies(), g.FEN(start), query.Brief(last), query.Brief(now))
		}
		if last.Value == felli.Win && now.DTW >= last.DTW {
			t.Fatalf("after %d plies from %s a %s becomes a %s", table.Plies(), g.FEN(start), query.Brief(last), query.Brief(now))
		}
		last = now
	}
	if announced.Value == felli.Win {
		won := pdn.WhiteWins
		if side == felli.Black {
			won = pdn.BlackWins
		}
		if table.Result() != won || table.Plies() > int(announced.DTW) {
			t.Fatalf("a %s from %s ends as %s after %d plies", query.Brief(announced), g.FEN(start), table.Result(), table.Plies())
		}
	}
	if announced.Value == felli.Draw && last.Value == felli.Loss {
		t.Fatalf("a draw from %s is lost", g.FEN(start))
	}
	return announced.Value, table.Result()
}

// A lost position, played by perfect play on both sides, lasts exactly its
// distance; so does a won one.
func TestPerfectLastsExactly(t *testing.T) {
	for _, test := range []struct {
		ruleset string
		pieces  int
	}{{"felli", 6}, {"felli-compulsory", 6}, {"felli-bouhajbane", 4}, {"fetaix", 3}} {
		t.Run(test.ruleset, func(t *testing.T) {
			x, pr := solved(t, test.ruleset, test.pieces)
			g, rng := x.Game(), rand.New(rand.NewPCG(7, 8))
			for range amount(200, 2000, 10000) {
				p := testgame.Somewhere(x, test.pieces, rng)
				want, err := pr.Probe(p)
				if err != nil {
					t.Fatal(err)
				}
				if want.Value == felli.Draw {
					continue
				}
				table, level := NewTable(g, p), Level{Tricky: rng.IntN(2) == 0}
				for table.Result() == pdn.Unfinished {
					a, err := pr.Answer(table.Position())
					if err != nil {
						t.Fatal(err)
					}
					m, err := level.Choose(pr, a, rng)
					if err != nil {
						t.Fatal(err)
					}
					table.Play(m.Move)
				}
				if table.Plies() != int(want.DTW) || table.Repeated() {
					t.Fatalf("a %s from %s lasts %d plies", query.Brief(want), g.FEN(p), table.Plies())
				}
			}
		})
	}
}
