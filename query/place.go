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
	space    *index.Space
	own, opp corner // the mover's pieces and its opponent's, before the move
	turned   bool   // the block is seen turned by 180°
	symmetry int    // that makes the major set canonical
	first    uint64 // the index is this plus both parts
}

// A corner is one side of a place.
type corner struct {
	free   felli.Mask // its pieces, as the layout sees them, that may be men
	stride uint64     // of its kinds in the index
}

// find prepares for positions of s, whose layout is l, after a move: own are
// the points of the mover then, opp those of its opponent, whose turn it is.
func (pl *place) find(x *index.Space, l *index.Layout, s index.Slice, mover felli.Side, own, opp felli.Mask) {
	pl.space = x
	major, minor := opp, own
	if !s.MajorToMove() {
		major, minor = own, opp
	}
	if pl.turned = s.MajorToMove() == (mover == felli.White); pl.turned {
		board := x.Game().Board
		major, minor = board.Rotate(major), board.Rotate(minor)
	}
	var number, kinds int
	number, pl.symmetry = l.Majors.Find(major)
	if pl.symmetry != 0 {
		major, minor = x.Map(pl.symmetry, major), x.Map(pl.symmetry, minor)
	}
	pl.first, kinds = l.BlockOn(number, x.RelativeOn(major, minor))
	pl.opp = corner{major &^ x.MajorPromotion(), uint64(kinds)}
	pl.own = corner{minor &^ x.MinorPromotion(), 1}
	if !s.MajorToMove() {
		pl.own, pl.opp = pl.opp, pl.own
	}
}

// straight reports whether the layout sees the board as the block does from
// which the move came.
func (pl *place) straight() bool { return !pl.turned && pl.symmetry == 0 }

// part is what a side with the given Mullahs adds to the index.
func (pl *place) part(c *corner, mullahs felli.Mask) uint64 {
	if pl.turned {
		mullahs = pl.space.Game().Board.Rotate(mullahs)
	}
	if pl.symmetry != 0 {
		mullahs = pl.space.Map(pl.symmetry, mullahs)
	}
	return uint64(index.Colex(index.Gather(c.free, 0, mullahs&c.free))) * c.stride
}
