package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"felli/query"
)

func (a *app) bestCommand() *cobra.Command {
	var q asked
	cmd := &cobra.Command{
		Use:   "best RULESET POSITION",
		Short: "Print the best move alone",
		Long: `Best prints the best move and nothing else: the fastest win, else a draw, else
the slowest loss; of equal moves the first in notation. When the game is over
there is none, and it prints nothing.`,
		Example:           "  felli best felli-mullah start",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := q.parse(args); err != nil {
				return err
			}
			answer, err := a.ask(&q)
			if err == nil {
				err = answer.Missing
			}
			if err != nil {
				return q.beyond(err)
			}
			return a.showBest(&q, answer)
		},
	}
	q.addMoves(cmd)
	return cmd
}

func (a *app) showBest(q *asked, answer *query.Answer) error {
	best, ok := answer.Best()
	if a.json {
		b := append([]byte(`{"ruleset":"`), answer.Ruleset...)
		b = append(b, `","fen":"`...)
		b = q.game.AppendFEN(b, answer.Position)
		b = append(b, `",`...)
		b = query.AppendResultJSON(b, answer.Result)
		b = append(b, `,"best":`...)
		if ok {
			b = answer.AppendMoveJSON(b, &best)
		} else {
			b = append(b, "null"...)
		}
		_, err := a.out.Write(append(b, "}\n"...))
		return err
	}
	if !ok {
		fmt.Fprintf(a.stderr, "felli: %s\n", query.Sentence(q.game, answer.Position, answer.Result))
		return nil
	}
	_, err := fmt.Fprintln(a.out, best.Text)
	return err
}
