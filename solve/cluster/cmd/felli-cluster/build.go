package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"felli"
	"felli/query"
	"felli/solve/cluster"
)

func (a *app) buildCommand() *cobra.Command {
	var pieces int
	var o cluster.BuildOptions
	cmd := &cobra.Command{
		Use:   "build RULESET",
		Short: "Have the tables built that are missing",
		Long: `Build has every missing table of RULESET (with --pieces N, of up to N pieces in
all) built by the workers, and shows how far they are. It can be left with an
interrupt and joined again by the same command: the build goes on meanwhile.
Tables that are there are checked, and built anew if they are damaged. It ends
with the digest that "felli solve" prints.`,
		Example: "  felli-cluster build fetaix --pieces 8 --temporal temporal:7233 --tables s3://felli",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseBuild(args[0], pieces)
			if err != nil {
				return err
			}
			if o.Heartbeat < time.Second {
				return badUsage(fmt.Errorf("--heartbeat %v: want 1s or more", o.Heartbeat))
			}
			c, closeAll, err := a.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer closeAll()
			return a.build(cmd.Context(), c, g.Ruleset, pieces, o)
		},
	}
	a.addTemporal(cmd)
	a.addTables(cmd)
	cmd.Flags().IntVar(&pieces, "pieces", 0, "build slices with up to `N` pieces in all (0: all)")
	cmd.Flags().DurationVar(&o.Heartbeat, "heartbeat", cluster.DefaultHeartbeat, "give a job to another worker after so long, a `TIME`, without a sign of life")
	cmd.Flags().IntVar(&o.History, "history", 0, "cut the workflow's history after so many events, for drills (0: as is good)")
	_ = cmd.Flags().MarkHidden("history") // only fails for unknown flags
	return cmd
}

func (a *app) build(ctx context.Context, c *cluster.Client, r felli.Ruleset, pieces int, o cluster.BuildOptions) error {
	begin := time.Now()
	told := -1
	o.Progress = func(t cluster.Tally) {
		if t.Done == told {
			return
		}
		told = t.Done
		a.log.Info("building", "done", t.Done, "of", t.Pairs, "running", t.Running, "solved", t.Solved, "skipped", t.Skipped)
	}
	result, err := c.Build(ctx, r, pieces, o)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return fmt.Errorf("left; the build goes on, and the same command joins it again: %w", err)
	}
	if err != nil {
		return err
	}
	t := result.Tally
	_, err = fmt.Fprintf(a.out, `%v: %d pairs, %d solved with %s table entries, %d were there
%v of work, %v since this command began; %s MB read from the tables, %s MB written
digest: %s
`, r, t.Pairs, t.Solved, query.Grouped(t.Positions), t.Skipped,
		rounded(t.Work), rounded(time.Since(begin)), megabytes(t.Moved.Read), megabytes(t.Moved.Written), result.Digest)
	return err
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/1e6) }
