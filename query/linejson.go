package query

import "felli"

// A LineJSON is a [Line] in JSON: the object of `felli line --json`. Values
// and distances in it are, like those of [Answer.AppendJSON], for the player
// who makes the move; a distance counts it.
type LineJSON struct {
	Ruleset string         `json:"ruleset"`
	FEN     string         `json:"fen"`
	Value   string         `json:"value"`
	DTW     *felli.Plies   `json:"dtw"`
	Line    []LineMoveJSON `json:"line"`
	End     string         `json:"end"`
	Repeats *int           `json:"repeats"` // the ply after which the last position stood before
}

// A LineMoveJSON is one move of a [LineJSON] and the position after it.
type LineMoveJSON struct {
	Move  string       `json:"move"`
	FEN   string       `json:"fen"`
	Value string       `json:"value"`
	DTW   *felli.Plies `json:"dtw"`
}

// JSON is l, a line of g, as it is printed in JSON.
func (l *Line) JSON(g *felli.Game) LineJSON {
	out := LineJSON{
		Ruleset: l.Ruleset, FEN: g.FEN(l.Start), Value: l.Result.Value.String(), DTW: Decided(l.Result),
		Line: []LineMoveJSON{}, End: l.End.String(),
	}
	for _, s := range l.Steps {
		out.Line = append(out.Line, LineMoveJSON{s.Text, g.FEN(s.After), s.Result.Value.String(), Decided(s.Result)})
	}
	if l.End == EndRepetition {
		out.Repeats = &l.Repeats
	}
	return out
}
