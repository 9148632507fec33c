package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"felli"
	"felli/query"
)

// answerLine answers one line of input.
func (a *app) answerLine(b *batch, prober *query.Prober, answer *query.Answer, line string) {
	g := prober.Game()
	p, err := g.ParsePosition(trimLine(line))
	if err == nil {
		err = prober.AnswerInto(answer, p)
	}
	switch {
	case err != nil:
		if errors.Is(err, felli.ErrCorrupt) && b.corrupt == nil {
			b.corrupt = err
		}
		if a.json {
			b.out = appendErrorJSON(b.out, err)
		} else {
			b.out = fmt.Appendf(b.out, "error\t%v", err)
		}
	case a.json:
		b.out = answer.AppendJSON(b.out)
	default:
		move := "-"
		if best, ok := answer.Best(); ok {
			move = best.Text
		}
		b.out = g.AppendFEN(b.out, p)
		b.out = fmt.Appendf(b.out, "\t%s\t%s\t%s", answer.Result.Value, plies(query.Decided(answer.Result)), move)
	}
	b.out = append(b.out, '\n')
}

func trimLine(line string) string {
	for line != "" && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}

// lineError is what stands for a line without answer.
type lineError struct {
	Error errorFacts `json:"error"`
}

type errorFacts struct {
	Kind    string `json:"kind"` // "input", "not built", "corrupt" or "other", as exit codes 2, 3, 4 and 1
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func appendErrorJSON(b []byte, err error) []byte {
	kind := "other"
	switch {
	case errors.Is(err, felli.ErrInput):
		kind = "input"
	case errors.Is(err, felli.ErrNotBuilt):
		kind = "not built"
	case errors.Is(err, felli.ErrCorrupt):
		kind = "corrupt"
	}
	text, _ := json.Marshal(lineError{errorFacts{kind, err.Error(), hintFor(err)}}) // texts can always be written
	return append(b, text...)
}
