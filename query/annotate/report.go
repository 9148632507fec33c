package annotate

import (
	"felli"
	"felli/query"
	"felli/query/pdn"
)

// A Mark says how good a move was.
type Mark uint8

// The marks, from good to bad. A slower move keeps the value but wins later, or
// loses sooner, than need be.
const (
	Unmarked Mark = iota // the value, or the distance, of the position or the move isn't known
	Best                 // no move gets more
	Slower
	Mistake // throws a draw away, or half of a win
	Blunder // turns a win into a loss
)

func (m Mark) String() string {
	return [...]string{"unknown", "best", "slower", "mistake", "blunder"}[m]
}

// Glyph is the sign players write after a move: "?" or "??", else nothing.
func (m Mark) Glyph() string {
	switch m {
	case Mistake:
		return "?"
	case Blunder:
		return "??"
	default:
		return ""
	}
}

// A Ply is a move of the game and what it was worth, seen by the player who
// made it.
type Ply struct {
	Side   felli.Side
	Text   string
	Before felli.Result // of the position
	After  felli.Result // what the move gets; a distance counts it
	Mark   Mark
	Best   []string // the moves that get the most, in alphabetical order; none if unknown
}

// A Tally counts a player's moves by mark.
type Tally struct {
	Moves    int `json:"moves"`
	Best     int `json:"best"`
	Slower   int `json:"slower"`
	Mistakes int `json:"mistakes"`
	Blunders int `json:"blunders"`
	Unknown  int `json:"unknown"`
}

func (t *Tally) add(m Mark) {
	t.Moves++
	switch m {
	case Best:
		t.Best++
	case Slower:
		t.Slower++
	case Mistake:
		t.Mistakes++
	case Blunder:
		t.Blunders++
	default:
		t.Unknown++
	}
}

// Add adds the moves of another game.
func (t *Tally) Add(o Tally) {
	t.Moves += o.Moves
	t.Best += o.Best
	t.Slower += o.Slower
	t.Mistakes += o.Mistakes
	t.Blunders += o.Blunders
	t.Unknown += o.Unknown
}

// A Report is a game with its values.
type Report struct {
	Game    *pdn.Game
	Plies   []Ply
	End     felli.Result // of the last position, for its side to move
	Tally   [2]Tally     // by [felli.Side]
	Missing error        // a reason why something is unknown; matches felli.ErrNotBuilt
}

// Game values every move of x, which must have been replayed with the game of
// pr. A value beyond the tables is Unknown in the report; any other trouble is
// an error. It takes a probe for every legal move of every position.
func Game(pr *query.Prober, x *pdn.Game) (*Report, error) {
	r := &Report{Game: x}
	var a query.Answer
	for i := range x.Moves.Plies {
		y := &x.Moves.Plies[i]
		if err := pr.AnswerInto(&a, y.Before); err != nil {
			return nil, err
		}
		ply := Ply{Side: y.Before.ToMove, Text: y.Text, Before: a.Result}
		known := a.Result.Value != felli.Unknown
		for _, m := range a.Moves {
			if m.Move == y.Move {
				ply.After = m.Result
			}
			if known && m.Result == a.Result {
				ply.Best = append(ply.Best, m.Text)
			}
		}
		if a.Missing != nil {
			r.Missing = a.Missing
		}
		ply.Mark = mark(ply.Before, ply.After)
		r.Tally[ply.Side].add(ply.Mark)
		r.Plies = append(r.Plies, ply)
	}
	if err := pr.AnswerInto(&a, x.End); err != nil {
		return nil, err
	}
	if r.End = a.Result; a.Missing != nil {
		r.Missing = a.Missing
	}
	return r, nil
}

// mark compares what a move gets with what could be had.
func mark(before, after felli.Result) Mark {
	switch {
	case before.Value == felli.Unknown || after.Value == felli.Unknown:
		return Unmarked
	case before == after:
		return Best
	case before.Value == after.Value && (query.Decided(before) == nil || query.Decided(after) == nil):
		return Unmarked // distances that are bounds don't say which is better
	case before.Value == after.Value:
		return Slower
	case before.Value == felli.Win && after.Value == felli.Loss:
		return Blunder
	default:
		return Mistake
	}
}
