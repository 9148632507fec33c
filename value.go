package felli

// A Value is what a position is worth to its side to move. The zero value is
// Unknown, which no solved position has.
type Value uint8

// The values.
const (
	Unknown Value = iota
	Loss
	Draw
	Win
)

func (v Value) String() string { return [...]string{"unknown", "loss", "draw", "win"}[v] }

// Negate is the same value seen by the opponent.
func (v Value) Negate() Value { return [...]Value{Unknown, Win, Draw, Loss}[v] }

// Plies counts single turns, from 0.
type Plies uint16

// MaxPlies is the longest distance a [Code] can hold.
const MaxPlies Plies = 1<<16 - 2

// A Result is a value for the side to move and, when it is decided, the
// distance to win: the plies until the game ends when the winner hurries and
// the loser delays. DTW is odd for a win, even for a loss and 0 for anything
// else (an ended game is a loss in 0).
type Result struct {
	Value Value
	DTW   Plies
	// AtMost says that DTW isn't the distance but only a bound proven for it:
	// so many plies at most. No code holds such a result.
	AtMost bool
}

// A Code is a Result of a solved position in one number: 0 for a draw, else
// 1+DTW. So wins are even, losses odd.
type Code uint16

// Code packs r, which must not be Unknown.
func (r Result) Code() Code {
	if r.Value == Draw {
		return 0
	}
	return Code(r.DTW) + 1
}

// Result unpacks c.
func (c Code) Result() Result {
	switch {
	case c == 0:
		return Result{Value: Draw}
	case c&1 == 1:
		return Result{Value: Loss, DTW: Plies(c - 1)}
	default:
		return Result{Value: Win, DTW: Plies(c - 1)}
	}
}

// Before is the result of a move that leads to a position worth r to the
// opponent: for the player who moves, one ply earlier.
func (r Result) Before() Result {
	if r.Value == Win || r.Value == Loss {
		return Result{r.Value.Negate(), r.DTW + 1, r.AtMost}
	}
	return r
}

// Better reports whether a player would rather have r than o: wins, shortest
// first, then draws, unknown, and losses, longest first.
func (r Result) Better(o Result) bool { return r.order() > o.order() }

func (r Result) order() int {
	switch r.Value {
	case Win:
		return 1<<18 - int(r.DTW)
	case Draw:
		return 1 << 17
	case Unknown:
		return 1<<17 - 1
	default:
		return int(r.DTW)
	}
}
