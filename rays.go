package felli

import "math/bits"

// A rays holds the lines along which a piece can step from one point, each
// without that point and cut off where the piece's reach ends. As points are
// numbered rank by rank, along each line their numbers only rise or only fall.
type rays struct {
	up   []Mask // lines of rising numbers: the nearest point is the lowest
	down []Mask // lines of falling numbers: the nearest point is the highest
}

func (r *rays) add(line Mask, up bool) {
	if up {
		r.up = append(r.up, line)
	} else {
		r.down = append(r.down, line)
	}
}

// A leaps says how a piece can leap from one point. A piece has few enemies
// near, and many lines, so leaps are looked up by the enemy.
type leaps struct {
	over Mask            // the points of enemies that may be leapt
	by   [maxPoints]jump // by the enemy's point
}

// A jump is the way over an enemy.
type jump struct {
	between Mask // the points before the enemy, which must be empty
	behind  Mask // those of the line behind it: the piece lands on any before the next piece
}

// add notes the leaps along a line, the nearest point first.
func (l *leaps) add(line []Point) {
	for i, enemy := range line[:len(line)-1] {
		l.over |= enemy.Bit()
		l.by[enemy] = jump{setOf(line[:i]), setOf(line[i+1:])}
	}
}

// landings are the points on which a piece can land that leaps the enemy;
// none if it can't.
func (l *leaps) landings(from, enemy Point, occupied Mask) Mask {
	j := &l.by[enemy&(maxPoints-1)]
	switch {
	case j.between&occupied != 0:
		return 0
	case enemy > from:
		return slideUp(j.behind, occupied)
	default:
		return slideDown(j.behind, occupied)
	}
}

// any reports whether a piece on from can leap one of the takeable.
func (l *leaps) any(from Point, occupied, takeable Mask) bool {
	for m := l.over & takeable; m != 0; m &= m - 1 {
		if l.landings(from, m.First(), occupied) != 0 {
			return true
		}
	}
	return false
}

// compileRays fills in the step rays of Mullahs and the leaps of all pieces.
func (g *Game) compileRays() {
	b := g.Board
	for p := range Point(b.Points()) {
		for d, dir := range b.dirs {
			long := b.line(d, p)
			if len(long) == 0 {
				continue
			}
			short := long[:min(2, len(long))]
			reach, leap := long[:1], short
			if g.MullahMove == MullahLines || b.onLongDiagonal(p, d) {
				reach = long
				if g.MullahCapture == MullahLong {
					leap = long
				}
			}
			g.stepRays[p].add(setOf(reach), dir.up)
			if len(long) == 1 { // nothing behind the next point
				continue
			}
			for s, sign := range []int{+1, -1} {
				g.leaps[s][Mullah][p].add(leap)
				if g.MenCapture == MenAny || dir.dy*sign >= 0 {
					g.leaps[s][Man][p].add(short)
					g.menHops[s].add(p, short[0], short[1])
				}
			}
		}
	}
}

func setOf(points []Point) (m Mask) {
	for _, p := range points {
		m |= p.Bit()
	}
	return m
}

// line lists the points in direction d from p, the nearest first.
func (b *Board) line(d int, p Point) (points []Point) {
	for q := b.next[d][p]; q != NoPoint; q = b.next[d][q] {
		points = append(points, q)
	}
	return points
}

// A hops is all short leaps with the same steps in point numbers: from a point
// of from to the next enemy and to the landing behind it.
type hops struct {
	from     Mask
	over, to uint8 // how far the enemy's number is from the origin's, and the landing's from the enemy's
}

// A hopTable holds the short leaps of the men of one side: those to higher
// numbers, and those to lower ones.
type hopTable struct{ up, down []hops }

func (t *hopTable) add(from, over, to Point) {
	list, one, two := &t.up, uint8(over-from), uint8(to-over)
	if over < from {
		list, one, two = &t.down, uint8(from-over), uint8(over-to)
	}
	for i := range *list {
		if h := &(*list)[i]; h.over == one && h.to == two {
			h.from |= from.Bit()
			return
		}
	}
	*list = append(*list, hops{from.Bit(), one, two})
}

// up are the points of h from which a leap to higher numbers goes over an enemy
// to an empty point.
func (h hops) up(enemy, empty Mask) Mask {
	return h.from & (enemy & (empty >> (h.to & 31)) >> (h.over & 31))
}

// down is up for leaps to lower numbers.
func (h hops) down(enemy, empty Mask) Mask {
	return h.from & (enemy & (empty << (h.to & 31)) << (h.over & 31))
}

// leapers are those of men that have a short leap over an enemy; all are
// tried at once.
func (t *hopTable) leapers(men, enemy, empty Mask) Mask {
	var m Mask
	for _, h := range t.up {
		m |= h.up(enemy, empty)
	}
	for _, h := range t.down {
		m |= h.down(enemy, empty)
	}
	return m & men
}

// slideUp is what a piece can reach on a rising line before the first piece.
func slideUp(line, occupied Mask) Mask {
	block := line & occupied
	return line & (block&-block - 1)
}

// slideDown is slideUp on a falling line.
func slideDown(line, occupied Mask) Mask {
	return line &^ Mask(uint64(1)<<bits.Len32(uint32(line&occupied))-1)
}
