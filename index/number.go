package index

import (
	"fmt"

	"felli"
)

// Numbers is one more than the largest number of a slice.
func (x *Space) Numbers() int { return x.materials * x.materials }

// Number is the number of s, in [0, x.Numbers()), which tells slices apart in
// lists: each side's material is numbered by its pieces, then by its Mullahs.
// ok is false where a side of s has more pieces than the game has, or fewer
// than none; that it is true doesn't mean that the game has such a slice, see
// [Space.Has].
func (x *Space) Number(s Slice) (n int, ok bool) {
	own, opp := s.Men+s.Mullahs, s.OppMen+s.OppMullahs
	if s.Men|s.Mullahs|s.OppMen|s.OppMullahs|own|opp|(x.most-own)|(x.most-opp) < 0 {
		return 0, false
	}
	return (own*(own+1)/2+s.Mullahs)*x.materials + opp*(opp+1)/2 + s.OppMullahs, true
}

// NoSlice is the error of being asked for s, which isn't a slice of the game.
// It matches [felli.ErrInput].
func (x *Space) NoSlice(s Slice) error {
	return fmt.Errorf("%w: %v is no slice of %v", felli.ErrInput, s, x.game)
}
