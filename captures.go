package felli

// A Leap is a complete capturing turn of one piece: where it ends, what it
// takes, and whether it is promoted. Piece, origin and Leap fix the position
// that follows.
type Leap struct {
	To       Point
	Captured Mask // never empty
	Promotes bool // the piece is a man before and a Mullah after
}

// AppendLeaps appends to leaps every distinct capturing turn of a piece of
// side s and the given kind that stands on from; own are the pieces of its
// side (with or without from), enemy the opponent's. Which of the pieces are
// Mullahs matters only for the leaping one. leaps is returned unchanged when
// it can't leap. It allocates only when leaps has no room, or for chains of
// very many paths. It equals plainLeaps of the tests.
func (g *Game) AppendLeaps(leaps []Leap, s Side, kind Kind, from Point, own, enemy Mask) []Leap {
	own &^= from.Bit()
	occupied, base := own|enemy, len(leaps)
	ways := &g.leaps[s&1][kind&1][from&(maxPoints-1)]
	for near := ways.over & enemy; near != 0; near &= near - 1 {
		over := near.First()
		for m := ways.landings(from, over, occupied); m != 0; m &= m - 1 {
			to := m.First()
			next := g.landed(s, kind, to)
			if g.Chain != ChainSingle && g.canGoOn(s, next, to, own, enemy, over.Bit()) {
				return g.appendTurns(leaps[:base], s, kind, from, own, enemy)
			}
			leaps = append(leaps, Leap{to, over.Bit(), g.promotes(s, kind, next, to, 1)})
		}
	}
	return leaps
}

// canGoOn reports whether a piece that has landed on at can leap again, once
// captured has been taken.
func (g *Game) canGoOn(s Side, kind Kind, at Point, own, enemy, captured Mask) bool {
	occupied, takeable := g.standing(own, enemy, captured)
	return g.leaps[s&1][kind&1][at&(maxPoints-1)].any(at, occupied, takeable)
}

// appendTurns is AppendLeaps for a piece that may leap more than once in a turn.
func (g *Game) appendTurns(leaps []Leap, s Side, kind Kind, from Point, own, enemy Mask) []Leap {
	t := turn{side: s, born: kind, own: own, enemy: enemy, base: len(leaps)}
	return g.extend(leaps, &t, from, kind, 0, 0)
}

// CanLeap reports whether AppendLeaps would find a capture.
func (g *Game) CanLeap(s Side, kind Kind, from Point, own, enemy Mask) bool {
	return g.leaps[s&1][kind&1][from&(maxPoints-1)].any(from, own&^from.Bit()|enemy, enemy)
}

// Leapers are those of pieces, points of own, for which CanLeap is true of a
// piece of the given kind.
func (g *Game) Leapers(s Side, kind Kind, pieces, own, enemy Mask) Mask {
	if kind == Man {
		return g.menHops[s&1].leapers(pieces, enemy, ^(own|enemy)&g.Board.all)
	}
	leapers := Mask(0)
	for ; pieces != 0; pieces &= pieces - 1 {
		if from := pieces.First(); g.CanLeap(s, kind, from, own, enemy) {
			leapers |= from.Bit()
		}
	}
	return leapers
}

// A turn is the search for all capturing turns of one piece.
type turn struct {
	side       Side
	born       Kind // what the piece is before the turn
	own, enemy Mask // without the piece
	base       int  // where the piece's leaps begin in the list

	// Unfinished captures of two pieces or more that have been extended. One
	// piece can be taken in one order only, so below two there are no repeats.
	seen  [16]chainLink
	nSeen int
	more  map[chainLink]bool // those for which seen has no room
}

// A chainLink is where an unfinished capture stands.
type chainLink struct {
	captured Mask
	at       Point
	kind     Kind
}

// extend appends every turn that goes on from at, after depth leaps that took
// captured. It hands the list down and back by value, so that a list on the
// caller's stack stays there.
func (g *Game) extend(leaps []Leap, t *turn, at Point, kind Kind, captured Mask, depth int) []Leap {
	ways := &g.leaps[t.side&1][kind&1][at&(maxPoints-1)]
	occupied, takeable := g.standing(t.own, t.enemy, captured)
	goesOn := false
	for near := ways.over & takeable; near != 0; near &= near - 1 {
		over := near.First()
		landings := ways.landings(at, over, occupied)
		if landings == 0 {
			continue
		}
		if !goesOn && depth >= 2 && t.repeats(chainLink{captured, at, kind}) {
			return leaps
		}
		goesOn = true
		for ; landings != 0; landings &= landings - 1 {
			to := landings.First()
			leaps = g.extend(leaps, t, to, g.landed(t.side, kind, to), captured|over.Bit(), depth+1)
		}
	}
	if !goesOn || g.Chain == ChainOptional {
		leaps = t.end(leaps, g, at, kind, captured, depth)
	}
	return leaps
}

// end appends the turn that ends on at after depth leaps that took captured,
// unless there is none or another path has found it already.
func (t *turn) end(leaps []Leap, g *Game, at Point, kind Kind, captured Mask, depth int) []Leap {
	leap := Leap{at, captured, g.promotes(t.side, t.born, kind, at, depth)}
	switch {
	case depth == 0:
		return leaps
	case depth >= 2:
		for _, have := range leaps[t.base:] {
			if have == leap {
				return leaps
			}
		}
	}
	return append(leaps, leap)
}

// repeats reports whether link has been extended before, and remembers it.
func (t *turn) repeats(link chainLink) bool {
	for _, have := range t.seen[:t.nSeen] {
		if have == link {
			return true
		}
	}
	switch {
	case t.nSeen < len(t.seen):
		t.seen[t.nSeen] = link
		t.nSeen++
	case t.more[link]:
		return true
	case t.more == nil:
		t.more = map[chainLink]bool{link: true}
	default:
		t.more[link] = true
	}
	return false
}

// standing tells, once captured has been taken, which points stop a leaping
// piece and which enemies can still be leapt.
func (g *Game) standing(own, enemy, captured Mask) (occupied, takeable Mask) {
	takeable = enemy &^ captured
	if g.Removal == RemovalDeferred {
		return own | enemy, takeable
	}
	return own | takeable, takeable
}

// landed is what a piece that lands on to inside a chain goes on as.
func (g *Game) landed(s Side, kind Kind, to Point) Kind {
	if kind == Man && g.Promote == PromotePass && g.promotion[s&1].Has(to) {
		return Mullah
	}
	return kind
}

// promotes reports whether a turn that ends on at, as kind and after depth
// leaps, has made a Mullah of what was born before it.
func (g *Game) promotes(s Side, born, kind Kind, at Point, depth int) bool {
	if kind == Man && g.promotion[s&1].Has(at) {
		return g.Promote == PromoteStop || g.Promote == PromoteSingle && depth < 2
	}
	return kind != born
}
