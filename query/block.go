package query

import (
	"felli"
	"felli/index"
)

// A block is the positions of a slice that differ only in which of their
// pieces are Mullahs. They lie next to each other in the index, and their
// steps and leaps differ only in what the moving piece is: geometry is worked
// out once for all of them.
//
// A block is seen in its layout's frame, the major side being White at the
// bottom, whoever is to move.
type block struct {
	slice    index.Slice
	mover    felli.Side
	own, opp felli.Mask
	// ownMullahs and oppMullahs list the Mullah sets of the two sides. The
	// position with the q-th and the r-th of them has the index
	// first + q*qStride + r*rStride.
	ownMullahs, oppMullahs []felli.Mask
	first                  uint64
	qStride, rStride       uint64
	number                 int // of the major set
}

// position is the position with the given Mullahs, the mover to move.
func (b *block) position(q, r felli.Mask) felli.Position {
	var p felli.Position
	o := b.mover.Other()
	p.ToMove = b.mover
	p.Mullahs[b.mover], p.Mullahs[o] = q, r
	p.Men[b.mover], p.Men[o] = b.own&^q, b.opp&^r
	return p
}

func (b *block) index(q, r int) uint64 {
	return b.first + uint64(q)*b.qStride + uint64(r)*b.rStride
}

// size is the number of positions.
func (b *block) size() int { return len(b.ownMullahs) * len(b.oppMullahs) }

// A blockScanner walks the blocks of a slice. It must equal the plain
// [index.Space.Scan].
type blockScanner struct {
	space        *index.Space
	layout       *index.Layout
	slice        index.Slice
	frame        index.Frame
	block        block
	major, minor []felli.Mask
}

func newBlockScanner(x *index.Space, s index.Slice) *blockScanner {
	return &blockScanner{space: x, layout: x.Layout(s), slice: s}
}

// majors is the number of major sets, which are scanned one by one.
func (sc *blockScanner) majors() int { return len(sc.layout.Majors.Sets) }

// scan calls f for every block on the major set with the given number, in
// index order, until f returns an error. The block is used again.
func (sc *blockScanner) scan(number int, f func(*block) error) error {
	l := sc.layout
	if l.MajorBase(number) == l.MajorBase(number+1) {
		return nil
	}
	l.Frame(&sc.frame, number)
	set := sc.frame.Set
	sc.major = appendMullahs(sc.major[:0], set, sc.space.MajorPromotion(), sc.frame.Kinds)
	for i := range sc.frame.Sets() {
		points, relative := sc.frame.MinorSet(i)
		sc.minor = appendMullahs(sc.minor[:0], points, sc.space.MinorPromotion(), sc.layout.MinorKinds(&sc.frame, relative))
		first, kinds := sc.frame.Block(relative)
		if kinds == 0 {
			continue
		}
		b := &sc.block
		b.slice, b.number, b.first = sc.slice, number, first
		if sc.slice.MajorToMove() {
			b.mover, b.own, b.opp = felli.White, set, points
			b.ownMullahs, b.oppMullahs = sc.major, sc.minor
			b.qStride, b.rStride = uint64(kinds), 1
		} else {
			b.mover, b.own, b.opp = felli.Black, points, set
			b.ownMullahs, b.oppMullahs = sc.minor, sc.major
			b.qStride, b.rStride = 1, uint64(kinds)
		}
		if err := f(b); err != nil {
			return err
		}
	}
	return nil
}

// appendMullahs appends the Mullah sets that kinds stand for: bit i of a kind
// is the i-th piece of set off the forced points; pieces on those are Mullahs.
func appendMullahs(sets []felli.Mask, set, forced felli.Mask, kinds []uint32) []felli.Mask {
	var pieces [32]felli.Mask
	n := 0
	for m := set &^ forced; m != 0; m &= m - 1 {
		pieces[n] = m & -m
		n++
	}
	for _, kind := range kinds {
		mullahs := set & forced
		for i := 0; kind != 0; i, kind = i+1, kind>>1 {
			if kind&1 != 0 {
				mullahs |= pieces[i]
			}
		}
		sets = append(sets, mullahs)
	}
	return sets
}
