package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"felli"
	"felli/query"
	"felli/solve/cluster"
)

func (a *app) planCommand() *cobra.Command {
	var pieces int
	var workers []int
	cost := cluster.MeasuredCost
	cmd := &cobra.Command{
		Use:   "plan RULESET",
		Short: "Say what a build would take, by simulating its schedule",
		Long: `Plan says how many jobs a build from nothing has, what they take in CPU time and
memory, the bytes it stores and moves, and simulates how long some numbers of
workers would be at it. It asks neither Temporal nor the tables.`,
		Example: "  felli-cluster plan fetaix --pieces 8 --workers 10,100",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := parseBuild(args[0], pieces)
			if err != nil {
				return err
			}
			for _, n := range append(workers, cost.Cores) {
				if n < 1 {
					return badUsage(fmt.Errorf("%d workers or cores: want 1 or more", n))
				}
			}
			return a.plan(g, pieces, cost, workers)
		},
	}
	cmd.Flags().IntVar(&pieces, "pieces", 0, "slices with up to `N` pieces in all (0: all)")
	cmd.Flags().IntSliceVar(&workers, "workers", []int{1, 10, 100, 1000}, "simulate so many workers, `N,…`")
	cmd.Flags().IntVar(&cost.Cores, "cores", cost.Cores, "with `N` cores each")
	cmd.Flags().DurationVar(&cost.Position, "position", cost.Position, "one core's `TIME` for a stored position")
	cmd.Flags().Float64Var(&cost.Alone, "alone", cost.Alone, "how many `TIMES` longer a pair takes that is solved by itself")
	cmd.Flags().Float64Var(&cost.Bytes, "bytes", cost.Bytes, "`BYTES` of a table a stored position")
	cmd.Flags().Float64Var(&cost.Bandwidth, "bandwidth", cost.Bandwidth, "`BYTES` a second between a worker and the tables")
	return cmd
}

func (a *app) plan(g *felli.Game, pieces int, cost cluster.Cost, workers []int) error {
	s := cluster.NewSimulation(g, pieces, cost)
	fmt.Fprintf(a.out, "%s pairs, %s stored positions, %.1f CPU-hours, at least %s with any number of workers\nup to %.1f GB of memory a job, %.1f GB of tables\n",
		query.Grouped(uint64(len(s.Graph.Pairs))), query.Grouped(s.Positions), s.CPU.Hours(), hours(s.Critical), float64(s.Memory)/1e9, s.Stored/1e9)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "workers\ttime\tin use\tmoved\twithout caches\t")
	for _, n := range workers {
		r := s.Run(n)
		fmt.Fprintf(w, "%d\t%s\t%.0f %%\t%.1f GB\t%.1f GB\t\n", n, hours(r.Time), 100*r.Utilisation, r.Moved/1e9, r.Cold/1e9)
	}
	return w.Flush()
}

func hours(d time.Duration) string {
	switch {
	case d < time.Minute:
		return d.Round(time.Second).String()
	case d < 100*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	default:
		return fmt.Sprintf("%.0f days", d.Hours()/24)
	}
}
