package main

import (
	"encoding/hex"
	"fmt"
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
	rows := table{{"slice", "positions", "win", "loss", "draw", "longest win", "longest loss"}}
	for _, row := range st.Slices {
		rows = append(rows, append(counts(row.Slice, row.Raw), plies(row.LongestWin), plies(row.LongestLoss)))
	}
	a.printTable(rows, []int{1}, []int{5, 6})
	fmt.Fprintln(a.out)
	for _, line := range query.ByMaterial(st) {
		a.paragraph(line, "")
	}
	fmt.Fprintln(a.out)
	return a.printTotals(g, st)
}

// counts are the cells of a row of counts.
func counts(name string, c index.Counts) []string {
	return []string{name, query.Grouped(c.Positions), query.Grouped(c.Win), query.Grouped(c.Loss), query.Grouped(c.Draw)}
}

func plies(p *felli.Plies) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprint(*p)
}

// printTotals prints the sums, the extremes, the start and the digest.
func (a *app) printTotals(g *felli.Game, st *query.Statistics) error {
	rows := table{{st.Ruleset, "positions", "win", "loss", "draw"}, counts("all", st.Raw), counts("up to mirror images", st.Folded)}
	if rows.width() > a.screen.width {
		fmt.Fprintln(a.out, st.Ruleset)
		rows[0][0] = ""
		rows = rows.turned()
	}
	a.printTable(rows)
	for _, e := range []struct {
		name string
		ex   *query.Example
	}{{"longest win", st.Longest.Win}, {"longest loss", st.Longest.Loss}} {
		if e.ex != nil {
			a.sentence("", fmt.Sprintf("%s: %s, %s", e.name, query.Distance(e.ex.DTW), e.ex.FEN))
		}
	}
	if st.Start != nil {
		fmt.Fprintf(a.out, "start: %s\n", a.screen.bold(query.Sentence(g, g.Start(), st.Start.Result)))
	}
	_, err := fmt.Fprintf(a.out, "digest: %s\n", st.Digest)
	return err
}

func digestText(d [32]byte) string { return hex.EncodeToString(d[:]) }
