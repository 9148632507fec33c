package felli

import "math/bits"

// A rays holds the lines along which a piece can travel from one point, each
// without that point and cut off where the piece's reach ends. As points are
// numbered rank by rank, along each line their numbers only rise or only fall.
type rays struct {
	up   []Mask // lines of rising numbers: the nearest point is the lowest
	down []Mask // lines of falling numbers: the nearest point is the highest
	over Mask   // the points of all lines that have another behind them
}

func (r *rays) add(line Mask, up bool) {
	if up {
		r.up = append(r.up, line)
		r.over |= line &^ highest(line)
	} else {
		r.down = append(r.down, line)
		r.over |= line & (line - 1)
	}
}

// compileRays fills in the step rays of Mullahs and the leap rays of all
// pieces. A short leap is a long one along a ray of two points.
func (g *Game) compileRays() {
	b := g.Board
	for p := range Point(b.Points()) {
		for d, dir := range b.dirs {
			long := b.ray[d][p]
			if long == 0 {
				continue
			}
			one := b.next[d][p].Bit()
			short := one
			if q := b.next[d][b.next[d][p]]; q != NoPoint {
				short |= q.Bit()
			}
			reach, leap := one, short
			if g.MullahMove == MullahLines || b.onLongDiagonal(p, d) {
				reach = long
				if g.MullahCapture == MullahLong {
					leap = long
				}
			}
			g.stepRays[p].add(reach, dir.up)
			if short == one { // nothing behind the next point
				continue
			}
			for s, sign := range []int{+1, -1} {
				g.leapRays[s][Mullah][p].add(leap, dir.up)
				if g.MenCapture == MenAny || dir.dy*sign >= 0 {
					g.leapRays[s][Man][p].add(short, dir.up)
					over := b.next[d][p]
					g.menHops[s].add(p, over, b.next[d][over])
				}
			}
		}
	}
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

// leap is leapUp or leapDown on the i-th of the lines, those up first.
func (r *rays) leap(i int, occupied, takeable Mask) (over, landings Mask) {
	if i < len(r.up) {
		return leapUp(r.up[i], occupied, takeable)
	}
	return leapDown(r.down[i-len(r.up)], occupied, takeable)
}

// leapUp is the first piece on a rising line, if it can be taken, and the
// points behind it on which a piece that leaps it can land; landings is empty
// when there is no leap.
func leapUp(line, occupied, takeable Mask) (over, landings Mask) {
	over = line & occupied
	over &= -over & takeable
	if over == 0 {
		return 0, 0
	}
	return over, slideUp(line&^(over<<1-1), occupied)
}

// leapDown is leapUp on a falling line.
func leapDown(line, occupied, takeable Mask) (over, landings Mask) {
	over = highest(line&occupied) & takeable
	if over == 0 {
		return 0, 0
	}
	return over, slideDown(line&(over-1), occupied)
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

// highest is the highest point of m, as a set.
func highest(m Mask) Mask {
	return Mask(uint64(1) << bits.Len32(uint32(m)) >> 1)
}
