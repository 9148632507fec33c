package solve

import (
	"math/bits"

	"felli"
	"felli/index"
)

// A frame is one set of the major side, with what the passes look up about it.
// It is made once a job and is the same for every block on it.
type frame struct {
	index.Frame
	pieces   []felli.Point // the major side's, promotion points first
	promoted int           // how many of them stand there, and are Mullahs
	mullahs  []felli.Mask  // by kind: the points with Mullahs
	bits     []uint32      // [symmetry*points + point]: the point's bit in relative sets seen under the symmetry
}

// fillFrame works out the frame of one major set.
func (j *pair) fillFrame(f *frame, number int) {
	x, l := j.space, j.layout
	l.Frame(&f.Frame, number)
	if len(f.Kinds) == 0 {
		return
	}
	f.pieces = ordered(make([]felli.Point, 0, l.Major.Pieces()), f.Set, x.MajorPromotion())
	f.promoted = (f.Set & x.MajorPromotion()).Len()
	f.mullahs = make([]felli.Mask, len(f.Kinds))
	for k, kind := range f.Kinds {
		f.mullahs[k] = index.Spread(f.Set, x.MajorPromotion(), kind)
	}
	n := x.Game().Board.Points()
	f.bits = make([]uint32, x.Symmetries()*n)
	for symmetry := range x.Symmetries() {
		seen := x.Map(symmetry, f.Set)
		for free := x.Game().Board.All() &^ f.Set; free != 0; free &= free - 1 {
			p := free.First()
			f.bits[symmetry*n+int(p)] = x.RelativeOn(seen, x.MapPoint(symmetry, p).Bit())
		}
	}
	if j.mirror != nil {
		most := j.maps[majorMoves].kinds
		room := j.mirror[number*most:][:0:most]
		mirrorKinds(room, x, x.Map(1, f.Set), x.MajorPromotion(), f.Kinds)
	}
}

// mirrorKinds appends to out, for every kind on set, the kind on its mirror
// image.
func mirrorKinds(out []uint16, x *index.Space, set, promotion felli.Mask, kinds []uint32) []uint16 {
	free := x.Map(1, set) &^ promotion
	var weight [32]uint32
	i := 0
	for m := set &^ promotion; m != 0; m &= m - 1 {
		weight[i] = 1 << (free & (x.MapPoint(1, m.First()).Bit() - 1)).Len()
		i++
	}
	for _, kind := range kinds {
		var seen uint32
		for ; kind != 0; kind &= kind - 1 {
			seen |= weight[bits.TrailingZeros32(kind)]
		}
		out = append(out, uint16(index.Colex(seen)))
	}
	return out
}

// frameBytes is the memory of one frame of the pair of s.
func frameBytes(x *index.Space, s index.Slice) uint64 {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	kinds, pieces := int(index.Choose(s.Men+s.Mullahs, s.Mullahs)), s.Men+s.Mullahs
	return uint64(536 + 6*kinds + pieces + 4*x.Symmetries()*x.Game().Board.Points())
}
