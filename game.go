package felli

import "fmt"

// A Game is a ruleset compiled into tables. It never changes after [NewGame]
// and may be used by any number of goroutines at once.
type Game struct {
	Ruleset

	symmetries [][]Point
	promotion  [2]Mask // promotion points by side; empty without promotion
	menZone    [2]Mask // where men of a side can stand
	menStep    [2][maxPoints]Mask
	menUnstep  [2][maxPoints]Mask
	stepRays   [maxPoints]rays        // of Mullahs
	leaps      [2][2][maxPoints]leaps // by side and kind
	menHops    [2]hopTable
}

// NewGame compiles a ruleset. It returns an error when the ruleset has no
// board, when an option has a value that isn't one of its constants, or when
// the start stands where the options let nothing stand.
func NewGame(r Ruleset) (*Game, error) {
	if r.Board == nil {
		return nil, fmt.Errorf("compile ruleset %q: it has no board", r.Name)
	}
	for _, spec := range optionSpecs {
		if v := *spec.field(&r.Options); int(v) >= len(spec.Values) {
			return nil, fmt.Errorf("compile ruleset %q: option %s has value %d, want 0 to %d", r.Name, spec.Name, v, len(spec.Values)-1)
		}
	}
	g := &Game{Ruleset: r}
	b := r.Board
	g.symmetries = g.findSymmetries()
	for _, s := range []Side{White, Black} {
		g.promotion[s] = g.promotionPoints(s)
		g.menZone[s] = b.all
		if r.Promote != PromoteSingle {
			g.menZone[s] &^= g.promotion[s]
		}
		sign := 1 - 2*int(s)
		for d, dir := range b.dirs {
			if r.MenMove == MenForward && dir.dy*sign < 0 {
				continue
			}
			for p, q := range b.next[d] {
				if q != NoPoint {
					g.menStep[s][p] |= q.Bit()
					g.menUnstep[s][q] |= Point(p).Bit()
				}
			}
		}
	}
	g.compileRays()
	if err := g.Check(g.Start()); err != nil {
		return nil, fmt.Errorf("compile ruleset %q: its start is no legal position: %w", r.Name, err)
	}
	return g, nil
}

func (g *Game) promotionPoints(s Side) Mask {
	b := g.Board
	y := b.Height - 1
	if s == Black {
		y = 0
	}
	var m Mask
	for p := range b.names {
		corner := b.x[p] == 0 || b.x[p] == b.Width-1
		if b.y[p] == y && (g.Promotion == PromotionRank || g.Promotion == PromotionCorners && corner) {
			m |= Point(p).Bit()
		}
	}
	return m
}

// onLongDiagonal reports whether the line through p in direction d joins two
// corners of the grid.
func (b *Board) onLongDiagonal(p Point, d int) bool {
	dir := b.dirs[d]
	if dir.dx == 0 || dir.dy == 0 {
		return false
	}
	corners := 0
	for m := p.Bit() | b.ray[d][p] | b.ray[b.opposite(d)][p]; m != 0; m &= m - 1 {
		q := m.First()
		if (b.x[q] == 0 || b.x[q] == b.Width-1) && (b.y[q] == 0 || b.y[q] == b.Height-1) {
			corners++
		}
	}
	return corners == 2
}

func (b *Board) opposite(d int) int {
	for e, dir := range b.dirs {
		if dir.dx == -b.dirs[d].dx && dir.dy == -b.dirs[d].dy {
			return e
		}
	}
	return d
}

// Start is the position in which the game begins, with White to move.
func (g *Game) Start() Position { return Position{Men: g.Board.start} }

// PromotionPoints is the set of points on which men of side s are promoted,
// empty without promotion.
func (g *Game) PromotionPoints(s Side) Mask { return g.promotion[s] }

// MenZone is the set of points on which a man of side s can stand: all points
// but, where no man can be left there, its promotion points.
func (g *Game) MenZone(s Side) Mask { return g.menZone[s] }

// Destinations is the set of points that a piece of side s can step to from
// p when the points of occupied (p itself doesn't matter) are not empty:
// adjacent ones for a man, and for a Mullah whatever its lines offer.
// It doesn't ask whether a capture is compulsory.
func (g *Game) Destinations(s Side, kind Kind, p Point, occupied Mask) Mask {
	if kind == Man {
		return g.menStep[s&1][p&(maxPoints-1)] &^ occupied
	}
	return g.glide(p, occupied)
}

// Origins is the set of empty points from which a piece of side s that stands
// on p can have stepped there without being promoted: the inverse of
// [Game.Destinations] inside a slice. It is empty for a man on a promotion
// point, which no step leaves unpromoted.
func (g *Game) Origins(s Side, kind Kind, p Point, occupied Mask) Mask {
	if kind == Man {
		if g.promotion[s&1].Has(p) {
			return 0
		}
		return g.menUnstep[s&1][p&(maxPoints-1)] & g.menZone[s&1] &^ occupied
	}
	return g.glide(p, occupied)
}

// glide is where a Mullah can step from p; as its lines run both ways, it is
// also where it can have come from.
func (g *Game) glide(p Point, occupied Mask) Mask {
	var m Mask
	r := &g.stepRays[p&(maxPoints-1)]
	for _, line := range r.up {
		m |= slideUp(line, occupied)
	}
	for _, line := range r.down {
		m |= slideDown(line, occupied)
	}
	return m
}
