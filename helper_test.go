package felli

import (
	"math/rand/v2"
	"testing"
)

// mustGame compiles the ruleset that text names.
func mustGame(tb testing.TB, text string) *Game {
	tb.Helper()
	r, err := ParseRuleset(text)
	if err != nil {
		tb.Fatal(err)
	}
	return mustCompile(tb, r)
}

func mustCompile(tb testing.TB, r Ruleset) *Game {
	tb.Helper()
	g, err := NewGame(r)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func mustFEN(tb testing.TB, g *Game, fen string) Position {
	tb.Helper()
	p, err := g.ParsePosition(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// randomRuleset is board b under options drawn evenly, each on its own.
func randomRuleset(rng *rand.Rand, b *Board) Ruleset {
	r := Ruleset{Name: "random", Board: b}
	for _, spec := range optionSpecs {
		spec.Set(&r.Options, spec.Values[rng.IntN(len(spec.Values))])
	}
	return r
}

// randomPosition is a position that passes Check, with pieces on both sides.
func randomPosition(rng *rand.Rand, g *Game) Position {
	for {
		p := Position{ToMove: Side(rng.IntN(2))}
		density := rng.Float64()
		for at := range Point(g.Board.Points()) {
			if rng.Float64() > density {
				continue
			}
			men := &p.Men
			if g.Promotion != PromotionNone && rng.IntN(3) == 0 {
				men = &p.Mullahs
			}
			men[rng.IntN(2)] |= at.Bit()
		}
		if p.Pieces(White) != 0 && p.Pieces(Black) != 0 && g.Check(p) == nil {
			return p
		}
	}
}

// eachPosition calls f with every position that passes Check in which White
// has w pieces and Black has b, by trying everything.
func eachPosition(g *Game, toMove Side, w, b int, f func(Position)) {
	var place func(at Point, left [2]int, p Position)
	place = func(at Point, left [2]int, p Position) {
		if left == [2]int{} {
			if g.Check(p) == nil {
				f(p)
			}
			return
		}
		if int(at) == g.Board.Points() {
			return
		}
		place(at+1, left, p)
		for s := range left {
			if left[s] == 0 {
				continue
			}
			less := left
			less[s]--
			q := p
			q.Men[s] |= at.Bit()
			place(at+1, less, q)
			if g.Promotion != PromotionNone {
				q = p
				q.Mullahs[s] |= at.Bit()
				place(at+1, less, q)
			}
		}
	}
	place(0, [2]int{w, b}, Position{ToMove: toMove})
}
