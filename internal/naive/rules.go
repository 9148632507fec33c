package naive

import "felli"

// Rules are a ruleset with its board spelled out. They never change after
// [New] and may be used by any number of goroutines at once.
type Rules struct {
	felli.Ruleset
	rays   [][]ray       // by point: everything that leaves it along a line
	turned []felli.Point // by point: where it goes when the board turns by 180°
}

// A ray is what lies beyond a point in one direction of one of its lines.
type ray struct {
	points       []felli.Point // nearest first, never empty
	climb        int           // ranks gained with each point: positive upward, 0 along a rank
	longDiagonal bool          // on a line from corner to opposite corner of the grid
}

// New spells out r, which must have a board.
func New(r felli.Ruleset) *Rules {
	b := r.Board
	rules := &Rules{Ruleset: r, rays: make([][]ray, b.Points())}
	for _, line := range b.Lines() {
		long := joinsCorners(b, line)
		for i, from := range line {
			rules.addRay(from, line[i+1:], long)
			rules.addRay(from, reversed(line[:i]), long)
		}
	}
	for p := range b.Points() {
		x, y := b.Place(felli.Point(p))
		q, _ := b.PointAt(b.Width-1-x, b.Height-1-y)
		rules.turned = append(rules.turned, q)
	}
	return rules
}

func (r *Rules) addRay(from felli.Point, beyond []felli.Point, long bool) {
	if len(beyond) > 0 {
		climb := r.row(beyond[0]) - r.row(from)
		r.rays[from] = append(r.rays[from], ray{beyond, climb, long})
	}
}

// row is the rank of p, from 0.
func (r *Rules) row(p felli.Point) int {
	_, y := r.Board.Place(p)
	return y
}

func reversed(line []felli.Point) []felli.Point {
	var out []felli.Point
	for i := len(line) - 1; i >= 0; i-- {
		out = append(out, line[i])
	}
	return out
}

// joinsCorners reports whether line is one of the long diagonals.
func joinsCorners(b *felli.Board, line []felli.Point) bool {
	x1, y1 := b.Place(line[0])
	x2, y2 := b.Place(line[len(line)-1])
	isCorner := func(x, y int) bool {
		return (x == 0 || x == b.Width-1) && (y == 0 || y == b.Height-1)
	}
	return isCorner(x1, y1) && isCorner(x2, y2) && x1 != x2 && y1 != y2
}

// promotes reports whether p is a promotion point of side s.
func (r *Rules) promotes(s felli.Side, p felli.Point) bool {
	enemyRow := r.Board.Height - 1
	if s == felli.Black {
		enemyRow = 0
	}
	if r.row(p) != enemyRow {
		return false
	}
	switch r.Promotion {
	case felli.PromotionNone:
		return false
	case felli.PromotionCorners:
		x, _ := r.Board.Place(p)
		return x == 0 || x == r.Board.Width-1
	case felli.PromotionRank:
		return true
	}
	panic("naive: no such promotion")
}

// manCanStand reports whether a man of side s can be on p before a turn.
func (r *Rules) manCanStand(s felli.Side, p felli.Point) bool {
	return r.Promote == felli.PromoteSingle || !r.promotes(s, p)
}

// goesForward reports whether a man of side s moves forward or sideways along
// a.
func goesForward(s felli.Side, a ray) bool {
	if s == felli.White {
		return a.climb >= 0
	}
	return a.climb <= 0
}

// travelsFar reports whether a Mullah goes any distance along a.
func (r *Rules) travelsFar(a ray) bool {
	return r.MullahMove == felli.MullahLines || a.longDiagonal
}
