package felli

// Perft counts the sequences of exactly depth moves from p; games that end
// earlier count nothing. It is 1 for depth 0 and below. The count wraps beyond
// 2^64-1. p must pass [Game.Check].
func (g *Game) Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	n, _ := g.perft(p, depth, make([]Move, 0, 64*depth))
	return n
}

// perft uses what room lies behind the end of moves, and returns moves with
// the room it has grown.
func (g *Game) perft(p Position, depth int, moves []Move) (uint64, []Move) {
	if depth == 1 {
		n, moves := g.countMoves(p, moves)
		return uint64(n), moves
	}
	base := len(moves)
	moves = g.AppendMoves(moves, p)
	var total uint64
	for i := base; i < len(moves); i++ {
		var n uint64
		n, moves = g.perft(g.Play(p, moves[i]), depth-1, moves)
		total += n
	}
	return total, moves[:base]
}

// countMoves is len(AppendMoves(nil, p)), listing only the captures.
func (g *Game) countMoves(p Position, moves []Move) (int, []Move) {
	base := len(moves)
	moves = g.appendLeapMoves(moves, p)
	n := len(moves) - base
	if n > 0 && g.Capture == CaptureCompulsory {
		return n, moves[:base]
	}
	s, occupied := p.ToMove, p.Occupied()
	for m := p.Pieces(s); m != 0; m &= m - 1 {
		from := m.First()
		n += g.Destinations(s, p.kindAt(s, from), from, occupied).Len()
	}
	return n, moves[:base]
}
