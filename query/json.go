package query

import (
	"strconv"

	"felli"
)

// AppendJSON appends a as one JSON object without a line break: the shape of
// `felli query --json`. It is written out by hand because programs ask for
// tens of thousands of answers a second; nothing in it needs escaping, as FEN,
// moves and rulesets are plain ASCII.
func (a *Answer) AppendJSON(b []byte) []byte {
	b = append(b, `{"ruleset":"`...)
	b = append(b, a.Ruleset...)
	b = append(b, `",`...)
	b = a.appendPosition(b, a.Position, a.Result, a.Limits)
	b = append(b, `,"moves":[`...)
	for i := range a.Moves {
		if i > 0 {
			b = append(b, ',')
		}
		b = a.AppendMoveJSON(b, &a.Moves[i])
	}
	return append(b, `]}`...)
}

// AppendMoveJSON appends m, one of a.Moves, as the object that
// [Answer.AppendJSON] has for it.
func (a *Answer) AppendMoveJSON(b []byte, m *RankedMove) []byte {
	b = append(b, `{"move":"`...)
	b = append(b, m.Text...)
	b = append(b, `",`...)
	b = a.appendPosition(b, m.After, m.Result, m.Limits)
	return append(b, '}')
}

func (a *Answer) appendPosition(b []byte, p felli.Position, r felli.Result, l Limits) []byte {
	b = append(b, `"fen":"`...)
	b = a.game.AppendFEN(b, p)
	b = append(b, `",`...)
	b = AppendResultJSON(b, r)
	if r.Value == felli.Unknown && l.Known() != "" {
		b = append(b, `,"known":"`...)
		b = append(b, l.Known()...)
		b = append(b, '"')
	}
	return b
}

// AppendResultJSON appends r as the two fields "value" and "dtw", without
// braces; dtw is null unless r is decided. Where only a bound of the distance is
// proven, dtw is null and a third field, "bound", has it.
func AppendResultJSON(b []byte, r felli.Result) []byte {
	b = append(b, `"value":"`...)
	b = append(b, r.Value.String()...)
	b = append(b, `","dtw":`...)
	if r.Value != felli.Win && r.Value != felli.Loss {
		return append(b, "null"...)
	}
	if r.AtMost {
		b = append(b, `null,"bound":`...)
	}
	return strconv.AppendUint(b, uint64(r.DTW), 10)
}
