package proof

import (
	"math/rand/v2"
	"testing"

	"felli"
	"felli/index"
)

func leaves(tb testing.TB, x *index.Space, tables Tables, pieces int) *Leaves {
	tb.Helper()
	l, err := NewLeaves(x, tables, pieces)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// randomPosition puts so many pieces on the board, at least one a side, any of
// them Mullahs where the game has them, with either side to move.
func randomPosition(rng *rand.Rand, g *felli.Game, pieces int) felli.Position {
	for {
		var p felli.Position
		mullahs := rng.IntN(7)
		own := 1 + rng.IntN(pieces-1)
		for i, at := range rng.Perm(g.Board.Points())[:pieces] {
			s := felli.White
			if i >= own {
				s = felli.Black
			}
			if g.Promotion != felli.PromotionNone && rng.IntN(6) < mullahs {
				p.Mullahs[s] |= felli.Point(at).Bit()
			} else {
				p.Men[s] |= felli.Point(at).Bit()
			}
		}
		p.ToMove = felli.Side(rng.IntN(2))
		if g.Check(p) == nil {
			return p
		}
	}
}
