package solve

import (
	"math/bits"

	"felli"
	"felli/index"
)

// A block is all positions on one major and one minor set: the same points
// taken, whatever the pieces are. Which steps and leaps there are depends only
// on the points and the moving piece, so a pass works them out once for a
// block and applies them to all its positions. One worker reuses one block.
type block struct {
	j        *pair
	fr       *frame
	minor    felli.Mask
	relative uint32
	first    uint64 // index of its first position
	kinds    [2]int // of the major and of the minor side
	occupied felli.Mask

	minorKinds []uint32      // the minor side's Mullah sets, over its pieces off promotion points
	promoted   int           // minor pieces on promotion points, which are Mullahs
	pieces     []felli.Point // the minor side's, by their place in the relative set

	views  [8]view // the minor set under each symmetry, made when first asked for
	link   link    // scratch
	cuts   []cut   // by places lost: the major sets without them; of the frame numbered cutsOf
	cutsOf int
	raised []uint16        // scratch of majorRaise
	room   [2][]felli.Leap // by kind

	best  []score // scratch of the passes: by position of the block
	count []uint16
	quiet []bool // by kind of the mover: it has no leap that it must make
}

// A view is a block's minor set under a symmetry.
type view struct {
	known    bool
	relative uint32
	kinds    []uint16 // by kind: the kind as seen under the symmetry
}

func newBlock(j *pair) *block { return &block{j: j, cutsOf: -1} }

// enter moves the block to a minor set of a frame.
func (b *block) enter(fr *frame, minor int) {
	b.fr = fr
	b.minor, b.relative = fr.MinorSet(minor)
	b.enterRelative()
}

func (b *block) enterRelative() {
	j := b.j
	b.occupied = b.fr.Set | b.minor
	var kinds int
	b.first, kinds = b.fr.Block(b.relative)
	b.kinds = [2]int{len(b.fr.Kinds), kinds}
	b.minorKinds = j.layout.MinorKinds(&b.fr.Frame, b.relative)
	b.promoted = b.fr.Promoted(b.relative)
	b.pieces = b.pieces[:0]
	for m := b.relative; m != 0; m &= m - 1 {
		b.pieces = append(b.pieces, b.fr.Points[bits.TrailingZeros32(m)])
	}
	for i := range j.space.Symmetries() {
		b.views[i].known = false
	}
}

// size is the number of positions in the block.
func (b *block) size() int { return b.kinds[0] * b.kinds[1] }

// view is the block's minor set under a symmetry of the board.
func (b *block) view(symmetry uint8) *view {
	v := &b.views[symmetry]
	if !v.known {
		b.fillView(v, int(symmetry))
	}
	return v
}

func (b *block) fillView(v *view, symmetry int) {
	j := b.j
	v.known = true
	v.relative = b.seen(uint8(symmetry), b.minor)
	km := j.maps[minorMoves]
	if symmetry == 0 || km.mirror == nil {
		v.kinds = j.identity[:b.kinds[1]]
		return
	}
	first := int(index.Colex(uint32(b.minor))) * km.kinds
	v.kinds = km.mirror[first : first+b.kinds[1]]
}

// minorMullah reports whether the minor piece with the given place is a Mullah
// under the given kind.
func (b *block) minorMullah(place, kind int) bool {
	return place < b.promoted || b.minorKinds[kind]>>(place-b.promoted)&1 != 0
}

// isMullah reports whether piece i of the side that moves in table t is a
// Mullah under that side's kind.
func (b *block) isMullah(t, i, kind int) bool {
	if t == majorMoves {
		return b.fr.mullahs[kind].Has(b.fr.pieces[i])
	}
	return b.minorMullah(i, kind)
}

// movers are the points of the side that moves in table t.
func (b *block) movers(t int) []felli.Point {
	if t == majorMoves {
		return b.fr.pieces
	}
	return b.pieces
}

// sets are the points of the side that moves in table t, and of its opponent.
func (b *block) sets(t int) (own, enemy felli.Mask) {
	if t == majorMoves {
		return b.fr.Set, b.minor
	}
	return b.minor, b.fr.Set
}

// grow makes the scratch arrays large enough for the block and clears them.
func (b *block) grow() {
	n := b.size()
	if cap(b.best) < n {
		b.best, b.count = make([]score, n), make([]uint16, n)
	}
	b.best, b.count = b.best[:n], b.count[:n]
	clear(b.best)
	clear(b.count)
}

// at is the place of a position in the block, by the kinds of the side that
// moves in table t and of its opponent.
func (b *block) at(t, own, opp int) int {
	if t == majorMoves {
		return own*b.kinds[1] + opp
	}
	return opp*b.kinds[1] + own
}
