package naive

import (
	"math/rand/v2"

	"felli"
)

// RandomRuleset is a ruleset on board with every option drawn at random, for
// tests. Mullahs are more likely than not, as most options are about them.
// It bears the name of a named ruleset on that board, or the board's own name
// where there is none.
func RandomRuleset(rng *rand.Rand, board *felli.Board) felli.Ruleset {
	r := felli.Ruleset{Name: board.Name, Board: board}
	for _, named := range felli.Rulesets() {
		if named.Board == board {
			r = named
			break
		}
	}
	r.Sentence, r.Source = "", ""
	r.Options = felli.Options{
		Capture:       felli.Capture(rng.IntN(2)),
		Chain:         felli.Chain(rng.IntN(3)),
		Removal:       felli.Removal(rng.IntN(2)),
		MenMove:       felli.MenDirection(rng.IntN(2)),
		MenCapture:    felli.MenDirection(rng.IntN(2)),
		Promotion:     felli.Promotion((rng.IntN(5) + 1) % 3), // none once, the others twice in 5
		Promote:       felli.Promote(rng.IntN(3)),
		MullahMove:    felli.MullahMove(rng.IntN(2)),
		MullahCapture: felli.MullahCapture(rng.IntN(2)),
		Stalemate:     felli.Stalemate(rng.IntN(2)),
	}
	return r
}

// RandomPosition is a position of r drawn at random, for tests: any side to
// move, each side with 1 to maxPieces pieces wherever they can stand, and with
// Mullahs among them if there is promotion.
func (r *Rules) RandomPosition(rng *rand.Rand, maxPieces int) felli.Position {
	maxPieces = min(maxPieces, r.Board.MaxPieces, r.Board.Points()/2)
	for {
		want := [2]int{1 + rng.IntN(maxPieces), 1 + rng.IntN(maxPieces)}
		mullahs := rng.IntN(4) // in 4
		var on placement
		for _, i := range rng.Perm(r.Board.Points()) {
			side := felli.Side(rng.IntN(2))
			if want[side] == 0 {
				side = side.Other()
			}
			pc := piece{side, felli.Man, true}
			if r.Promotion != felli.PromotionNone && rng.IntN(4) < mullahs {
				pc.kind = felli.Mullah
			}
			if want[side] > 0 && (pc.kind == felli.Mullah || r.manCanStand(side, felli.Point(i))) {
				on[i] = pc
				want[side]--
			}
		}
		if want == [2]int{} {
			return on.position(felli.Side(rng.IntN(2)))
		}
	}
}
