package index

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"felli"
)

// A Finished slice is its summary and its codes as they are stored. Where
// captures are compulsory, codes of positions whose mover can capture are
// fillers: their results follow from their captures.
type Finished struct {
	Summary
	Codes Codes
}

// Digest names a solution: it depends on the ruleset with all its options and
// on every value of the given slices, and on nothing else, not even on how
// they are stored. The order of summaries doesn't matter.
func Digest(r felli.Ruleset, summaries []Summary) (sum [32]byte) {
	list := slices.Clone(summaries)
	slices.SortFunc(list, func(a, b Summary) int { return Compare(a.Slice, b.Slice) })
	h := sha256.New()
	h.Write([]byte("felli digest 1\n" + r.FullString() + "\n"))
	for _, s := range list {
		h.Write([]byte(s.Slice.String() + "\n"))
		h.Write(binary.LittleEndian.AppendUint64(nil, s.Size))
		h.Write(s.Checksum[:])
	}
	h.Sum(sum[:0])
	return sum
}

// Compare orders slices by pieces in all, then by the pieces of the side to
// move, then by Mullahs.
func Compare(a, b Slice) int {
	return slices.Compare(a.key(), b.key())
}

func (s Slice) key() []int {
	return []int{s.Pieces(), s.Men + s.Mullahs, s.Mullahs, s.OppMullahs}
}
