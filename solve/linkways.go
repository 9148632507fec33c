package solve

import (
	"math/bits"

	"felli"
	"felli/index"
)

// The three ways to make a link, for the positions in which the move takes a
// given number of Mullahs. Each reports whether there are such positions.

// linkMajor links a move of the major side. It has as many pieces afterwards,
// so it stays the major side, and the geometry says where its set goes.
func (b *block) linkMajor(d departure, dep *dependency, mullahs int, allowed []bool) bool {
	j, fr := b.j, b.fr
	from := fr.pieces[d.piece]
	sh := &j.geometry.at(fr.Number, d.piece)[d.to]
	view := b.view(sh.symmetry)
	gone := b.seen(sh.symmetry, d.captured)
	first, minorKinds := dep.layout.BlockOn(int(sh.number), sh.move(view.relative&^gone))
	if minorKinds == 0 {
		return false
	}
	b.link.first = first

	list := b.link.sides[0][:0]
	keep, mirror := b.majorKinds(sh, d.piece, from, d.to), b.mirrorOf(sh)
	var raise kindStep
	if d.promotes {
		raise = b.majorRaise(sh, d.piece, from, d.to)
	}
	for own, m := range fr.mullahs {
		if !d.kinds.has(m.Has(from)) || allowed != nil && !allowed[own] {
			continue
		}
		kind := 0
		if d.promotes {
			kind = raise.of(own)
		} else {
			kind = j.kept(keep, mirror, own)
		}
		list = append(list, linkKind{own, uint64(kind * minorKinds)})
	}
	b.link.sides[0] = list
	if len(list) == 0 {
		return false
	}

	lost := gather32(view.relative, gone)
	losses := j.maps[minorMoves].afterLoss(b.promoted, lost)
	list = b.link.sides[1][:0]
	for opp, k := range view.kinds {
		if l := losses[k]; int(l.mullahs) == mullahs {
			list = append(list, linkKind{opp, uint64(l.kind)})
		}
	}
	b.link.sides[1] = list
	return len(list) > 0
}

// seen is the relative set of some of the block's minor points under a symmetry.
func (b *block) seen(symmetry uint8, points felli.Mask) (relative uint32) {
	at := int(symmetry) * b.j.game.Board.Points()
	for ; points != 0; points &= points - 1 {
		relative |= b.fr.bits[at+int(points.First())]
	}
	return relative
}

// gather32 says which of the bits of set, counted from the lowest, are in part.
func gather32(set, part uint32) (places uint32) {
	for ; part != 0; part &= part - 1 {
		places |= 1 << bits.OnesCount32(set&(part&-part-1))
	}
	return places
}

// A kindStep is what becomes of a side's kinds by one step: first the step
// itself, then the mirror where the set that follows is stored mirrored.
type kindStep struct{ step, mirror []uint16 }

func (k *kindStep) of(kind int) int {
	kind = int(k.step[kind])
	if k.mirror != nil {
		kind = int(k.mirror[kind])
	}
	return kind
}

// majorRaise is majorKinds for a man that is promoted. The target has a Mullah
// more, and so other kinds, whose mirror images are worked out here.
func (b *block) majorRaise(sh *shift, i int, from, to felli.Point) (k kindStep) {
	j := b.j
	km := j.maps[majorMoves]
	change := 1
	if p := j.space.MajorPromotion(); p != 0 {
		change += b2i(p.Has(to)) - b2i(p.Has(from))
	}
	k.step = km.raise[km.key(b.fr.promoted, change, i, int(sh.place))]
	if sh.symmetry == 0 {
		return k
	}
	set := j.layout.Majors.Sets[sh.number]
	if mullahs := km.mullahs + 1 - (set & j.space.MajorPromotion()).Len(); mullahs >= 0 && km.pieces > 1 {
		pieces := (set &^ j.space.MajorPromotion()).Len()
		b.raised = mirrorKinds(b.raised[:0], j.space, j.space.Map(1, set), j.space.MajorPromotion(), index.Subsets(pieces, mullahs))
		k.mirror = b.raised
	}
	return k
}

// A cut is the major set of a frame without the pieces in some places.
type cut struct {
	known    bool
	number   uint32
	symmetry uint8
	losses   []lossKind // by kind, as seen under the symmetry
}

// mostCutPieces is how many pieces the major side may have for its cuts to be
// kept while a worker stays on a frame.
const mostCutPieces = 12

// cut is the frame's set without lost, some of its points.
func (b *block) cut(l *index.Layout, lost felli.Mask) *cut {
	j, fr := b.j, b.fr
	if b.cutsOf != fr.Number {
		b.cutsOf = fr.Number
		if b.cuts == nil {
			b.cuts = make([]cut, 1<<min(len(fr.pieces), mostCutPieces))
		}
		for i := range b.cuts {
			b.cuts[i].known = false
		}
	}
	var places uint32
	for i, p := range fr.pieces {
		if lost.Has(p) {
			places |= 1 << i
		}
	}
	c := &b.cuts[places&uint32(len(b.cuts)-1)]
	if c.known && len(fr.pieces) <= mostCutPieces {
		return c
	}
	c.known = true
	left := fr.Set &^ lost
	number, symmetry := l.Majors.Find(left)
	c.number, c.symmetry = uint32(number), uint8(symmetry)
	c.losses = append(c.losses[:0], j.maps[majorMoves].afterLoss(fr.promoted, places)...)
	if symmetry != 0 && j.maps[majorMoves].mullahs > 0 {
		free := j.space.Map(symmetry, left) &^ j.space.MajorPromotion()
		for own, m := range fr.mullahs {
			m = j.space.Map(symmetry, m&^lost)
			c.losses[own].kind = uint16(index.Colex(index.Gather(free, 0, m&free)))
		}
	}
	return c
}

// linkMinor links a leap of the minor side after which the major side still is
// the major side.
func (b *block) linkMinor(d departure, dep *dependency, mullahs int, allowed []bool) bool {
	fr, x := b.fr, b.j.space
	from := b.pieces[d.piece]
	c := b.cut(dep.layout, d.captured)
	set := x.Map(int(c.symmetry), fr.Set&^d.captured)
	minor := x.Map(int(c.symmetry), b.minor&^from.Bit()|d.to.Bit())
	first, minorKinds := dep.layout.BlockOn(int(c.number), x.RelativeOn(set, minor))
	if minorKinds == 0 {
		return false
	}
	b.link.first = first

	list := b.link.sides[0][:0]
	for own, l := range c.losses {
		if int(l.mullahs) == mullahs {
			list = append(list, linkKind{own, uint64(int(l.kind) * minorKinds)})
		}
	}
	b.link.sides[0] = list
	if len(list) == 0 {
		return false
	}
	w := weights{b: b, free: minor &^ x.MinorPromotion(), symmetry: int(c.symmetry)}
	b.linkMover(d, &w, from, 1, allowed)

	return len(b.link.sides[1]) > 0
}

// linkTurned links a move of the minor side after which it is the major side.
func (b *block) linkTurned(d departure, dep *dependency, mullahs int, allowed []bool) bool {
	x, board := b.j.space, b.j.game.Board
	from := b.movers(d.t)[d.piece]
	own, enemy := b.sets(d.t)
	major := board.Rotate(own&^from.Bit() | d.to.Bit())
	minor := board.Rotate(enemy &^ d.captured)
	number, symmetry := dep.layout.Majors.Find(major)
	if symmetry != 0 {
		major, minor = x.Map(symmetry, major), x.Map(symmetry, minor)
	}
	first, minorKinds := dep.layout.BlockOn(number, x.RelativeOn(major, minor))
	if minorKinds == 0 {
		return false
	}
	b.link.first = first
	w := weights{b: b, free: major &^ x.MajorPromotion(), symmetry: symmetry, turned: true}
	b.linkMover(d, &w, from, uint64(minorKinds), allowed)
	if len(b.link.sides[d.t]) == 0 {
		return false
	}
	w.free = minor &^ x.MinorPromotion()
	b.linkOpponent(d, &w, mullahs)
	return len(b.link.sides[1-d.t]) > 0
}

// weights gives the bit of each piece in the kind set of the target.
type weights struct {
	b        *block
	free     felli.Mask // the side's pieces off promotion points, as the target sees them
	symmetry int
	turned   bool
}

// bit is the kind bit of the piece on p, or 0 where the target takes a Mullah
// for granted.
func (w *weights) bit(p felli.Point) uint32 {
	if w.turned {
		p = w.b.j.game.Board.RotatePoint(p)
	}
	p = w.b.j.space.MapPoint(w.symmetry, p)
	if !w.free.Has(p) {
		return 0
	}
	return 1 << (w.free & (p.Bit() - 1)).Len()
}

// kindBits are the kind sets of a side of the block, and its pieces that they
// speak of; the others, on promotion points, are Mullahs.
func (b *block) kindBits(side int) (kinds []uint32, pieces []felli.Point) {
	if side == minorMoves {
		return b.minorKinds, b.pieces[b.promoted:]
	}
	return b.fr.Kinds, b.fr.pieces[b.fr.promoted:]
}

// linkMover lists what becomes of the kinds of the side that moves.
func (b *block) linkMover(d departure, w *weights, from felli.Point, stride uint64, allowed []bool) {
	kinds, pieces := b.kindBits(d.t)
	var bit [32]uint32
	moving := -1 // the moving piece's place among pieces; none on a promotion point
	for i, p := range pieces {
		if p == from {
			moving, p = i, d.to
		}
		bit[i] = w.bit(p)
	}
	var always uint32
	if moving < 0 || d.promotes {
		always = w.bit(d.to)
	}
	list := b.link.sides[d.t][:0]
	for k, kind := range kinds {
		if allowed != nil && !allowed[k] {
			continue
		}
		if !d.kinds.has(moving < 0 || kind>>moving&1 != 0) {
			continue
		}
		seen := always
		for ; kind != 0; kind &= kind - 1 {
			seen |= bit[bits.TrailingZeros32(kind)]
		}
		list = append(list, linkKind{k, uint64(index.Colex(seen)) * stride})
	}
	b.link.sides[d.t] = list
}

// linkOpponent lists what becomes of the kinds of the side that loses pieces,
// the target's minor side.
func (b *block) linkOpponent(d departure, w *weights, mullahs int) {
	side := 1 - d.t
	kinds, pieces := b.kindBits(side)
	var bit [32]uint32
	var captured uint32
	for i, p := range pieces {
		if d.captured.Has(p) {
			captured |= 1 << i
		} else {
			bit[i] = w.bit(p)
		}
	}
	granted := d.captured.Len() - bits.OnesCount32(captured) // taken from promotion points
	list := b.link.sides[side][:0]
	for k, kind := range kinds {
		if bits.OnesCount32(kind&captured)+granted != mullahs {
			continue
		}
		var seen uint32
		for kind &^= captured; kind != 0; kind &= kind - 1 {
			seen |= bit[bits.TrailingZeros32(kind)]
		}
		list = append(list, linkKind{k, uint64(index.Colex(seen))})
	}
	b.link.sides[side] = list
}
