package main

import (
	"fmt"

	"felli"
	"felli/query"
	"felli/query/pdn"
	"felli/query/study"
)

// showStudies prints positions with best play: for people, as PDN games, or one
// JSON object a line.
func (a *app) showStudies(pr *query.Prober, list []study.Position, asPDN bool) error {
	g := pr.Game()
	if len(list) == 0 {
		fmt.Fprintln(a.stderr, "felli: there is no such position")
	}
	for i, p := range list {
		line, err := pr.Line(p.Position)
		if err != nil {
			return err
		}
		switch {
		case a.json:
			err = a.printJSON(studyJSONOf(g, p, line))
		case asPDN:
			err = pdn.WriteNarrow(a.out, studyGame(g, i+1, p, line), a.screen.width)
		default:
			a.printStudy(g, i+1, p, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// studyJSON is a position in JSON. The line is of the moves of best play.
type studyJSON struct {
	Kind    string       `json:"kind"`
	Ruleset string       `json:"ruleset"`
	Slice   string       `json:"slice"`
	FEN     string       `json:"fen"`
	Value   string       `json:"value"`
	DTW     *felli.Plies `json:"dtw"`
	// Opposite is, of a zugzwang, the value to Black if it had to move.
	Opposite *studyOpposite `json:"opposite,omitempty"`
	Line     []string       `json:"line"`
}

type studyOpposite struct {
	Value string       `json:"value"`
	DTW   *felli.Plies `json:"dtw"`
}

func studyJSONOf(g *felli.Game, p study.Position, line *query.Line) studyJSON {
	out := studyJSON{
		Kind: p.Kind, Ruleset: g.String(), Slice: p.Slice.String(), FEN: g.FEN(p.Position),
		Value: p.Result.Value.String(), DTW: query.Decided(p.Result), Line: []string{},
	}
	if p.Opposite.Value != felli.Unknown {
		out.Opposite = &studyOpposite{p.Opposite.Value.String(), query.Decided(p.Opposite)}
	}
	for _, s := range line.Steps {
		out.Line = append(out.Line, s.Text)
	}
	return out
}

// studyGame is a position as a game from there, with best play for its moves.
func studyGame(g *felli.Game, number int, p study.Position, line *query.Line) *pdn.Game {
	x := pdn.New(g, p.Position)
	x.SetTag("Event", studyTitle(number, p))
	x.SetTag("Slice", p.Slice.String())
	for _, s := range line.Steps {
		x.Play(s.Move)
	}
	if line.End == query.EndLost {
		x.Result = x.OnBoard()
	}
	return x
}

// studyTitle says what a position is.
func studyTitle(number int, p study.Position) string {
	switch p.Kind {
	case "puzzle":
		return fmt.Sprintf("Puzzle %d: White to move and win in %s", number, query.Distance(p.Result.DTW))
	case "zugzwang":
		if p.Opposite.Value == felli.Loss {
			return fmt.Sprintf("Zugzwang %d: White to move loses in %d, Black to move would lose in %d", number, p.Result.DTW, p.Opposite.DTW)
		}
		return fmt.Sprintf("Zugzwang %d: White to move loses in %d, Black to move would draw", number, p.Result.DTW)
	default:
		return fmt.Sprintf("%d: %s, %s", number, p.Kind, query.Distance(p.Result.DTW))
	}
}

func (a *app) printStudy(g *felli.Game, number int, p study.Position, line *query.Line) {
	if number > 1 {
		fmt.Fprintln(a.out)
	}
	a.paragraph(a.screen.bold(studyTitle(number, p)), "")
	fmt.Fprintf(a.out, "\n%s\n%s\n", a.draw(g, p.Position, felli.Move{}), g.FEN(p.Position))
	a.paragraph(numbered(line), "")
}
