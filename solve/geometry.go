package solve

import (
	"math/bits"
	"sync"

	"felli"
	"felli/index"
)

// A geometry says, for every major set of a size, where the set goes when one
// of its points is given up for another. It depends on the number of points
// only, so all pairs whose major side has as many pieces share it.
type geometry struct {
	size, points int
	shifts       []shift // [(number*size+piece)*points + to]
	spare        []source
}

// A shift is one piece of the major side going to one point: what becomes of
// its set. Read backwards it is an un-move.
type shift struct {
	number   uint32 // the set that follows, in canonical form
	back     uint32 // how the shift counts as an un-move: backNone, backSame, or backSpare+n
	symmetry uint8  // that makes it canonical
	remove   uint8  // in the relative set of the minor side under symmetry: take out this bit, …
	insert   uint8  // … then put in an empty one here
	place    uint8  // the piece's place in the set that follows, before symmetry
}

const (
	backNone = iota
	backSame
	backSpare // the shift's sources are geometry.spare from n to the first end
)

// A source is one stored set from which a step leads to a set.
type source struct {
	shift
	end bool
}

// move applies the shift to a relative set under its symmetry. A relative set
// has at most 31 bits, so bit 31 stands for nothing.
func (s *shift) move(relative uint32) uint32 {
	low := relative & (1<<(s.remove&31) - 1)
	relative = low | relative>>1&^(1<<(s.remove&31)-1)
	low = relative & (1<<(s.insert&31) - 1)
	return low | relative&^(1<<(s.insert&31)-1)<<1
}

// placeOf is the place of p among the points of set when promotion points come
// first: the order in which a side's pieces are counted.
func placeOf(set, promotion felli.Mask, p felli.Point) int {
	if promotion.Has(p) {
		return (set & promotion & (p.Bit() - 1)).Len()
	}
	return (set & promotion).Len() + (set &^ promotion & (p.Bit() - 1)).Len()
}

// ordered lists the points of set, promotion points first.
func ordered(points []felli.Point, set, promotion felli.Mask) []felli.Point {
	for _, group := range [2]felli.Mask{set & promotion, set &^ promotion} {
		for ; group != 0; group &= group - 1 {
			points = append(points, group.First())
		}
	}
	return points
}

func newGeometry(pool *pool, l *index.Layout) (*geometry, error) {
	x, ms := l.Space(), l.Majors
	g := &geometry{size: l.Major.Pieces(), points: x.Game().Board.Points()}
	g.shifts = make([]shift, len(ms.Sets)*g.size*g.points)
	var mu sync.Mutex
	err := pool.each(len(ms.Sets), func() func(int) error {
		var pieces []felli.Point
		return func(number int) error {
			set := ms.Sets[number]
			pieces = ordered(pieces[:0], set, x.MajorPromotion())
			for i, from := range pieces {
				// A chain may end where it began.
				g.at(number, i)[from] = shift{number: uint32(number), remove: 31, insert: 31, place: uint8(i)}
				for free := x.Game().Board.All() &^ set; free != 0; free &= free - 1 {
					g.fill(&mu, l, number, i, from, free.First())
				}
			}
			return nil
		}
	})
	return g, err
}

// at is where the shifts of a piece on the set with the given number begin.
func (g *geometry) at(number, piece int) []shift {
	first := (number*g.size + piece) * g.points
	return g.shifts[first : first+g.points]
}

func (g *geometry) fill(mu *sync.Mutex, l *index.Layout, number, i int, from, to felli.Point) {
	set := l.Majors.Sets[number]&^from.Bit() | to.Bit()
	next, symmetry := l.Majors.Find(set)
	s := makeShift(l, number, from, to, next, symmetry)
	s.back = g.backOf(mu, l, number, from, to, next, symmetry)
	g.at(number, i)[to] = s
}

func makeShift(l *index.Layout, number int, from, to felli.Point, next, symmetry int) shift {
	x, set := l.Space(), l.Majors.Sets[number]
	bit := func(set felli.Mask, p felli.Point) uint8 {
		return uint8(bits.TrailingZeros32(x.RelativeOn(set, p.Bit())))
	}
	return shift{
		number: uint32(next), symmetry: uint8(symmetry),
		remove: bit(x.Map(symmetry, set), x.MapPoint(symmetry, to)),
		insert: bit(l.Majors.Sets[next], x.MapPoint(symmetry, from)),
		place:  uint8(placeOf(set&^from.Bit()|to.Bit(), x.MajorPromotion(), to)),
	}
}

// backOf works out from which stored sets a step leads to the set with the
// given number by way of the set that has from's piece on to. Stored positions
// on a set that is its own image under a symmetry aren't folded, so a step from
// there may lead to one position in several ways, or count for another stored
// position: a step is counted once for every representative h of the set for
// which the other set is stored as seen under the inverse of h.
func (g *geometry) backOf(mu *sync.Mutex, l *index.Layout, number int, from, to felli.Point, next, symmetry int) uint32 {
	x, ms := l.Space(), l.Majors
	reps := ms.Representatives(number)
	if ms.Keeps(next) == 1 {
		if reps>>x.Inverse(symmetry)&1 != 0 {
			return backSame
		}
		return backNone
	}
	set := ms.Sets[number]&^from.Bit() | to.Bit()
	var found []source
	same := true
	for h := range x.Symmetries() {
		k := x.Inverse(h)
		if reps>>h&1 == 0 || x.Map(k, set) != ms.Sets[next] {
			continue
		}
		found = append(found, source{shift: makeShift(l, number, from, to, next, k)})
		same = same && k == symmetry
	}
	switch {
	case len(found) == 0:
		return backNone
	case len(found) == 1 && same:
		return backSame
	}
	found[len(found)-1].end = true
	mu.Lock()
	defer mu.Unlock()
	first := len(g.spare)
	g.spare = append(g.spare, found...)
	return uint32(backSpare + first)
}

// geometries keeps the geometries of a build, by the number of pieces of the
// major side. What is pinned stays, the rest as long as there is room.
type geometries struct {
	mu   sync.Mutex
	kept map[int]*keptGeometry
}

type keptGeometry struct {
	pins  int
	bytes uint64

	making   sync.Mutex
	geometry *geometry // nil before it is made
}

// pin keeps the geometry for the layout's major side until unpin; it is made
// when first asked for.
func (gs *geometries) pin(l *index.Layout) {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	gs.entry(l).pins++
}

func (gs *geometries) entry(l *index.Layout) *keptGeometry {
	size := l.Major.Pieces()
	k := gs.kept[size]
	if k == nil {
		if gs.kept == nil {
			gs.kept = map[int]*keptGeometry{}
		}
		k = &keptGeometry{bytes: geometryBytes(l)}
		gs.kept[size] = k
	}
	return k
}

func (gs *geometries) unpin(l *index.Layout) {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	k := gs.entry(l)
	if k.pins--; k.pins == 0 && k.geometry == nil {
		delete(gs.kept, l.Major.Pieces())
	}
}

// of is the geometry for the layout's major side, made when first asked for.
// Whoever shares gs with others that drop must have pinned it.
func (gs *geometries) of(pool *pool, l *index.Layout) (*geometry, error) {
	gs.mu.Lock()
	k := gs.entry(l)
	gs.mu.Unlock()
	k.making.Lock()
	defer k.making.Unlock()
	var err error
	if k.geometry == nil {
		k.geometry, err = newGeometry(pool, l)
	}
	return k.geometry, err
}

// bytes is the memory of all that are pinned or made.
func (gs *geometries) bytes() (n uint64) {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	for _, k := range gs.kept {
		n += k.bytes
	}
	return n
}

// drop forgets the largest that isn't pinned. It reports whether there was one.
func (gs *geometries) drop() bool {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	largest := 0
	for size, k := range gs.kept {
		if k.pins == 0 && size > largest {
			largest = size
		}
	}
	delete(gs.kept, largest)
	return largest > 0
}

func geometryBytes(l *index.Layout) uint64 {
	return uint64(len(l.Majors.Sets)) * uint64(l.Major.Pieces()*l.Space().Game().Board.Points()) * 12
}
