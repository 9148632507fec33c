package felli

import "fmt"

// A PositionError tells why a position can't arise in a game. It matches
// [ErrInput].
type PositionError struct {
	FEN    string // the position, as far as it can be written
	Point  Point  // the offending point, or NoPoint when it is no single one
	Reason string // what is wrong, and what would be right
}

func (e *PositionError) Error() string { return fmt.Sprintf("check position %q: %s", e.FEN, e.Reason) }

// Is reports whether target is [ErrInput].
func (e *PositionError) Is(target error) bool { return target == ErrInput }

// Check reports, as a *[PositionError], why p isn't a position of the game:
// a point off the board or used twice, too many pieces, a Mullah where the
// game has none, a man where no man can stand, or an opponent without pieces.
// It returns nil for any placement that breaks none of these, reachable from
// the start or not. A side to move without pieces is fine: it has lost.
func (g *Game) Check(p Position) error {
	at, reason := g.fault(p)
	if reason == "" {
		return nil
	}
	return &PositionError{FEN: g.FEN(p), Point: at, Reason: reason}
}

// fault is the first thing wrong with p, and the point it happens on; reason
// is empty when all is well.
func (g *Game) fault(p Position) (at Point, reason string) {
	b := g.Board
	if p.ToMove > Black {
		return NoPoint, fmt.Sprintf("side to move %d, want White (0) or Black (1)", p.ToMove)
	}
	var seen Mask
	for _, m := range []Mask{p.Men[White], p.Mullahs[White], p.Men[Black], p.Mullahs[Black]} {
		if off := m &^ b.all; off != 0 {
			return NoPoint, fmt.Sprintf("point number %d is off the %s board, want 0 to %d", off.First(), b.Name, b.Points()-1)
		}
		if twice := m & seen; twice != 0 {
			return twice.First(), fmt.Sprintf("point %s holds two pieces, want at most one on a point", b.names[twice.First()])
		}
		seen |= m
	}
	for _, s := range []Side{White, Black} {
		if at, reason := g.sideFault(p, s); reason != "" {
			return at, reason
		}
	}
	if s := p.ToMove; p.Pieces(s) != 0 && p.Pieces(s.Other()) == 0 {
		q := p
		q.ToMove = s.Other()
		return NoPoint, fmt.Sprintf("%s to move, but %s has no pieces: the game ended a turn earlier, with %s to move and lost (%s)",
			s, s.Other(), s.Other(), g.FEN(q))
	}
	return NoPoint, ""
}

func (g *Game) sideFault(p Position, s Side) (at Point, reason string) {
	b := g.Board
	if m := p.Mullahs[s]; m != 0 && g.Promotion == PromotionNone {
		name := b.names[m.First()]
		return m.First(), fmt.Sprintf("%s Mullah K%s, but %s has no Mullahs (promotion=none): write %s for a man", s, name, g.Ruleset, name)
	}
	if m := p.Men[s] &^ g.menZone[s]; m != 0 {
		name := b.names[m.First()]
		return m.First(), fmt.Sprintf("%s man on %s, where no man can stand: it is promoted there (promotion=%s, promote=%s), write K%s for a Mullah",
			s, name, optionSpecs[5].Value(g.Options), optionSpecs[6].Value(g.Options), name)
	}
	if n := p.Pieces(s).Len(); n > b.MaxPieces {
		return NoPoint, fmt.Sprintf("%s has %d pieces, want at most %d on the %s board", s, n, b.MaxPieces, b.Name)
	}
	return NoPoint, ""
}
