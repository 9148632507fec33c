package query

import (
	"felli"
	"felli/index"
)

// A place ranks positions that differ only in which of their pieces are
// Mullahs: in one block their index is a part that depends on the one side's
// Mullahs plus a part that depends on the other's (see package index). It must
// equal [index.Space.RankIn], position by position.
type place struct {
	space     *index.Space
	own, opp  corner // the mover's pieces and its opponent's, before the move
	turned    bool   // the block is seen turned by 180°
	symmetry  int    // that makes the major set canonical
	firstBase uint64 // the index is this plus both parts
}

// A corner is one side of a place.
type corner struct {
	set    felli.Mask // its pieces as the layout sees them
	forced felli.Mask // where they must be Mullahs
	stride uint64     // of its kinds in the index
}

// find prepares for positions of s, whose layout is l, after a move: p is any
// of them, mover the side that has moved.
func (pl *place) find(x *index.Space, l *index.Layout, s index.Slice, p felli.Position, mover felli.Side) {
	major := p.ToMove
	if !s.MajorToMove() {
		major = major.Other()
	}
	pl.space, pl.turned = x, major == felli.Black
	var majorSet, minorSet felli.Mask
	if pl.turned {
		b := x.Game().Board
		majorSet, minorSet = b.Rotate(p.Pieces(felli.Black)), b.Rotate(p.Pieces(felli.White))
	} else {
		majorSet, minorSet = p.Pieces(felli.White), p.Pieces(felli.Black)
	}
	_, pl.symmetry = l.Majors.Find(majorSet)
	if pl.symmetry != 0 {
		majorSet, minorSet = x.Map(pl.symmetry, majorSet), x.Map(pl.symmetry, minorSet)
	}
	forced := x.MinorPromotion() & minorSet
	kinds := index.Choose(l.Minor.Pieces()-forced.Len(), l.Minor.Mullahs-forced.Len())
	first := corner{majorSet, x.MajorPromotion(), kinds}
	second := corner{minorSet, x.MinorPromotion(), 1}
	if mover == major {
		pl.own, pl.opp = first, second
	} else {
		pl.own, pl.opp = second, first
	}
	pl.firstBase = x.RankIn(l, s, p) - pl.part(&pl.own, p.Mullahs[mover]) - pl.part(&pl.opp, p.Mullahs[mover.Other()])
}

// part is what a side with the given Mullahs adds to the index.
func (pl *place) part(c *corner, mullahs felli.Mask) uint64 {
	if pl.turned {
		mullahs = pl.space.Game().Board.Rotate(mullahs)
	}
	if pl.symmetry != 0 {
		mullahs = pl.space.Map(pl.symmetry, mullahs)
	}
	set := c.set &^ c.forced
	var kind uint32
	for m := mullahs &^ c.forced; m != 0; m &= m - 1 {
		kind |= 1 << (set & (m&-m - 1)).Len()
	}
	return uint64(index.Colex(kind)) * c.stride
}
