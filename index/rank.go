package index

import (
	"felli"
	"felli/internal/invariants"
)

// Rank is where p sits: its slice and its index there. Symmetric positions
// have the same. p must pass [felli.Game.Check], and both sides must have
// pieces.
func (x *Space) Rank(p felli.Position) (Slice, uint64) {
	s := SliceOf(p)
	return s, x.RankIn(x.Layout(s), s, p)
}

// RankIn is the index of p, whose slice is s and whose layout is l.
func (x *Space) RankIn(l *Layout, s Slice, p felli.Position) uint64 {
	major := p.ToMove
	if !s.MajorToMove() {
		major = major.Other()
	}
	if major == felli.Black {
		p = x.game.Rotate(p)
	}
	return l.Rank(p.Pieces(felli.White), p.Mullahs[felli.White], p.Pieces(felli.Black), p.Mullahs[felli.Black])
}

// Rank is the index of a position given by the points of the major side (at
// the bottom of the board), those of them with Mullahs, and the same for the
// minor side.
func (l *Layout) Rank(major, majorMullahs, minor, minorMullahs felli.Mask) uint64 {
	x := l.space
	number, symmetry := l.Majors.Find(major)
	if symmetry != 0 {
		m := &x.maps[symmetry]
		major, majorMullahs = m.apply(major), m.apply(majorMullahs)
		minor, minorMullahs = m.apply(minor), m.apply(minorMullahs)
	}
	h := &l.heads[number]
	first, kinds := l.block(h, relativeSet(minor, major, x.minorPromotion, int(h.promotion)))
	i := uint64(Colex(Gather(major, x.majorPromotion, majorMullahs)))
	j := uint64(Colex(Gather(minor, x.minorPromotion, minorMullahs)))
	index := first + i*uint64(kinds) + j
	if invariants.Enabled && (index >= l.Size() || j >= uint64(kinds) || i >= uint64(h.kinds)) {
		invariants.Fail("rank %d in a layout of %d positions", index, l.Size())
	}
	return index
}

// relativeSet is [Frame.Relative] without a frame.
func relativeSet(minor, major, promotion felli.Mask, free int) uint32 {
	var m uint32
	low := promotion &^ major
	for s := minor & promotion; s != 0; s &= s - 1 {
		m |= 1 << (low & (s&-s - 1)).Len()
	}
	taken := major | promotion
	for s := minor &^ promotion; s != 0; s &= s - 1 {
		below := s&-s - 1
		m |= 1 << (free + (below &^ taken).Len())
	}
	return m
}

// Unrank is the position with index i in s, i in [0, x.Size(s)), seen with
// White to move: of all positions with that index the one whose major side
// stands on its canonical set.
func (x *Space) Unrank(s Slice, i uint64) felli.Position {
	var found felli.Position
	x.Scan(s, i, i+1, func(_ uint64, p felli.Position) bool {
		found = p
		return false
	})
	return found
}

// Scan calls f with every position of s from index lo to hi-1, in order, seen
// with White to move, until f returns false. It allocates nothing per
// position.
func (x *Space) Scan(s Slice, lo, hi uint64, f func(i uint64, p felli.Position) bool) {
	l := x.Layout(s)
	hi = min(hi, l.Size())
	if lo >= hi {
		return
	}
	var frame Frame
	rotate := !s.MajorToMove()
	number := l.findMajor(lo)
	l.Frame(&frame, number)
	minor, within := frame.findMinor(lo - frame.Base)
	for i := lo; ; {
		points, relative := frame.MinorSet(minor)
		kinds := l.MinorKinds(&frame, relative)
		n := uint64(len(kinds))
		for ; within < frame.majorKinds*n; within++ {
			p := felli.Position{}
			p.Mullahs[0] = Spread(frame.Set, x.majorPromotion, frame.Kinds[within/n])
			p.Mullahs[1] = Spread(points, x.minorPromotion, kinds[within%n])
			p.Men[0], p.Men[1] = frame.Set&^p.Mullahs[0], points&^p.Mullahs[1]
			if rotate {
				p.ToMove = felli.Black
				p = x.game.Rotate(p)
			}
			if !f(i, p) {
				return
			}
			if i++; i == hi {
				return
			}
		}
		within = 0
		if minor++; minor == frame.Sets() {
			for number++; l.base[number+1] == l.base[number]; number++ { // no position there
			}
			l.Frame(&frame, number)
			minor = 0
		}
	}
}

// Weight is how many positions of s (with White to move) the stored position
// p, as [Space.Scan] gives it, stands for, and how many of those are their own
// left-right mirror image. The classes under the mirror are (raw+selfMirror)/2
// over all positions.
func (x *Space) Weight(s Slice, p felli.Position) (raw, selfMirror uint64) {
	l := x.Layout(s)
	if !s.MajorToMove() {
		p = x.game.Rotate(p)
	}
	number, _ := l.Majors.Find(p.Pieces(felli.White))
	for _, c := range l.Mirrors(number) {
		m := &x.maps[c]
		if m.apply(p.Men[0]) == p.Men[0] && m.apply(p.Mullahs[0]) == p.Mullahs[0] &&
			m.apply(p.Men[1]) == p.Men[1] && m.apply(p.Mullahs[1]) == p.Mullahs[1] {
			selfMirror++
		}
	}
	return uint64(l.Majors.Orbit(number)), selfMirror
}

// Mirrors has a symmetry for each set that the canonical set with the given
// number stands for and that is its own left-right mirror image: a position on
// that set is its own mirror image exactly when this symmetry keeps the stored
// position.
func (l *Layout) Mirrors(number int) []int {
	x, ms := l.space, l.Majors
	if ms.Keeps(number) == 1 {
		return nil
	}
	var list []int
	for h := range x.maps {
		if ms.Representatives(number)>>h&1 == 0 {
			continue
		}
		// The set is the canonical one under the inverse of h.
		if c := x.conjugateMirror(h); ms.Keeps(number)>>c&1 != 0 {
			list = append(list, c)
		}
	}
	return list
}

// conjugateMirror is the symmetry that undoes h, mirrors, and does h again.
func (x *Space) conjugateMirror(h int) int {
	undo, mirror, do := x.maps[x.Inverse(h)].points, x.maps[1].points, x.maps[h].points
	for c := range x.maps {
		same := true
		for p := range do {
			same = same && x.maps[c].points[p] == do[mirror[undo[p]]]
		}
		if same {
			return c
		}
	}
	panic("symmetries are no group")
}

// Inverse is the symmetry that undoes h.
func (x *Space) Inverse(h int) int { return x.inverse[h] }

func (x *Space) findInverse(h int) int {
	for i := range x.maps {
		undoes := true
		for p := range x.maps[h].points {
			undoes = undoes && x.maps[i].points[x.maps[h].points[p]] == felli.Point(p)
		}
		if undoes {
			return i
		}
	}
	panic("symmetries are no group")
}
