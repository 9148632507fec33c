package index

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"felli"
)

// A Space numbers the positions of one game. It is safe for concurrent use;
// what it needs for a slice is made when first asked for and kept.
type Space struct {
	game           *felli.Game
	points         int
	all            felli.Mask
	restricted     bool       // men can't stand on their promotion points
	majorPromotion felli.Mask // where major pieces must be Mullahs: White's promotion points if restricted
	minorPromotion felli.Mask
	maps           []permutation
	inverse        []int // by symmetry: the one that undoes it

	most      int // pieces of a side
	materials int // a side with up to so many pieces can have

	layouts []atomic.Pointer[Layout] // by the number of the slice whose major side is to move
	mu      sync.Mutex               // held while one is made
	sets    map[int]*Majors
}

// NewSpace prepares the numbering of g's positions; it is cheap.
func NewSpace(g *felli.Game) *Space {
	x := &Space{
		game: g, points: g.Board.Points(), all: g.Board.All(),
		sets: map[int]*Majors{},
		most: g.Board.MaxPieces, materials: (g.Board.MaxPieces + 1) * (g.Board.MaxPieces + 2) / 2,
	}
	x.layouts = make([]atomic.Pointer[Layout], x.Numbers())
	if g.MenZone(felli.White) != x.all {
		x.restricted = true
		x.majorPromotion = g.PromotionPoints(felli.White)
		x.minorPromotion = g.PromotionPoints(felli.Black)
	}
	for _, perm := range g.Symmetries() {
		x.maps = append(x.maps, newPermutation(perm))
	}
	for h := range x.maps {
		x.inverse = append(x.inverse, x.findInverse(h))
	}
	return x
}

// Game is the game whose positions are numbered.
func (x *Space) Game() *felli.Game { return x.game }

// Symmetries is the number of symmetries that fold positions: 2, 4 or 8.
func (x *Space) Symmetries() int { return len(x.maps) }

// Map applies the symmetry with the given number, in [0, Symmetries()), to a
// set of points.
func (x *Space) Map(symmetry int, m felli.Mask) felli.Mask { return x.maps[symmetry].apply(m) }

// MapPoint applies a symmetry to a point.
func (x *Space) MapPoint(symmetry int, p felli.Point) felli.Point { return x.maps[symmetry].points[p] }

// MajorPromotion and MinorPromotion are the points on which every piece of the
// major or minor side is a Mullah, in the layouts' frame; empty where men can
// stand everywhere.
func (x *Space) MajorPromotion() felli.Mask { return x.majorPromotion }

// MinorPromotion is [Space.MajorPromotion] for the minor side.
func (x *Space) MinorPromotion() felli.Mask { return x.minorPromotion }

// majors are the canonical sets of a size.
func (x *Space) majors(size int) *Majors {
	ms := x.sets[size]
	if ms == nil {
		ms = newMajors(x.points, size, x.maps)
		x.sets[size] = ms
	}
	return ms
}

// MajorToMove reports whether the side to move of s is the major side: the
// one with more pieces, then the one with more Mullahs. In a slice that is its
// own twin it is.
func (s Slice) MajorToMove() bool {
	own, opp := s.Men+s.Mullahs, s.OppMen+s.OppMullahs
	return own > opp || own == opp && s.Mullahs >= s.OppMullahs
}

// Layout is the numbering that s and its twin share. s must be a slice of the
// game.
func (x *Space) Layout(s Slice) *Layout {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	n, ok := x.Number(s)
	if !ok {
		panic("no slice of " + x.game.String() + ": " + s.String())
	}
	if l := x.layouts[n].Load(); l != nil {
		return l
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	l := x.layouts[n].Load()
	if l == nil {
		l = x.newLayout(Material{s.Men, s.Mullahs}, Material{s.OppMen, s.OppMullahs})
		x.layouts[n].Store(l)
	}
	return l
}

// Has reports whether s is a slice of the game: both sides have 1 to the
// board's most pieces, they fit on it, and there are Mullahs only with
// promotion.
func (x *Space) Has(s Slice) bool {
	most := x.game.Board.MaxPieces
	own, opp := s.Men+s.Mullahs, s.OppMen+s.OppMullahs
	if min(s.Men, s.Mullahs, s.OppMen, s.OppMullahs) < 0 || own < 1 || opp < 1 || own > most || opp > most || own+opp > x.points {
		return false
	}
	return x.game.Promotion != felli.PromotionNone || s.Mullahs+s.OppMullahs == 0
}

// Size is the number of stored positions of s: its folded positions, and a few
// of them twice.
func (x *Space) Size(s Slice) uint64 { return x.Layout(s).Size() }

// Slices lists the game's slices with up to maxPieces pieces in all (0: no
// limit), every slice behind those that captures and promotions lead to, and
// each next to its twin.
func (x *Space) Slices(maxPieces int) []Slice {
	most := x.game.Board.MaxPieces
	var list []Slice
	for own := 1; own <= most; own++ {
		for opp := 1; opp <= own; opp++ {
			if maxPieces > 0 && own+opp > maxPieces {
				continue
			}
			for k := 0; k <= own; k++ {
				for ok := 0; ok <= opp; ok++ {
					s := Slice{own - k, k, opp - ok, ok}
					if x.Has(s) && s.MajorToMove() {
						list = append(list, s)
					}
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Slice) int {
		return cmp.Or(
			cmp.Compare(a.Pieces(), b.Pieces()),
			cmp.Compare(a.Men+a.Mullahs, b.Men+b.Mullahs),
			cmp.Compare(b.Mullahs+b.OppMullahs, a.Mullahs+a.OppMullahs),
		)
	})
	pairs := make([]Slice, 0, 2*len(list))
	for _, s := range list {
		pairs = append(pairs, s)
		if t := s.Twin(); t != s {
			pairs = append(pairs, t)
		}
	}
	return pairs
}

// Dependencies lists the slices to which a single move can leave s: its side
// to move captures, promotes, or both. They are seen by the opponent, who is
// then to move.
func (x *Space) Dependencies(s Slice) []Slice {
	g := x.game
	var list []Slice
	promotes := g.Promotion != felli.PromotionNone && s.Men > 0
	for men := 0; men <= s.OppMen; men++ {
		for mullahs := 0; mullahs <= s.OppMullahs; mullahs++ {
			taken := men + mullahs
			if taken > 1 && g.Chain == felli.ChainSingle {
				continue
			}
			t := Slice{s.OppMen - men, s.OppMullahs - mullahs, s.Men, s.Mullahs}
			if t.Men+t.Mullahs == 0 {
				continue
			}
			if taken > 0 {
				list = append(list, t)
			}
			if promotes && (taken < 2 || g.Promote != felli.PromoteSingle) {
				t.OppMen, t.OppMullahs = t.OppMen-1, t.OppMullahs+1
				list = append(list, t)
			}
		}
	}
	return list
}

// SliceOf is the slice of p, seen by its side to move. Both sides must have
// pieces.
func SliceOf(p felli.Position) Slice {
	s, o := p.ToMove, p.ToMove.Other()
	return Slice{p.Men[s].Len(), p.Mullahs[s].Len(), p.Men[o].Len(), p.Mullahs[o].Len()}
}
