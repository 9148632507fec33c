package index

import (
	"math/bits"
	"slices"

	"felli"
)

// A Layout numbers the positions of a slice and of its twin, seen from the
// major side at the bottom of the board. Index = place of the major set +
// place of the minor set + kinds; see the package comment. It never changes.
type Layout struct {
	Major, Minor Material
	Majors       *Majors

	space *Space
	base  []uint64  // by major number: its first index; one more entry for the end
	heads []head    // by major number
	free  int       // points left by the major set
	zones []zone    // by how many of the minor side's promotion points are free
	low   []lowPart // those of all zones, see head
	// majorKinds[r] and minorKinds[r] list the Mullah sets of the pieces that
	// don't stand on promotion points when r do, in colexicographic order.
	majorKinds, minorKinds [][]uint32
}

// A head is what finding a block on a major set takes, in one place.
type head struct {
	base      uint64 // first index
	low       uint32 // where its zone's parts begin in Layout.low
	kinds     uint16 // of the major side
	promotion uint8  // free promotion points of the minor side
}

// Material is what a side has.
type Material struct{ Men, Mullahs int }

// Pieces is the number of pieces.
func (m Material) Pieces() int { return m.Men + m.Mullahs }

// A zone lists the minor sets for one number of free promotion points, as
// relative sets: bit i is the i-th free point, promotion points first.
type zone struct {
	promotion int      // free promotion points of the minor side
	sets      []uint32 // all relative sets, ordered by r = how many stand on promotion points, then colex
	segments  []segment
}

// A lowPart is where the sets with certain promotion points begin, in units of
// the major side's kinds, and the kinds of the minor side there.
type lowPart struct {
	first uint64
	kinds uint64
}

// A segment is the part of a zone with r pieces on promotion points.
type segment struct {
	first  uint32 // number of its first set in zone.sets
	offset uint64 // its first index within the major set, in units of the major side's kinds
	width  uint32 // sets of the pieces off the promotion points
	kinds  uint32 // kinds of the minor side
}

func (x *Space) newLayout(major, minor Material) *Layout {
	l := &Layout{
		Major: major, Minor: minor, space: x,
		Majors: x.majors(major.Pieces()),
		free:   x.points - major.Pieces(),
	}
	l.majorKinds = kindSets(major, x.restricted)
	l.minorKinds = kindSets(minor, x.restricted)
	var parts []int // by zone: where they begin in l.low
	for f := 0; f <= x.minorPromotion.Len(); f++ {
		z, low := l.newZone(f)
		l.zones = append(l.zones, z)
		parts = append(parts, len(l.low))
		l.low = append(l.low, low...)
	}
	l.base = make([]uint64, len(l.Majors.Sets)+1)
	l.heads = make([]head, len(l.Majors.Sets))
	for i, set := range l.Majors.Sets {
		free, kinds := (x.minorPromotion &^ set).Len(), l.MajorKinds(i)
		zone := &l.zones[free]
		last := zone.segments[len(zone.segments)-1]
		l.base[i+1] = l.base[i] + uint64(kinds)*last.offset
		l.heads[i] = head{l.base[i], uint32(parts[free]), uint16(kinds), uint8(free)}
	}
	return l
}

// kindSets lists, by the number r of pieces on promotion points, which of the
// others can be Mullahs. Without restriction r is always 0.
func kindSets(m Material, restricted bool) [][]uint32 {
	most := 0
	if restricted {
		most = m.Pieces()
	}
	var sets [][]uint32
	for r := 0; r <= most; r++ {
		if r > m.Mullahs {
			sets = append(sets, nil)
			continue
		}
		sets = append(sets, Subsets(m.Pieces()-r, m.Mullahs-r))
	}
	return sets
}

// newZone lists the minor sets of a zone, and by the promotion points of a set
// where its part begins.
func (l *Layout) newZone(promotion int) (z zone, parts []lowPart) {
	z.promotion = promotion
	pieces, rest := l.Minor.Pieces(), l.free-promotion
	offset := uint64(0)
	for r := 0; r <= min(pieces, promotion); r++ {
		low, high := Subsets(promotion, r), Subsets(max(rest, 0), pieces-r)
		seg := segment{
			first: uint32(len(z.sets)), offset: offset,
			width: uint32(len(high)), kinds: uint32(len(l.minorKinds[r])),
		}
		z.segments = append(z.segments, seg)
		if seg.kinds == 0 || rest < 0 {
			continue
		}
		for _, a := range low {
			for _, b := range high {
				z.sets = append(z.sets, b<<promotion|a)
			}
		}
		offset += uint64(len(low)) * uint64(len(high)) * uint64(seg.kinds)
	}
	z.segments = append(z.segments, segment{first: uint32(len(z.sets)), offset: offset})
	parts = make([]lowPart, 1<<promotion)
	for low := range parts {
		if r := bits.OnesCount(uint(low)); r <= pieces {
			seg := &z.segments[r]
			parts[low] = lowPart{
				first: seg.offset + uint64(Colex(uint32(low)))*uint64(seg.width)*uint64(seg.kinds),
				kinds: uint64(seg.kinds),
			}
		}
	}
	return z, parts
}

// Size is the number of positions in each of the two slices.
func (l *Layout) Size() uint64 { return l.base[len(l.base)-1] }

// MajorBase is the first index of the major set with the given number, or the
// size for the number behind the last.
func (l *Layout) MajorBase(number int) uint64 { return l.base[number] }

// MajorKinds is how many ways the major side's Mullahs can be spread over the
// set with the given number.
func (l *Layout) MajorKinds(number int) int {
	return len(l.majorKinds[l.majorForced(number)])
}

// majorForced is how many pieces of the set must be Mullahs.
func (l *Layout) majorForced(number int) int {
	return (l.Majors.Sets[number] & l.space.majorPromotion).Len()
}

// A Frame is a major set with everything that ranking minor sets on it needs.
// Fill it with [Layout.Frame]; it may be reused.
type Frame struct {
	Number     int
	Set        felli.Mask // the major side's points
	Kinds      []uint32   // the major side's Mullah sets, over its pieces off promotion points
	Base       uint64     // first index
	Bits       [32]uint32 // by point: its bit in relative sets; 0 where the major side stands
	Points     [32]felli.Point
	layout     *Layout
	head       *head
	zone       *zone
	majorKinds uint64
	promotion  uint32 // the low bits of relative sets that are promotion points
}

// Frame fills f for the major set with the given number.
func (l *Layout) Frame(f *Frame, number int) {
	x := l.space
	f.Number, f.Set, f.Base = number, l.Majors.Sets[number], l.base[number]
	f.Kinds = l.majorKinds[l.majorForced(number)]
	f.majorKinds = uint64(len(f.Kinds))
	f.layout, f.head = l, &l.heads[number]
	f.zone = &l.zones[(x.minorPromotion &^ f.Set).Len()]
	f.promotion = 1<<f.zone.promotion - 1
	x.relative(f.Set, &f.Bits, &f.Points)
}

// relative numbers the points off set: the minor side's promotion points
// first, each group in the board's order.
func (x *Space) relative(set felli.Mask, bit *[32]uint32, points *[32]felli.Point) {
	*bit = [32]uint32{}
	i := 0
	for _, group := range [2]felli.Mask{x.minorPromotion, x.all &^ x.minorPromotion} {
		for m := group &^ set; m != 0; m &= m - 1 {
			p := m.First()
			bit[p], points[i] = 1<<i, p
			i++
		}
	}
}

// Sets is the number of minor sets on the frame.
func (f *Frame) Sets() int { return len(f.zone.sets) }

// MinorSet is the minor set with the given number as points and as a relative
// set.
func (f *Frame) MinorSet(number int) (points felli.Mask, relative uint32) {
	relative = f.zone.sets[number]
	for m := relative; m != 0; m &= m - 1 {
		points |= f.Points[bits.TrailingZeros32(m)].Bit()
	}
	return points, relative
}

// Relative is the relative set of a set of points, none of them the major side's.
func (f *Frame) Relative(points felli.Mask) uint32 {
	var m uint32
	for ; points != 0; points &= points - 1 {
		m |= f.Bits[points.First()]
	}
	return m
}

// Block is where the block of a relative minor set begins, and how many kinds
// the minor side has there: the position whose sides have kinds i and j has
// index first + i*kinds + j. kinds is 0 where the set has no position.
func (f *Frame) Block(relative uint32) (first uint64, kinds int) {
	return f.layout.block(f.head, relative)
}

// MinorKinds lists the minor side's Mullah sets on a relative set, over its
// pieces off promotion points.
func (l *Layout) MinorKinds(f *Frame, relative uint32) []uint32 {
	return l.minorKinds[bits.OnesCount32(relative&f.promotion)]
}

// Spread lays a kind set over the pieces of set that don't stand on forced
// points, and adds the pieces that do: the points with Mullahs.
func Spread(set, forced felli.Mask, kind uint32) felli.Mask {
	mullahs := set & forced
	for rest := set &^ forced; kind != 0; kind >>= 1 {
		low := rest & -rest
		if kind&1 != 0 {
			mullahs |= low
		}
		rest ^= low
	}
	return mullahs
}

// Gather is the inverse of Spread.
func Gather(set, forced, mullahs felli.Mask) uint32 {
	var kind uint32
	set &^= forced
	for m := mullahs &^ forced; m != 0; m &= m - 1 {
		kind |= 1 << (set & (m&-m - 1)).Len()
	}
	return kind
}

// findMajor is the number of the major set that holds index i.
func (l *Layout) findMajor(i uint64) int {
	number, found := slices.BinarySearch(l.base, i)
	if !found {
		return number - 1
	}
	for l.base[number+1] == i { // sets without positions
		number++
	}
	return number
}

// findMinor is the number of the minor set that holds the offset within the
// frame, and the offset within its block.
func (f *Frame) findMinor(offset uint64) (number int, within uint64) {
	z := f.zone
	for s := len(z.segments) - 2; ; s-- {
		seg := &z.segments[s]
		first := seg.offset * f.majorKinds
		if seg.kinds != 0 && first <= offset {
			block := f.majorKinds * uint64(seg.kinds)
			return int(seg.first) + int((offset-first)/block), (offset - first) % block
		}
	}
}

// Space is the space the layout belongs to.
func (l *Layout) Space() *Space { return l.space }

// BlockOn is [Frame.Block] on the major set with the given number.
func (l *Layout) BlockOn(number int, relative uint32) (first uint64, kinds int) {
	return l.block(&l.heads[number], relative)
}

func (l *Layout) block(h *head, relative uint32) (first uint64, kinds int) {
	promotion := h.promotion & 31
	part := &l.low[h.low+relative&(1<<promotion-1)]
	return h.base + uint64(h.kinds)*(part.first+uint64(Colex(relative>>promotion))*part.kinds), int(part.kinds)
}

// RelativeOn is the relative set of the points of a minor set next to any major
// set, canonical or not.
func (x *Space) RelativeOn(major, minor felli.Mask) uint32 {
	return relativeSet(minor, major, x.minorPromotion, (x.minorPromotion &^ major).Len())
}

// Locate finds the minor set that holds the offset within the frame, in
// [0, positions of the frame): its number, and the offset within its block.
func (f *Frame) Locate(offset uint64) (minor int, within uint64) { return f.findMinor(offset) }

// Promoted is how many points of a relative set are promotion points on which
// the minor side's pieces must be Mullahs.
func (f *Frame) Promoted(relative uint32) int { return bits.OnesCount32(relative & f.promotion) }

// Raw is the number of positions of each of the two slices without folding,
// the side to move seen as White.
func (l *Layout) Raw() uint64 {
	n := uint64(0)
	for number := range l.Majors.Sets {
		n += uint64(l.Majors.Orbit(number)) * (l.base[number+1] - l.base[number])
	}
	return n
}
