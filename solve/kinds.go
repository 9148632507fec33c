package solve

import (
	"math/bits"

	"felli"
	"felli/index"
)

// kindMaps says what becomes of the kinds of one side of a pair by its own
// steps and by its losses. A side's pieces are counted in their places,
// promotion points first; what a step or loss does to the kinds depends only
// on places, and on how many pieces stand on promotion points before and
// after. All entries for kinds that can't be are meaningless.
type kindMaps struct {
	pieces, mullahs int
	forced          int          // most pieces that can stand on promotion points
	keep            []uint16     // [step key*kinds + kind]: the kind after a step; nil when there is one kind of piece
	raise           [][]uint16   // by step key: the same for a man that is promoted on the way
	losses          [][]lossKind // by promoted<<pieces | places lost
	mirror          []uint16     // [Colex(set)*kinds + kind]: the kind on the mirror image; of the minor side only
	kinds           int          // of a set none of which stands on promotion points
}

// A lossKind is what a kind becomes by the loss of some pieces.
type lossKind struct {
	mullahs uint16 // Mullahs lost
	kind    uint16 // of what is left
}

// mostLosses is the most entries of the table of losses; beyond it losses are
// worked out one by one.
const mostLosses = 1 << 20

func newKindMaps(x *index.Space, m index.Material, promotion felli.Mask) *kindMaps {
	km := &kindMaps{pieces: m.Pieces(), mullahs: m.Mullahs, kinds: int(index.Choose(m.Pieces(), m.Mullahs))}
	if promotion != 0 {
		km.forced = min(m.Mullahs, promotion.Len())
	}
	mixed := m.Men > 0 && m.Mullahs > 0
	promotes := m.Men > 0 && x.Game().Promotion != felli.PromotionNone
	steps := km.key(km.forced, 2, km.pieces-1, km.pieces-1) + 1
	if mixed {
		km.keep = make([]uint16, steps*km.kinds)
	}
	if promotes {
		km.raise = make([][]uint16, steps)
	}
	for r := 0; r <= km.forced && (mixed || promotes); r++ {
		for r2 := max(r-1, 0); r2 <= r+1; r2++ {
			km.steps(r, r2, mixed, promotes)
		}
	}
	if km.kinds<<km.pieces <= mostLosses {
		km.losses = make([][]lossKind, (km.forced+1)<<km.pieces)
		for r := 0; r <= km.forced; r++ {
			for lost := range 1 << km.pieces {
				km.losses[r<<km.pieces|lost] = km.lose(r, uint32(lost))
			}
		}
	}
	return km
}

func (km *kindMaps) steps(r, r2 int, mixed, promotes bool) {
	for i := range km.pieces {
		for i2 := range km.pieces {
			// A piece comes off the promotion points, goes onto them, or neither.
			if off, on := i < r, i2 < r2; r2-r != b2i(on)-b2i(off) {
				continue
			}
			key := km.key(r, r2-r+1, i, i2)
			if mixed && r2 <= km.forced {
				copy(km.keep[key*km.kinds:], km.step(r, r2, i, i2, 0))
			}
			if promotes {
				km.raise[key] = km.step(r, r2, i, i2, 1)
			}
		}
	}
}

func (km *kindMaps) key(r, change, i, i2 int) int {
	return ((r*3+change)*km.pieces+i)*km.pieces + i2
}

// step maps the kinds when r pieces stand on promotion points to those after
// piece i has become piece i2 and r2 stand there; promoted is 1 for a man that
// is a Mullah afterwards.
func (km *kindMaps) step(r, r2, i, i2 int, promoted uint32) []uint16 {
	kinds := index.Subsets(km.pieces-r, km.mullahs-r)
	out := make([]uint16, len(kinds))
	for k, kind := range kinds {
		all := kind<<r | (1<<r - 1)
		moved := all>>i&1 | promoted
		all = all&(1<<i-1) | all>>(i+1)<<i
		all = all&(1<<i2-1) | all>>i2<<(i2+1) | moved<<i2
		out[k] = uint16(index.Colex(all >> r2))
	}
	return out
}

// lose maps the kinds when r pieces stand on promotion points to those after
// the pieces in the places lost are gone.
func (km *kindMaps) lose(r int, lost uint32) []lossKind {
	kinds := index.Subsets(km.pieces-r, km.mullahs-r)
	out := make([]lossKind, len(kinds))
	left := r - bits.OnesCount32(lost&(1<<r-1))
	for k, kind := range kinds {
		all := kind<<r | (1<<r - 1)
		var rest uint32
		n := 0
		for i := range km.pieces {
			if lost>>i&1 == 0 {
				rest |= all >> i & 1 << n
				n++
			}
		}
		out[k] = lossKind{uint16(bits.OnesCount32(all & lost)), uint16(index.Colex(rest >> left))}
	}
	return out
}

// afterLoss is lose, looked up where there is a table.
func (km *kindMaps) afterLoss(r int, lost uint32) []lossKind {
	if km.losses != nil {
		return km.losses[uint32(r)<<km.pieces|lost]
	}
	return km.lose(r, lost)
}

// mirrorSets fills the table of mirror images for all sets of the side.
func (km *kindMaps) mirrorSets(x *index.Space, promotion felli.Mask) {
	n := x.Game().Board.Points()
	for _, set := range index.Subsets(n, km.pieces) {
		m := felli.Mask(set)
		var kinds []uint32
		if r := (m & promotion).Len(); r <= km.mullahs {
			kinds = index.Subsets(km.pieces-r, km.mullahs-r)
		}
		from := len(km.mirror)
		km.mirror = mirrorKinds(km.mirror, x, m, promotion, kinds)
		km.mirror = append(km.mirror, make([]uint16, km.kinds-(len(km.mirror)-from))...)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
