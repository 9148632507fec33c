package main

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"felli"
)

func (a *app) movesCommand() *cobra.Command {
	var q asked
	cmd := &cobra.Command{
		Use:   "moves RULESET POSITION",
		Short: "List the legal moves of a position",
		Long: `Moves lists the legal moves with the position each leads to. It needs no store.
A side to move without pieces, or without a legal move, has none.`,
		Example:           "  felli moves fetaix W:WKc3:Bb3,d3\n  felli moves felli start --moves \"c2-c3\"",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := q.parse(args); err != nil {
				return err
			}
			return a.moves(&q)
		},
	}
	q.addMoves(cmd)
	return cmd
}

// legalMove is one line of moves.
type legalMove struct {
	Move string `json:"move"`
	FEN  string `json:"fen"`
}

// legalMoves lists the moves of p in alphabetical order.
func legalMoves(g *felli.Game, p felli.Position) []legalMove {
	list := []legalMove{}
	for _, m := range g.Moves(p) {
		list = append(list, legalMove{g.MoveString(p, m), g.FEN(g.Play(p, m))})
	}
	slices.SortFunc(list, func(a, b legalMove) int { return cmp.Or(cmp.Compare(a.Move, b.Move), cmp.Compare(a.FEN, b.FEN)) })
	return list
}

func (a *app) moves(q *asked) error {
	list := legalMoves(q.game, q.position)
	if a.json {
		return a.printJSON(struct {
			Ruleset string      `json:"ruleset"`
			FEN     string      `json:"fen"`
			Moves   []legalMove `json:"moves"`
		}{q.game.String(), q.game.FEN(q.position), list})
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, m := range list {
		fmt.Fprintf(w, "%s\t%s\n", m.Move, m.FEN)
	}
	return w.Flush()
}
