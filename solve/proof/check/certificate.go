package check

import (
	"cmp"
	"slices"

	"felli"
)

// A Claim is what a certificate says of its root.
type Claim uint8

// The claims. Win and Loss speak of the side to move in the root; so do the
// other two, which together make a draw.
const (
	Win     Claim = iota + 1 // the side to move wins
	Loss                     // its opponent wins
	NotWin                   // the side to move can't force a win
	NotLoss                  // its opponent can't
)

func (c Claim) String() string {
	return [...]string{"?", "win", "loss", "no win", "no loss"}[min(c, NotLoss)%5]
}

// Sentence says the claim about p for people: "White can't force a win".
func (c Claim) Sentence(p felli.Position) string {
	who := p.ToMove
	if c == Loss || c == NotLoss {
		who = who.Other()
	}
	if c.Wins() {
		return who.String() + " wins"
	}
	return who.String() + " can't force a win"
}

// Wins reports whether the holder wins, rather than just doesn't lose.
func (c Claim) Wins() bool { return c == Win || c == Loss }

// HolderMoves reports whether the holder is to move in the root.
func (c Claim) HolderMoves() bool { return c == Win || c == NotLoss }

// A Certificate proves a claim. Every entry is a position with the holder to
// move that tables don't reach; they are sorted by key.
type Certificate struct {
	Game   *felli.Game
	Root   felli.Position
	Claim  Claim
	Pieces int      // the tables of all positions with up to so many pieces are referred to
	Digest [32]byte // of those tables, see [index.Digest]
	Keys   []uint64 // of the positions, see [Packer]; rising
	Moves  []uint16 // the holder's move in each, a number in [SortedMoves]
	Bounds []uint32 // for a win: in how many plies, at most, the holder wins; else empty
}

// Find is the number of the entry with the given key.
func (c *Certificate) Find(key uint64) (int, bool) { return slices.BinarySearch(c.Keys, key) }

// SortedMoves are the legal moves in p, appended to moves, which must be
// empty, in the order in which certificates number them: by origin, then
// target, then the set of points captured as a number, then promotion.
func SortedMoves(g *felli.Game, moves []felli.Move, p felli.Position) []felli.Move {
	moves = g.AppendMoves(moves, p)
	slices.SortFunc(moves, func(a, b felli.Move) int {
		return cmp.Or(
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Captured, b.Captured),
			cmp.Compare(bit(a.Promotes), bit(b.Promotes)),
		)
	})
	return moves
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
