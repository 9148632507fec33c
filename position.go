package felli

import "math/bits"

// A Point is a point of a board, by its number in the board's order: rank by
// rank upward, and along a rank from left to right. It is in [0, 32).
type Point uint8

// NoPoint stands for a point off the board.
const NoPoint Point = 255

// A Mask is a set of points: bit i is set when point i belongs to it.
type Mask uint32

// Has reports whether p is in m.
func (m Mask) Has(p Point) bool { return m>>p&1 != 0 }

// Len is the number of points in m, in [0, 32].
func (m Mask) Len() int { return bits.OnesCount32(uint32(m)) }

// First is the lowest point of m, which must not be empty.
func (m Mask) First() Point { return Point(bits.TrailingZeros32(uint32(m))) }

// Bit is the set that holds p alone.
func (p Point) Bit() Mask { return 1 << p }

// A Side is one of the two players.
type Side uint8

// The sides. White starts at the bottom of the board and moves first.
const (
	White Side = iota
	Black
)

// Other is the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

func (s Side) String() string {
	if s == White {
		return "White"
	}
	return "Black"
}

// A Kind is what a piece is.
type Kind uint8

// The kinds of piece. A Mullah is a promoted man.
const (
	Man Kind = iota
	Mullah
)

func (k Kind) String() string {
	if k == Man {
		return "man"
	}
	return "Mullah"
}

// A Position is a placement of pieces and the side to move. The zero value is
// an empty board with White to move. No mask may share a point with another;
// [Game.Check] tests that and everything else a ruleset demands.
type Position struct {
	Men     [2]Mask // the men, by [Side]
	Mullahs [2]Mask // the Mullahs, by [Side]
	ToMove  Side
}

// Pieces is the set of points on which side s has a piece.
func (p Position) Pieces(s Side) Mask { return p.Men[s] | p.Mullahs[s] }

// Occupied is the set of points with a piece.
func (p Position) Occupied() Mask { return p.Pieces(White) | p.Pieces(Black) }
