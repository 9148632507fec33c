package play

import (
	"felli"
	"felli/query/pdn"
)

// Repetitions is how often a position stands on the board, in a game played to
// an end, until the game is called a draw. The rules know no such end: a draw is
// a game that nobody can win, and it could go on for ever.
const Repetitions = 3

// A Table is where a game is played: its moves so far and when it is over. Make
// it with [NewTable].
type Table struct {
	Record      *pdn.Game
	Repetitions int // a position that stands for the so-manieth time ends the game; 0: never
	seen        map[felli.Position]int
}

// NewTable begins a game at a position, which must pass [felli.Game.Check].
func NewTable(g *felli.Game, start felli.Position) *Table {
	return &Table{
		Record: pdn.New(g, start), Repetitions: Repetitions,
		seen: map[felli.Position]int{start: 1},
	}
}

// Position is the position on the board.
func (t *Table) Position() felli.Position { return t.Record.End }

// Plies is how many moves were made.
func (t *Table) Plies() int { return len(t.Record.Moves.Plies) }

// Last is the last move made, the zero move if there is none.
func (t *Table) Last() felli.Move {
	if t.Plies() == 0 {
		return felli.Move{}
	}
	return t.Record.Moves.Plies[t.Plies()-1].Move
}

// Play makes a legal move.
func (t *Table) Play(m felli.Move) {
	t.Record.Play(m)
	t.seen[t.Position()]++
}

// Undo takes the last move back, and reports whether there was one.
func (t *Table) Undo() bool {
	if t.Plies() == 0 {
		return false
	}
	t.seen[t.Position()]--
	t.Record.Undo()
	return true
}

// Repeated reports whether the position has stood on the board too often.
func (t *Table) Repeated() bool {
	return t.Repetitions > 0 && t.seen[t.Position()] >= t.Repetitions
}

// Result is how the game has ended, or pdn.Unfinished.
func (t *Table) Result() string {
	if r := t.Record.OnBoard(); r != pdn.Unfinished {
		return r
	}
	if t.Repeated() {
		return pdn.Drawn
	}
	return pdn.Unfinished
}
