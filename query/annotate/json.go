package annotate

import (
	"encoding/json"

	"felli"
	"felli/query"
)

// The shape of a report in JSON. Values and distances are for the player who
// makes the move, as in `felli query`.
type reportJSON struct {
	Game    int              `json:"game"`
	Ruleset string           `json:"ruleset"`
	White   string           `json:"white"`
	Black   string           `json:"black"`
	Result  string           `json:"result"`
	Moves   []moveJSON       `json:"moves"`
	End     endJSON          `json:"end"`
	Summary map[string]Tally `json:"summary"`
}

type valueJSON struct {
	Value string       `json:"value"`
	DTW   *felli.Plies `json:"dtw"`
}

type moveJSON struct {
	Move   string    `json:"move"`
	FEN    string    `json:"fen"` // before the move
	Before valueJSON `json:"before"`
	After  valueJSON `json:"after"`
	Mark   string    `json:"mark"`
	Best   []string  `json:"best"`
}

type endJSON struct {
	FEN string `json:"fen"`
	valueJSON
}

func valueOf(r felli.Result) valueJSON { return valueJSON{r.Value.String(), query.Decided(r)} }

// MarshalJSON writes the report as one object.
func (r *Report) MarshalJSON() ([]byte, error) {
	x := r.Game
	out := reportJSON{
		Game: x.Number, Ruleset: x.Rules.String(), White: x.Player(felli.White), Black: x.Player(felli.Black),
		Result: x.Result, Moves: []moveJSON{}, End: endJSON{x.Rules.FEN(x.End), valueOf(r.End)},
		Summary: map[string]Tally{"white": r.Tally[felli.White], "black": r.Tally[felli.Black]},
	}
	for i := range r.Plies {
		p := &r.Plies[i]
		m := moveJSON{p.Text, x.Rules.FEN(x.Moves.Plies[i].Before), valueOf(p.Before), valueOf(p.After), p.Mark.String(), p.Best}
		if m.Best == nil {
			m.Best = []string{}
		}
		out.Moves = append(out.Moves, m)
	}
	return json.Marshal(out)
}
