package solve

import (
	"cmp"
	"slices"

	"felli"
	"felli/index"
)

// Where men never step back, a pair falls apart: a step that brings a man to
// another rank can't be undone. All positions whose men stand on the same ranks,
// as many on each, are a part; its moves stay inside, leave the pair, or lead
// to parts whose men are further on. So parts can be solved one after another,
// the furthest first, and only the part in hand needs cells; of the others the
// codes are enough. That takes a third to a half of the memory of the whole
// pair at once, but as positions of a part are scattered over the table, each is worked
// out for itself and not in blocks, which takes several times as long. It is
// the way for pairs that fit into the memory allowed in no other.

// hasParts reports whether the pair of s falls apart.
func hasParts(x *index.Space, s index.Slice) bool {
	return x.Game().MenMove == felli.MenForward && s.Men+s.OppMen > 0
}

// A menGroup is the sets of a side's men with as many on each rank.
type menGroup struct {
	sets    []felli.Mask
	advance int // steps forward, all men together
}

// menGroups are the groups of one side, with the place of each set.
type menGroups struct {
	list  []menGroup
	place []menPlace // by Colex of the set
}

type menPlace struct {
	group int32 // -1: men can't stand so, or the set is kept as its mirror image
	at    int32 // in the group's sets
}

// newMenGroups groups the sets of the men of a side. With fold it keeps of a
// set and its mirror image only the smaller.
func newMenGroups(x *index.Space, side felli.Side, men int, fold bool) *menGroups {
	g, board := x.Game(), x.Game().Board
	sets := index.Subsets(board.Points(), men)
	gs := &menGroups{place: make([]menPlace, len(sets))}
	known := map[[32]uint8]int32{}
	for rank, set := range sets {
		m := felli.Mask(set)
		if m&^g.MenZone(side) != 0 || fold && x.Map(1, m) < m {
			gs.place[rank].group = -1
			continue
		}
		var ranks [32]uint8
		advance := 0
		for rest := m; rest != 0; rest &= rest - 1 {
			_, y := board.Place(rest.First())
			if side == felli.Black {
				y = board.Height - 1 - y
			}
			ranks[y]++
			advance += y
		}
		n, ok := known[ranks]
		if !ok {
			n = int32(len(gs.list))
			known[ranks] = n
			gs.list = append(gs.list, menGroup{advance: advance})
		}
		group := &gs.list[n]
		gs.place[rank] = menPlace{n, int32(len(group.sets))}
		group.sets = append(group.sets, m)
	}
	return gs
}

// of is the place of a set.
func (gs *menGroups) of(set felli.Mask) menPlace { return gs.place[index.Colex(uint32(set))] }

// A partition is how a pair falls apart.
type partition struct {
	space  *index.Space
	men    [2]*menGroups // of the major and of the minor side
	folded felli.Side    // whose sets are kept without their mirror images
	parts  []part        // the furthest on first

	// How the Mullahs can stand, given the men: as sets of the points without
	// men, and of those without Mullahs of the major side.
	mullahs [2][]uint32
}

// A part is one group of each side.
type part struct{ major, minor int }

func newPartition(l *index.Layout) *partition {
	x := l.Space()
	p := &partition{space: x}
	if l.Major.Men == 0 {
		p.folded = felli.Black
	}
	p.men[0] = newMenGroups(x, felli.White, l.Major.Men, p.folded == felli.White)
	p.men[1] = newMenGroups(x, felli.Black, l.Minor.Men, p.folded == felli.Black)
	for a := range p.men[0].list {
		for b := range p.men[1].list {
			p.parts = append(p.parts, part{a, b})
		}
	}
	slices.SortStableFunc(p.parts, func(a, b part) int { return cmp.Compare(p.advance(b), p.advance(a)) })
	free := x.Game().Board.Points() - l.Major.Men - l.Minor.Men
	p.mullahs[0] = index.Subsets(free, l.Major.Mullahs)
	p.mullahs[1] = index.Subsets(free-l.Major.Mullahs, l.Minor.Mullahs)
	return p
}

func (p *partition) advance(a part) int {
	return p.men[0].list[a.major].advance + p.men[1].list[a.minor].advance
}

// placements is in how many ways the Mullahs can stand.
func (p *partition) placements() int { return len(p.mullahs[0]) * len(p.mullahs[1]) }

// menSets is how many sets of men of both sides a part has, impossible ones
// included.
func (p *partition) menSets(a part) int {
	return len(p.men[0].list[a.major].sets) * len(p.men[1].list[a.minor].sets)
}

// cells is how many cells a part takes for each table.
func (p *partition) cells(a part) uint64 { return uint64(p.menSets(a)) * uint64(p.placements()) }

// A menSet is where the men of both sides stand.
type menSet struct {
	men  [2]felli.Mask
	free felli.Mask // points without men
	// self: the men are their own mirror image, and every position on them is
	// kept; else a position stands for its mirror image too.
	self bool
}

// menSet is the part's set of men with the given number; ok is false where two
// men would stand on one point, and where the mirror image is kept instead.
func (p *partition) menSet(a part, number int) (m menSet, ok bool) {
	minor := p.men[1].list[a.minor].sets
	m.men = [2]felli.Mask{p.men[0].list[a.major].sets[number/len(minor)], minor[number%len(minor)]}
	m.free = p.space.Game().Board.All() &^ (m.men[0] | m.men[1])
	mirror := p.mirrorMen(m.men)
	m.self = mirror == m.men
	return m, m.men[0]&m.men[1] == 0 && (m.self || p.keeps(m.men, mirror))
}

func (p *partition) mirrorMen(men [2]felli.Mask) [2]felli.Mask {
	return [2]felli.Mask{p.space.Map(1, men[0]), p.space.Map(1, men[1])}
}

// keeps reports whether, of men that aren't their own mirror image, these are
// kept and not their image.
func (p *partition) keeps(men, mirror [2]felli.Mask) bool {
	f, o := p.folded, p.folded.Other()
	return men[f] < mirror[f] || men[f] == mirror[f] && men[o] < mirror[o]
}

// position is the position of a set of men with the given placement of
// Mullahs, seen from the major side as White.
func (p *partition) position(m *menSet, major, minor int, toMove felli.Side) felli.Position {
	k := index.Spread(m.free, 0, p.mullahs[0][major])
	return felli.Position{
		Men:     m.men,
		Mullahs: [2]felli.Mask{k, index.Spread(m.free&^k, 0, p.mullahs[1][minor])},
		ToMove:  toMove,
	}
}

// locate is where a part keeps a position that is kept as it is: the number of
// its set of men, and its cell. ok is false when it belongs to another part.
func (p *partition) locate(a part, q *felli.Position) (number int, cell uint64, ok bool) {
	major, minor := p.men[0].of(q.Men[0]), p.men[1].of(q.Men[1])
	if int(major.group) != a.major || int(minor.group) != a.minor {
		return 0, 0, false
	}
	number = int(major.at)*len(p.men[1].list[a.minor].sets) + int(minor.at)
	free := p.space.Game().Board.All() &^ (q.Men[0] | q.Men[1])
	i := index.Colex(index.Gather(free, 0, q.Mullahs[0]))
	k := index.Colex(index.Gather(free&^q.Mullahs[0], 0, q.Mullahs[1]))
	return number, uint64(number)*uint64(p.placements()) + uint64(i)*uint64(len(p.mullahs[1])) + uint64(k), true
}

// mirror is a position's mirror image.
func (p *partition) mirror(q *felli.Position) felli.Position {
	return felli.Position{
		Men:     p.mirrorMen(q.Men),
		Mullahs: p.mirrorMen(q.Mullahs),
		ToMove:  q.ToMove,
	}
}

// orient turns q to how it is kept. self is that of its set of men; turned
// tells that q was its mirror image before.
func (p *partition) orient(q *felli.Position) (self, turned bool) {
	mirror := p.mirrorMen(q.Men)
	switch {
	case mirror == q.Men:
		return true, false
	case p.keeps(q.Men, mirror):
		return false, false
	default:
		*q = p.mirror(q)
		return false, true
	}
}

// partsBytes is the memory that solving the pair of s part by part takes
// besides the tables it reads, at most; or about that for slices that are huge.
func partsBytes(x *index.Space, s index.Slice) uint64 {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	points := x.Game().Board.Points()
	free := points - s.Men - s.OppMen
	sets := largestGroup(x, felli.White, s.Men) * largestGroup(x, felli.Black, s.OppMen)
	cells := sets * index.Choose(free, s.Mullahs) * index.Choose(free-s.Mullahs, s.OppMullahs)
	places := index.Choose(points, s.Men) + index.Choose(points, s.OppMen)
	size := storedSize(x, s)
	codes := 2*size + size/4 // of both tables, and which positions have captures
	return codes + cells*2*4 + cells/4 + sets*32 + places*12 + frames(x, s)*frameBytes(x, s)
}

// frames is how many sets the major side of s can stand on, or about that for
// slices that are huge.
func frames(x *index.Space, s index.Slice) uint64 {
	if !isHuge(x, s) {
		return uint64(len(x.Layout(s).Majors.Sets))
	}
	pieces := max(s.Men+s.Mullahs, s.OppMen+s.OppMullahs)
	return index.Choose(x.Game().Board.Points(), pieces) / uint64(x.Symmetries())
}

// largestGroup is how many sets of men the largest group of a side has,
// without folding.
func largestGroup(x *index.Space, side felli.Side, men int) uint64 {
	board := x.Game().Board
	width := make([]int, board.Height)
	for m := x.Game().MenZone(side); m != 0; m &= m - 1 {
		_, y := board.Place(m.First())
		width[y]++
	}
	most := make([]uint64, men+1) // by men on the ranks seen so far; 0 where they don't fit
	most[0] = 1
	for _, w := range width {
		for n := men; n > 0; n-- {
			for here := 1; here <= min(n, w); here++ {
				most[n] = max(most[n], most[n-here]*index.Choose(w, here))
			}
		}
	}
	return most[men]
}
