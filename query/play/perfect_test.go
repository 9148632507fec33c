package play

import (
	"math/rand/v2"
	"slices"
	"testing"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/pdn"
)

// Perfect play against random moves: no illegal move, the value never drops,
// and a won game ends within the distance announced at its beginning.
func TestPerfectAgainstRandom(t *testing.T) {
	for _, test := range []struct {
		ruleset       string
		pieces, short int // of the tables
	}{
		{"felli", 0, 6}, {"felli-compulsory", 0, 6}, {"felli-mullah", 6, 4}, {"fetaix", 4, 3},
	} {
		t.Run(test.ruleset, func(t *testing.T) {
			t.Parallel()
			games, pieces := 2500, test.pieces
			if testing.Short() {
				games, pieces = 50, test.short
			}
			x, pr := solved(t, test.ruleset, pieces)
			rng := rand.New(rand.NewPCG(5, uint64(len(test.ruleset))))
			ends := map[string]int{}
			for i := range games {
				start := somewhere(x, pieces, rng)
				if pieces == 0 && i%2 == 0 {
					start = x.Game().Start()
				}
				ends[againstRandom(t, x, pr, start, felli.Side(i/2%2), Level{Tricky: i/4%2 == 1}, rng)]++
			}
			t.Logf("%d games end as %v", games, ends)
		})
	}
}

// againstRandom plays one game and returns how it ends.
func againstRandom(t *testing.T, x *index.Space, pr *query.Prober, start felli.Position, side felli.Side, l Level, rng *rand.Rand) string {
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
	return table.Result()
}

// A lost position, played by perfect play on both sides, lasts exactly its
// distance; so does a won one.
func TestPerfectLastsExactly(t *testing.T) {
	for _, test := range []struct {
		ruleset string
		pieces  int
	}{{"felli", 6}, {"felli-compulsory", 6}, {"felli-bouhajbane", 4}, {"fetaix", 3}} {
		t.Run(test.ruleset, func(t *testing.T) {
			t.Parallel()
			x, pr := solved(t, test.ruleset, test.pieces)
			g, rng := x.Game(), rand.New(rand.NewPCG(7, 8))
			games := 2000
			if testing.Short() {
				games = 200
			}
			for i := 0; i < games; {
				p := somewhere(x, test.pieces, rng)
				want, err := pr.Probe(p)
				if err != nil {
					t.Fatal(err)
				}
				if i++; want.Value == felli.Draw {
					continue
				}
				table := NewTable(g, p)
				for table.Result() == pdn.Unfinished {
					a, err := pr.Answer(table.Position())
					if err != nil {
						t.Fatal(err)
					}
					m, err := Level{Tricky: rng.IntN(2) == 0}.Choose(pr, a, rng)
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
