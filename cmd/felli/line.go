package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
)

func (a *app) lineCommand() *cobra.Command {
	var q asked
	cmd := &cobra.Command{
		Use:   "line RULESET POSITION",
		Short: "Show best play to the end, or to the draw",
		Long: `Line shows best play by both sides: the winner hurries, the loser delays. A won
game is followed to its end, a drawn one until a position comes back. Of equal
moves the first in notation is played.`,
		Example:           "  felli line felli-mullah start",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := q.parse(args); err != nil {
				return err
			}
			x := index.NewSpace(q.game)
			tables, closeStore, err := a.read(x)
			if err != nil {
				return q.beyond(err)
			}
			defer closeStore()
			line, err := prober(x, tables).Line(q.position)
			if err != nil {
				return q.beyond(err)
			}
			if a.json {
				return a.printJSON(line.JSON(q.game))
			}
			a.printLine(q.game, line)
			return nil
		},
	}
	q.addMoves(cmd)
	return cmd
}

func (a *app) printLine(g *felli.Game, l *query.Line) {
	fmt.Fprintln(a.out, g.FEN(l.Start))
	fmt.Fprintln(a.out, a.screen.bold(query.Sentence(g, l.Start, l.Result)))
	a.paragraph(numbered(l), "")
	if len(l.Steps) == 0 {
		return
	}
	fmt.Fprintf(a.out, "\n%s\n%s\n", a.draw(g, l.Last(), l.Steps[len(l.Steps)-1].Move), g.FEN(l.Last()))
	if l.End == query.EndRepetition {
		a.paragraph(fmt.Sprintf("The position after ply %d has come back: play can go on like this for ever", l.Repeats), "")
		return
	}
	fmt.Fprintln(a.out, query.Sentence(g, l.Last(), felli.Result{}))
}

// numbered is the moves in pairs, as in a game's record, for [query.Wrap]:
// "1. c2-c3 c4xc2".
func numbered(l *query.Line) string {
	var words []string
	for i, s := range l.Steps {
		first := i == 0 && s.Before.ToMove == felli.Black
		number := 1 + (i+int(l.Start.ToMove))/2
		switch {
		case first:
			words = append(words, fmt.Sprintf("%d...%s%s", number, query.Unbroken, s.Text))
		case s.Before.ToMove == felli.White:
			words = append(words, fmt.Sprintf("%d.%s%s", number, query.Unbroken, s.Text))
		default:
			words = append(words, s.Text)
		}
	}
	return strings.Join(words, " ")
}
