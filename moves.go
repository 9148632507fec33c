package felli

// A Move is one turn: a step, or a leap with everything its chain takes. The
// zero value is no move. Two moves are the same, by ==, exactly when they
// leave from the same point and reach the same position.
type Move struct {
	From, To Point
	Captured Mask // the enemy pieces taken; empty for a step
	Promotes bool // the moving man is a Mullah afterwards
}

// IsCapture reports whether m takes anything.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// Moves lists the legal moves of the side to move in p, each once. A position
// whose side to move has no piece has none. p must pass [Game.Check].
func (g *Game) Moves(p Position) []Move { return g.AppendMoves(nil, p) }

// AppendMoves appends the legal moves in p to moves. It allocates only when
// moves has no room, or when one piece has a great many captures.
func (g *Game) AppendMoves(moves []Move, p Position) []Move {
	base := len(moves)
	moves = g.appendLeapMoves(moves, p)
	if g.Capture == CaptureCompulsory && len(moves) > base {
		return moves
	}
	s, occupied := p.ToMove&1, p.Occupied()
	for m := p.Men[s]; m != 0; m &= m - 1 {
		from := m.First()
		for to := g.menStep[s][from] &^ occupied; to != 0; to &= to - 1 {
			t := to.First()
			moves = append(moves, Move{From: from, To: t, Promotes: g.promotion[s].Has(t)})
		}
	}
	for m := p.Mullahs[s]; m != 0; m &= m - 1 {
		from := m.First()
		for to := g.glide(from, occupied); to != 0; to &= to - 1 {
			moves = append(moves, Move{From: from, To: to.First()})
		}
	}
	return moves
}

func (g *Game) appendLeapMoves(moves []Move, p Position) []Move {
	s := p.ToMove & 1
	own, enemy := p.Pieces(s), p.Pieces(s.Other())
	leapers := g.Leapers(s, Man, p.Men[s], own, enemy) | g.Leapers(s, Mullah, p.Mullahs[s], own, enemy)
	if leapers == 0 {
		return moves
	}
	var room [32]Leap
	for m := leapers; m != 0; m &= m - 1 {
		from := m.First()
		for _, l := range g.AppendLeaps(room[:0], s, p.kindAt(s, from), from, own, enemy) {
			moves = append(moves, Move{from, l.To, l.Captured, l.Promotes})
		}
	}
	return moves
}

// CanCapture reports whether the side to move has a leap. It is much faster
// than listing the moves.
func (g *Game) CanCapture(p Position) bool {
	s := p.ToMove & 1
	own, enemy := p.Pieces(s), p.Pieces(s.Other())
	if g.Leapers(s, Man, p.Men[s], own, enemy) != 0 {
		return true
	}
	for m := p.Mullahs[s]; m != 0; m &= m - 1 {
		if g.CanLeap(s, Mullah, m.First(), own, enemy) {
			return true
		}
	}
	return false
}

func (p Position) kindAt(s Side, at Point) Kind {
	if p.Mullahs[s].Has(at) {
		return Mullah
	}
	return Man
}

// Play is the position after the side to move plays m in p. m must be one of
// [Game.Moves](p); Play doesn't test that.
func (g *Game) Play(p Position, m Move) Position {
	return p.taken(m.From.Bit(), m.To.Bit(), m.Captured, m.Promotes || p.Mullahs[p.ToMove&1].Has(m.From))
}
