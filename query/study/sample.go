package study

import (
	"cmp"
	"slices"

	"felli/index"
)

// A sample keeps, of all positions offered, those with the smallest hashes
// (bottom-k sampling; Cohen and Kaplan 2007). Which ones depends on nothing
// but the positions and the seed.
type sample struct {
	count int
	list  []drawn // by hash
}

type drawn struct {
	hash uint64
	Position
}

// open reports whether a position of that hash would be kept.
func (s *sample) open(hash uint64) bool {
	return len(s.list) < s.count || s.count > 0 && hash < s.list[len(s.list)-1].hash
}

func (s *sample) add(hash uint64, p Position) {
	at, _ := slices.BinarySearchFunc(s.list, hash, func(d drawn, h uint64) int { return cmp.Compare(d.hash, h) })
	s.list = slices.Insert(s.list, at, drawn{hash, p})
	if len(s.list) > s.count {
		s.list = s.list[:s.count]
	}
}

// place hashes a position's place: the finisher of splitmix64 (Steele, Lea and
// Flood 2014) over seed, slice and index.
func place(seed uint64, s index.Slice, i uint64) uint64 {
	slice := uint64(s.Men)<<24 | uint64(s.Mullahs)<<16 | uint64(s.OppMen)<<8 | uint64(s.OppMullahs)
	return mix(mix(mix(seed)+slice) + i)
}

func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// byDistance puts what samples hold in order: by distance, then by slice and
// index.
func byDistance(list []Position) []Position {
	slices.SortFunc(list, func(a, b Position) int {
		return cmp.Or(
			cmp.Compare(a.Result.DTW, b.Result.DTW),
			index.Compare(a.Slice, b.Slice),
			cmp.Compare(a.index, b.index),
		)
	})
	return list
}
