package felli

import (
	"fmt"
	"math/bits"
)

// Rotate turns a set of points by 180°. Points are numbered rank by rank, so
// the turn reverses their order, whatever the board.
func (b *Board) Rotate(m Mask) Mask {
	return Mask(bits.Reverse32(uint32(m)) >> (32 - len(b.names)))
}

// RotatePoint turns a point by 180°.
func (b *Board) RotatePoint(p Point) Point { return Point(len(b.names)-1) - p }

// Mirror swaps left and right.
func (b *Board) Mirror(m Mask) Mask { return mapMask(b.mirror, m) }

// MirrorPoint swaps left and right.
func (b *Board) MirrorPoint(p Point) Point { return b.mirror[p] }

func mapMask(perm []Point, m Mask) Mask {
	var out Mask
	for ; m != 0; m &= m - 1 {
		out |= perm[m.First()].Bit()
	}
	return out
}

// readSymmetries finds the board's automorphisms: the symmetries of the grid
// (four of a rectangle, eight of a square) that keep its points and lines.
func (b *Board) readSymmetries(BoardSpec) error {
	w, h := b.Width-1, b.Height-1
	maps := []func(x, y int) (int, int){
		func(x, y int) (int, int) { return x, y },
		func(x, y int) (int, int) { return w - x, y },
		func(x, y int) (int, int) { return x, h - y },
		func(x, y int) (int, int) { return w - x, h - y },
	}
	if w == h {
		maps = append(maps,
			func(x, y int) (int, int) { return y, x },
			func(x, y int) (int, int) { return w - y, x },
			func(x, y int) (int, int) { return y, h - x },
			func(x, y int) (int, int) { return w - y, h - x },
		)
	}
	for i, f := range maps {
		perm, ok := b.automorphism(f)
		switch {
		case ok:
			b.autos = append(b.autos, perm)
		case i == 1:
			return fmt.Errorf("mirroring left to right changes the board")
		case i == 3:
			return fmt.Errorf("turning by 180° changes the board")
		}
	}
	b.mirror = b.autos[1]
	return nil
}

func (b *Board) automorphism(f func(x, y int) (int, int)) ([]Point, bool) {
	perm := make([]Point, len(b.names))
	for i := range b.names {
		q, ok := b.PointAt(f(b.x[i], b.y[i]))
		if !ok {
			return nil, false
		}
		perm[i] = q
	}
	for p := range perm {
		if mapMask(perm, b.Adjacent(Point(p))) != b.Adjacent(perm[p]) {
			return nil, false
		}
	}
	return perm, true
}

// Rotate turns the board by 180° and swaps the colours, the side to move with
// them. Rules and value stay the same.
func (g *Game) Rotate(p Position) Position {
	b := g.Board
	return Position{
		Men:     [2]Mask{b.Rotate(p.Men[Black]), b.Rotate(p.Men[White])},
		Mullahs: [2]Mask{b.Rotate(p.Mullahs[Black]), b.Rotate(p.Mullahs[White])},
		ToMove:  p.ToMove.Other(),
	}
}

// Normalise shows p with its side to move as White: p itself, or p turned by
// 180° with the colours swapped.
func (g *Game) Normalise(p Position) Position {
	if p.ToMove == White {
		return p
	}
	return g.Rotate(p)
}

// Mirror swaps left and right. Rules and value stay the same.
func (g *Game) Mirror(p Position) Position { return p.mapPoints(g.Board.mirror) }

func (p Position) mapPoints(perm []Point) Position {
	for s := range p.Men {
		p.Men[s], p.Mullahs[s] = mapMask(perm, p.Men[s]), mapMask(perm, p.Mullahs[s])
	}
	return p
}

// Symmetries are the point permutations that change neither the rules nor
// whose turn it is: the identity first, then the left-right mirror, then,
// where men know no direction and nothing promotes, every other automorphism
// of the board. The caller must not change them.
func (g *Game) Symmetries() [][]Point { return g.symmetries }

func (g *Game) findSymmetries() [][]Point {
	if g.MenMove == MenForward || g.MenCapture == MenForward || g.Promotion != PromotionNone {
		return g.Board.autos[:2]
	}
	return g.Board.autos
}
