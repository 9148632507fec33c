// Package saturating adds and multiplies numbers that may be too large for 64
// bits: the counts and forecasts of games that nobody will ever solve. What
// doesn't fit is the largest number.
package saturating

import "math/bits"

// Plus is a + b.
func Plus(a, b uint64) uint64 {
	if sum, carry := bits.Add64(a, b, 0); carry == 0 {
		return sum
	}
	return ^uint64(0)
}

// Times is a * b.
func Times(a, b uint64) uint64 {
	if high, low := bits.Mul64(a, b); high == 0 {
		return low
	}
	return ^uint64(0)
}
