package query

import (
	"fmt"

	"felli"
)

// Sentence says for people what p is worth, such as "White wins in 25 plies
// (13 moves)"; r is the value for its side to move.
func Sentence(g *felli.Game, p felli.Position, r felli.Result) string {
	mover := p.ToMove
	if p.Pieces(mover) == 0 {
		return fmt.Sprintf("The game is over: %s has no pieces and has lost", mover)
	}
	if !g.CanMove(p) {
		if g.Stalemate == felli.StalemateDraw {
			return fmt.Sprintf("The game is over: %s has no move, a draw", mover)
		}
		return fmt.Sprintf("The game is over: %s has no move and has lost", mover)
	}
	switch r.Value {
	case felli.Win:
		return fmt.Sprintf("%s wins in %s", mover, howLong(r))
	case felli.Loss:
		return fmt.Sprintf("%s wins in %s", mover.Other(), howLong(r))
	case felli.Draw:
		return "A draw: neither side can force a win"
	default:
		return "Unknown: beyond the tables that are built"
	}
}

// Distance says a distance for people, in plies and in the winner's moves:
// "25 plies (13 moves)".
func Distance(d felli.Plies) string {
	return fmt.Sprintf("%s (%s)", plural(int(d), "ply", "plies"), plural((int(d)+1)/2, "move", "moves"))
}

// howLong is the distance of a decided result.
func howLong(r felli.Result) string {
	if r.AtMost {
		return "at most " + Distance(r.DTW)
	}
	return Distance(r.DTW)
}

// Brief is r in a few words: "win in 25", "loss in 24", "draw", "unknown".
func Brief(r felli.Result) string {
	if r.Value == felli.Win || r.Value == felli.Loss {
		if r.AtMost {
			return fmt.Sprintf("%s in at most %d", r.Value, r.DTW)
		}
		return fmt.Sprintf("%s in %d", r.Value, r.DTW)
	}
	return r.Value.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
