package solve

import (
	"felli"
	"felli/internal/invariants"
)

// A cell is what is known of one position while its slice pair is being
// solved, in 32 bits.
//
//	settled   31 1
//	silent    30 1 when every predecessor takes it into account by itself
//	code      0-15 the result, a felli.Code; when silent, the score of a move
//	          that leads there, and the code is in 16-29
//
//	open      31 0
//	outside   16-29 the code of the best result that a move out of the pair
//	          (or to a silent position) gives; 0 when there is none yet
//	left      0-15 moves whose results are still missing. One more is counted
//	          for a move known to draw, so that such a position is never lost.
//
// A distance that an outside code can't hold is an error, never cut off.
type cell = uint32

const (
	settled      cell = 1 << 31
	silent       cell = 1 << 30
	outsideShift      = 16
	leftMask     cell = 1<<outsideShift - 1
	maxCode           = 1<<14 - 1
	noCode       cell = 1<<15 - 1 // no cell's upper half
)

// A score orders results for the player to move: 0 is no move, then losses,
// longest best, then the draw, then wins, shortest best.
type score = uint16

const (
	drawScore score = 1 << 14
	winScore        = 1<<15 - 1 // less the code of the win; that is, its complement
)

// scoreAfter is the score of a move to a position with code c, seen by the
// player who makes it. Where the opponent has lost in c-1 that is a win in c;
// where the opponent wins in c-1, a loss in c; both have code c+1. It has no
// branches, as who wins can't be foretold.
func scoreAfter(c felli.Code) score {
	lost, draw := -(c & 1), (c-1)>>15
	if invariants.Enabled && c > maxCode {
		invariants.Fail("code %d has no score", c)
	}
	return score((c+1)^lost&winScore)&^score(-draw) | score(draw)*drawScore
}

// codeOf is the code that s, not 0, stands for. It has no branches.
func codeOf(s score) felli.Code {
	won, draw := -(s >> 14), (s^drawScore-1)>>15
	return felli.Code((s ^ won&winScore) &^ -draw)
}

// resultCode is the code of a settled cell, and that of a draw for an open one.
// It has no branches, as which cells are silent can't be foretold.
func resultCode(c cell) felli.Code {
	shift := c / silent & 1 * outsideShift
	return felli.Code(c >> (shift & 31) & maxCode & -(c / settled))
}

// silentCell is the cell of a silent position with code c.
func silentCell(c felli.Code) cell {
	return settled | silent | cell(c)<<outsideShift | cell(scoreAfter(c))
}

// newCell is the cell of a position of whose moves the best known has score
// best and would make its code c, while count others are open.
func newCell(best score, c felli.Code, count uint16) cell {
	switch {
	case count == 0:
		return settled | cell(c)
	case best == drawScore:
		return cell(count) + 1
	default:
		return cell(c)<<outsideShift | cell(count)
	}
}

// scores is scoreAfter for the codes that fit a byte.
var scores = func() (t [256]score) {
	for c := range t {
		t[c] = scoreAfter(felli.Code(c))
	}
	return t
}()
