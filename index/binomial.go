package index

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// maxChoose is one more than the most points a board can have.
const maxChoose = 33

// binomials[n][k] is n over k; 0 where k > n.
var binomials = func() (t [maxChoose][maxChoose]uint32) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= n; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}()

// Choose is the number of k-subsets of an n-set, n in [0, 32]; 0 where k is
// negative or more than n.
func Choose(n, k int) uint64 {
	if k < 0 || n < 0 || k > n {
		return 0
	}
	return uint64(binomials[n][k])
}

// The colexicographic rank of a set is the sum of binomials[e][i+1] over its
// elements e, the i-th smallest each. It is read off in digits of 12 bits:
// colexLow for the first, colexHigh[c] for the second when the first holds c
// elements, colexTop[c] for the remaining 8 bits. The tables for the second and
// the last are filled as far as they are needed, as a program that answers one
// query would otherwise spend more time on them than on the answer.
const (
	digitBits = 12
	digitMask = 1<<digitBits - 1
)

var (
	colexLow  [1 << digitBits]uint16
	colexHigh [digitBits + 1][1 << digitBits]uint32
	colexTop  [2*digitBits + 1][1 << 8]uint32

	colexFilling sync.Mutex
	colexFilled  atomic.Uint32 // sets below have what they need in colexHigh and colexTop
)

func init() {
	for m := 1; m < 1<<digitBits; m++ {
		rest, top := withoutTop(m)
		colexLow[m] = colexLow[rest] + uint16(binomials[top][bits.OnesCount(uint(m))])
	}
	colexFilled.Store(digitMask)
}

// fillColex fills the tables as far as the sets of so many elements need them
// that m is one of.
func fillColex(m uint32) {
	colexFilling.Lock()
	defer colexFilling.Unlock()
	filled, end := colexFilled.Load(), uint32(uint64(1)<<bits.Len32(m)-1)
	if end <= filled {
		return
	}
	for m := int(filled>>digitBits) + 1; m <= int(min(end>>digitBits, digitMask)); m++ {
		rest, top := withoutTop(m)
		n := bits.OnesCount(uint(m))
		for c := range colexHigh {
			colexHigh[c][m] = colexHigh[c][rest] + binomials[digitBits+top][c+n]
		}
	}
	for m := max(1, int(filled>>(2*digitBits))+1); m <= int(end>>(2*digitBits)); m++ {
		rest, top := withoutTop(m)
		n := bits.OnesCount(uint(m))
		for c := range colexTop {
			if c+n < maxChoose {
				colexTop[c][m] = colexTop[c][rest] + binomials[2*digitBits+top][c+n]
			}
		}
	}
	colexFilled.Store(end)
}

func withoutTop(m int) (rest, top int) {
	top = bits.Len(uint(m)) - 1
	return m &^ (1 << top), top
}

// Colex is the colexicographic rank of the set m among the sets of its size.
func Colex(m uint32) uint32 {
	low := m & digitMask
	r := uint32(colexLow[low])
	if m <= digitMask {
		return r
	}
	if m > colexFilled.Load() {
		fillColex(m)
	}
	c := bits.OnesCount32(low)
	high := m >> digitBits & digitMask
	r += colexHigh[c][high]
	if top := m >> (2 * digitBits); top != 0 {
		r += colexTop[c+bits.OnesCount32(high)][top]
	}
	return r
}

// Subsets lists the k-subsets of {0, …, n-1} in colexicographic order, which
// is also their order as numbers: Subsets(n, k)[Colex(m)] = m.
func Subsets(n, k int) []uint32 {
	total := Choose(n, k)
	sets := make([]uint32, 0, total)
	if total == 0 {
		return sets
	}
	m := uint64(1)<<k - 1
	for range total {
		sets = append(sets, uint32(m))
		if m == 0 {
			break
		}
		low := m & -m
		carry := m + low
		m = carry | (m^carry)/low>>2
	}
	return sets
}
