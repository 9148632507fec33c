package felli

// Predecessors lists the positions from which one step without promotion, a
// move that keeps every piece what it is, leads to p. They are the
// predecessors of p inside its slice: captures and promotions leave the slice
// they start in. Each is listed once; their side to move is p's opponent.
// Where captures are compulsory, positions whose mover has one are left out.
// p must pass [Game.Check].
func (g *Game) Predecessors(p Position) []Position { return g.AppendPredecessors(nil, p) }

// AppendPredecessors appends the predecessors of p to ps.
func (g *Game) AppendPredecessors(ps []Position, p Position) []Position {
	s := p.ToMove.Other()
	if p.Pieces(p.ToMove) == 0 || p.Pieces(s) == 0 {
		return ps
	}
	occupied := p.Occupied()
	for m := p.Pieces(s); m != 0; m &= m - 1 {
		to := m.First()
		kind := p.kindAt(s, to)
		for from := g.Origins(s, kind, to, occupied); from != 0; from &= from - 1 {
			q := p
			q.ToMove = s
			swap := to.Bit() | from.First().Bit()
			if kind == Mullah {
				q.Mullahs[s] ^= swap
			} else {
				q.Men[s] ^= swap
			}
			if g.Capture == CaptureCompulsory && g.CanCapture(q) {
				continue
			}
			ps = append(ps, q)
		}
	}
	return ps
}
