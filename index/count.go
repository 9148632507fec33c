package index

import "felli/internal/saturating"

// Count is the number of positions of s without folding, the side to move seen
// as White. It takes no tables, so it can be asked of slices far too large to
// solve; where it doesn't fit it is the largest number.
func (x *Space) Count(s Slice) uint64 {
	// Men stand on the points that promote neither side, and on those that
	// promote the other; where they can stand everywhere there are only points
	// of the first kind.
	promotion := x.majorPromotion.Len()
	rest := x.points - 2*promotion
	free := x.points - s.Men - s.OppMen
	if free < 0 {
		return 0
	}
	total := uint64(0)
	for own := 0; own <= min(promotion, s.Men); own++ {
		for opp := 0; opp <= min(promotion, s.OppMen); opp++ {
			inner := s.Men - own
			n := saturating.Times(Choose(promotion, own), Choose(rest, inner))
			n = saturating.Times(n, saturating.Times(Choose(promotion, opp), Choose(rest-inner, s.OppMen-opp)))
			total = saturating.Plus(total, n)
		}
	}
	return saturating.Times(total, saturating.Times(Choose(free, s.Mullahs), Choose(free-s.Mullahs, s.OppMullahs)))
}
