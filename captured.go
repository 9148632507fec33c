package felli

// AppendCaptured appends to list the positions that the captures of p lead to,
// one for each capture that [Game.Moves] has, in no particular order. It does
// for a search of captures what listing and playing them would, in a fraction
// of the time: a leap of one piece that ends the turn is played as it is
// found, and only pieces with longer chains go through [Game.AppendLeaps].
// p must pass [Game.Check]. It allocates only when list has no room, or for
// chains of very many paths.
func (g *Game) AppendCaptured(list []Position, p Position) []Position {
	s := p.ToMove & 1
	own, enemy := p.Pieces(s), p.Pieces(s.Other())
	empty := ^(own | enemy) & g.Board.all
	var chains Mask // pieces with captures of more than one
	for _, h := range g.menHops[s].up {
		for leapers := h.up(enemy, empty) & p.Men[s]; leapers != 0; leapers &= leapers - 1 {
			from := leapers & -leapers
			over := from << (h.over & 31)
			list = g.appendSingle(list, &p, Man, from, over, over<<(h.to&31), &chains)
		}
	}
	for _, h := range g.menHops[s].down {
		for leapers := h.down(enemy, empty) & p.Men[s]; leapers != 0; leapers &= leapers - 1 {
			from := leapers & -leapers
			over := from >> (h.over & 31)
			list = g.appendSingle(list, &p, Man, from, over, over>>(h.to&31), &chains)
		}
	}
	for m := p.Mullahs[s]; m != 0; m &= m - 1 {
		from := m.First()
		ways := &g.leaps[s][Mullah][from]
		for near := ways.over & enemy; near != 0; near &= near - 1 {
			over := near.First()
			for to := ways.landings(from, over, own|enemy); to != 0; to &= to - 1 {
				list = g.appendSingle(list, &p, Mullah, from.Bit(), over.Bit(), to&-to, &chains)
			}
		}
	}
	if chains != 0 {
		list = g.appendChains(list, p, chains)
	}
	return list
}

// appendSingle appends what a leap from one point over an enemy to another
// makes of p when the turn ends there, and marks the piece in chains when it
// may go on.
func (g *Game) appendSingle(list []Position, p *Position, kind Kind, from, over, to Mask, chains *Mask) []Position {
	s := p.ToMove & 1
	at := to.First()
	next := g.landed(s, kind, at)
	if g.Chain != ChainSingle {
		own, enemy := p.Pieces(s)&^from, p.Pieces(s.Other())
		if g.canGoOn(s, next, at, own, enemy, over) {
			*chains |= from
			if g.Chain == ChainCompulsory {
				return list
			}
		}
	}
	return append(list, p.taken(from, to, over, kind == Mullah || g.promotes(s, kind, next, at, 1)))
}

// appendChains appends the positions that captures of more than one by the
// given pieces lead to.
func (g *Game) appendChains(list []Position, p Position, pieces Mask) []Position {
	s := p.ToMove & 1
	own, enemy := p.Pieces(s), p.Pieces(s.Other())
	var room [24]Leap
	for m := pieces; m != 0; m &= m - 1 {
		from := m.First()
		kind := p.kindAt(s, from)
		for _, l := range g.AppendLeaps(room[:0], s, kind, from, own, enemy) {
			if l.Captured&(l.Captured-1) != 0 { // appendSingle has the others
				list = append(list, p.taken(from.Bit(), l.To.Bit(), l.Captured, kind == Mullah || l.Promotes))
			}
		}
	}
	return list
}

// taken is p after the piece of the side to move on from has gone to another
// point and taken some enemies, or none; mullah tells what it is then.
func (p *Position) taken(from, to, captured Mask, mullah bool) Position {
	s, o := p.ToMove&1, p.ToMove.Other()&1
	q := *p
	q.Men[s] &^= from
	q.Mullahs[s] &^= from
	if mullah {
		q.Mullahs[s] |= to
	} else {
		q.Men[s] |= to
	}
	q.Men[o] &^= captured
	q.Mullahs[o] &^= captured
	q.ToMove = o
	return q
}
