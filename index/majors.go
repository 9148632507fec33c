package index

import (
	"math/bits"

	"felli"
)

// Majors are the sets of a fixed number of points, one of each class under a
// game's symmetries: its smallest image. They are numbered in colexicographic
// order.
type Majors struct {
	Sets  []felli.Mask // the canonical sets, by number
	where []uint32     // by Colex of any set: number<<3 | symmetry that makes it canonical
	stab  []uint8      // by number: which symmetries keep the set, as bits
	reps  []uint8      // by number: which symmetries h are used to canonicalise an image, as bits
}

func newMajors(n, size int, maps []permutation) *Majors {
	all := Subsets(n, size)
	ms := &Majors{where: make([]uint32, len(all))}
	for rank, set := range all {
		least, by := set, 0
		stab := uint8(1)
		for h := 1; h < len(maps); h++ {
			image := uint32(maps[h].apply(felli.Mask(set)))
			if image < least {
				least, by = image, h
			}
			if image == set {
				stab |= 1 << h
			}
		}
		if by == 0 {
			ms.where[rank] = uint32(len(ms.Sets)) << 3
			ms.Sets = append(ms.Sets, felli.Mask(set))
			ms.stab = append(ms.stab, stab)
			ms.reps = append(ms.reps, 1)
			continue
		}
		number := ms.where[Colex(least)] >> 3
		ms.where[rank] = number<<3 | uint32(by)
		ms.reps[number] |= 1 << by
	}
	return ms
}

// Find is the number of the canonical image of set and the symmetry (an index
// into [Space.Symmetries]) that makes it so; 0, the identity, when set is
// canonical itself.
func (ms *Majors) Find(set felli.Mask) (number, symmetry int) {
	w := ms.where[Colex(uint32(set))]
	return int(w >> 3), int(w & 7)
}

// Orbit is how many sets the canonical set with the given number stands for.
func (ms *Majors) Orbit(number int) int { return bits.OnesCount8(ms.reps[number]) }

// Keeps reports which symmetries map the canonical set to itself, as bits.
func (ms *Majors) Keeps(number int) uint8 { return ms.stab[number] }

// Representatives are, as bits, the symmetries that [Majors.Find] names for
// the images of the canonical set: one for each set it stands for.
func (ms *Majors) Representatives(number int) uint8 { return ms.reps[number] }

// A permutation of points, as tables by byte of a mask.
type permutation struct {
	points []felli.Point
	bytes  [4][256]felli.Mask
}

func newPermutation(points []felli.Point) permutation {
	p := permutation{points: points}
	for i, q := range points {
		b := i / 8
		for v := range 256 {
			if v>>(i%8)&1 != 0 {
				p.bytes[b][v] |= q.Bit()
			}
		}
	}
	return p
}

func (p *permutation) apply(m felli.Mask) felli.Mask {
	return p.bytes[0][m&255] | p.bytes[1][m>>8&255] | p.bytes[2][m>>16&255] | p.bytes[3][m>>24]
}
