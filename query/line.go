package query

import "felli"

// A Line is best play from a position: each side takes its best move, so the
// winner hurries and the loser delays.
type Line struct {
	Ruleset string
	Start   felli.Position
	Result  felli.Result // of Start
	Steps   []LineStep
	End     LineEnd
	// Repeats is, where End is EndRepetition, how many plies from the start
	// the last position stood on the board before.
	Repeats int
}

// A LineStep is one ply of a line.
type LineStep struct {
	Before felli.Position
	RankedMove
}

// LineEnd says why a line ends.
type LineEnd uint8

// The ends of a line.
const (
	EndLost       LineEnd = iota // the side to move has lost
	EndStalemate                 // it has no move, which is a draw
	EndRepetition                // the position has been on the board before
)

func (e LineEnd) String() string { return [...]string{"lost", "stalemate", "repetition"}[e] }

// Last is the position at the end of the line.
func (l *Line) Last() felli.Position {
	if len(l.Steps) == 0 {
		return l.Start
	}
	return l.Steps[len(l.Steps)-1].After
}

// Line follows best play from p to the end of the game, or in a draw until a
// position comes back; of equal moves it takes the first in notation. p must
// pass [felli.Game.Check]. The error matches [felli.ErrNotBuilt] when the
// value of p isn't known.
func (pr *Prober) Line(p felli.Position) (*Line, error) {
	l := &Line{Ruleset: pr.ruleset, Start: p}
	seen := map[felli.Position]int{}
	var a Answer
	for {
		if err := pr.AnswerInto(&a, p); err != nil {
			return nil, err
		}
		if a.Missing != nil {
			return nil, a.Missing
		}
		if len(l.Steps) == 0 {
			l.Result = a.Result
		}
		if a.Ended {
			if a.Result.Value == felli.Draw {
				l.End = EndStalemate
			}
			return l, nil
		}
		if ply, ok := seen[p]; ok {
			l.End, l.Repeats = EndRepetition, ply
			return l, nil
		}
		seen[p] = len(l.Steps)
		l.Steps = append(l.Steps, LineStep{p, a.Moves[0]})
		p = a.Moves[0].After
	}
}
