package main

import (
	"encoding/hex"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
)

func (a *app) statsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "stats RULESET [SLICE]",
		Short: "Count wins, losses and draws, with the longest distances",
		Long: `Stats counts the positions of every finished slice by value for the side to
move, and gives the longest distances with examples. A slice is the material of
the side to move and of its opponent, such as m2k1vm3: two men and a Mullah
against three men. With SLICE it shows that slice and its twin alone.`,
		Example:           "  felli stats felli-mullah\n  felli stats fetaix k2vk1",
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: a.completeSlice,
		RunE: func(_ *cobra.Command, args []string) error {
			begin := time.Now()
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			x := index.NewSpace(g)
			var only []index.Slice
			if len(args) > 1 {
				if only, err = query.WithTwin(x, args[1]); err != nil {
					return err
				}
			}
			tables, closeStore, err := a.read(x)
			if err != nil {
				return err
			}
			defer closeStore()
			st, err := query.Collect(x, tables, only...)
			if err != nil {
				return err
			}
			st.Seconds = time.Since(begin).Seconds()
			return a.showStats(g, st)
		},
	}
}

// showStats prints statistics, by slice and by material too.
func (a *app) showStats(g *felli.Game, st *query.Statistics) error {
	if a.json {
		return a.printJSON(st)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "slice\tpositions\twin\tloss\tdraw\tlongest win\tlongest loss\t")
	for _, row := range st.Slices {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", row.Slice, query.Grouped(row.Raw.Positions), query.Grouped(row.Raw.Win),
			query.Grouped(row.Raw.Loss), query.Grouped(row.Raw.Draw), plies(row.LongestWin), plies(row.LongestLoss))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	for _, line := range query.ByMaterial(st) {
		a.paragraph(line, "")
	}
	fmt.Fprintln(a.out)
	return a.printTotals(g, st)
}

func plies(p *felli.Plies) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprint(*p)
}

// printTotals prints the sums, the extremes, the start and the digest.
func (a *app) printTotals(g *felli.Game, st *query.Statistics) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, st.Ruleset+"\tpositions\twin\tloss\tdraw\t")
	for _, row := range []struct {
		name string
		c    index.Counts
	}{{"all", st.Raw}, {"up to mirror images", st.Folded}} {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", row.name, query.Grouped(row.c.Positions), query.Grouped(row.c.Win), query.Grouped(row.c.Loss), query.Grouped(row.c.Draw))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, e := range []struct {
		name string
		ex   *query.Example
	}{{"longest win", st.Longest.Win}, {"longest loss", st.Longest.Loss}} {
		if e.ex != nil {
			fmt.Fprintf(a.out, "%s: %s, %s\n", e.name, query.Distance(e.ex.DTW), e.ex.FEN)
		}
	}
	if st.Start != nil {
		fmt.Fprintf(a.out, "start: %s\n", a.screen.bold(query.Sentence(g, g.Start(), st.Start.Result)))
	}
	_, err := fmt.Fprintf(a.out, "digest: %s\n", st.Digest)
	return err
}

func digestText(d [32]byte) string { return hex.EncodeToString(d[:]) }
