package felli

// Ended reports whether the game is over in p, and what it is worth then to
// the side to move: a loss in 0 plies when that side has no piece, and when it
// has no legal move a loss in 0 or, under stalemate=draw, a draw. p must pass
// [Game.Check].
func (g *Game) Ended(p Position) (Result, bool) {
	switch {
	case p.Pieces(p.ToMove) == 0:
		return Result{Value: Loss}, true
	case g.CanMove(p):
		return Result{}, false
	case g.Stalemate == StalemateDraw:
		return Result{Value: Draw}, true
	default:
		return Result{Value: Loss}, true
	}
}

// CanMove reports whether the side to move has a legal move in p. It is
// faster than asking whether [Game.Moves] is empty.
func (g *Game) CanMove(p Position) bool {
	s, occupied := p.ToMove, p.Occupied()
	for m := p.Pieces(s); m != 0; m &= m - 1 {
		from := m.First()
		if g.Destinations(s, p.kindAt(s, from), from, occupied) != 0 {
			return true
		}
	}
	return g.CanCapture(p)
}
