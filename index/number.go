package index

// A slice's number tells slices apart in lists: it is in [0, Space.Numbers()).
// Each side's material is numbered by its pieces, then by its Mullahs.

// Numbers is one more than the largest number of a slice.
func (x *Space) Numbers() int { return x.materials * x.materials }

// Number is the number of s; ok is false where a side of s has more pieces
// than the game has, or fewer than none.
func (x *Space) Number(s Slice) (n int, ok bool) {
	own, opp := s.Men+s.Mullahs, s.OppMen+s.OppMullahs
	if s.Men|s.Mullahs|s.OppMen|s.OppMullahs|own|opp|(x.most-own)|(x.most-opp) < 0 {
		return 0, false
	}
	return (own*(own+1)/2+s.Mullahs)*x.materials + opp*(opp+1)/2 + s.OppMullahs, true
}
