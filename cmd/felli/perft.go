package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) perftCommand() *cobra.Command {
	var q asked
	cmd := &cobra.Command{
		Use:   "perft RULESET DEPTH [POSITION]",
		Short: "Count the sequences of moves to each depth",
		Long: `Perft counts the sequences of exactly 1, 2, … DEPTH moves from a position (else
the start); games that end earlier count nothing. It prints a line "depth count"
each. Such counts test move generators against each other.`,
		Example:           "  felli perft felli-mullah 8\n  felli perft fetaix 3 W:WKc3:Bb3,d3",
		Args:              cobra.RangeArgs(2, 3),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := parseDepth(args[1])
			if err != nil {
				return err
			}
			if err := q.parse(append(args[:1:1], args[2:]...)); err != nil {
				return err
			}
			return a.perft(cmd, &q, depth)
		},
	}
	q.addMoves(cmd)
	return cmd
}

// depthCount is one line of perft.
type depthCount struct {
	Depth int    `json:"depth"`
	Count uint64 `json:"count"`
}

func (a *app) perft(cmd *cobra.Command, q *asked, depth int) error {
	ctx, counts := cmd.Context(), []depthCount{}
	for d := min(1, depth); d <= depth; d++ {
		result := make(chan uint64, 1)
		go func() { result <- q.game.Perft(q.position, d) }()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case n := <-result:
			counts = append(counts, depthCount{d, n})
			if a.json {
				continue
			}
			fmt.Fprintln(a.out, d, n)
			if err := a.out.Flush(); err != nil { // deep ones take long
				return err
			}
		}
	}
	if !a.json {
		return nil
	}
	return a.printJSON(struct {
		Ruleset string       `json:"ruleset"`
		FEN     string       `json:"fen"`
		Perft   []depthCount `json:"perft"`
	}{q.game.String(), q.game.FEN(q.position), counts})
}
