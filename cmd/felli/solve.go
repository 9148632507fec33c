package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/store"
)

// solveFlags are what `felli solve` is told.
type solveFlags struct {
	pieces, workers int
	memory          string
	dryRun, force   bool
}

func (a *app) solveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve RULESET",
		Short: "Build the tables that are missing",
		Long: `Solve builds every missing slice (with --pieces N, of up to N pieces in all) and
keeps it in the store. It can be stopped at any time: the same command goes on
where it was. The tables are the same for any number of workers and any memory.
It ends with counts, the start's value if the tables reach it, and a digest that
names the solution.

A slice and its twin that don't fit into --memory at once are solved part by
part, by the ranks on which their men stand, where men never step back; that
takes several times as long. --dry-run says which. With --json it gives
"positions", "stored" (after folding), "memory", "least_memory" (with everything
in parts) and "disk" in bytes, and "cpu_seconds", and for each of the "pairs"
its "slice", "positions", "stored", "memory", "in_parts" and "cpu_seconds".`,
		Example:           "  felli solve felli-mullah\n  felli solve fetaix --pieces 5 --memory 2G",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			return a.solve(cmd.Context(), g, f)
		},
	}
	cmd.Flags().IntVar(&f.pieces, "pieces", 0, "build slices with up to N pieces in all (0: all)")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "only list what is missing, with memory, disk and time")
	cmd.Flags().BoolVar(&f.force, "force", false, "build even if the disk seems too small")
	f.addWork(cmd, allMemory)
	return cmd
}

func (f solveFlags) check(g *felli.Game) error {
	most := 2 * g.Board.MaxPieces
	switch {
	case f.pieces != 0 && (f.pieces < 2 || f.pieces > most):
		return &usageError{fmt.Errorf("--pieces %d: want 2 to %d pieces in all, or 0 for all", f.pieces, most), ""}
	case f.workers < 0:
		return &usageError{fmt.Errorf("--workers %d: want 1 or more, or 0 for one a processor", f.workers), ""}
	}
	return nil
}

func (a *app) solve(ctx context.Context, g *felli.Game, f solveFlags) (err error) {
	begin := time.Now()
	if err := f.check(g); err != nil {
		return err
	}
	memory, err := memoryFor(f.memory)
	if err != nil {
		return err
	}
	defer boundHeap(memory)()
	dir, err := a.dir()
	if err != nil {
		return err
	}
	x := index.NewSpace(g)
	if f.dryRun {
		return a.dryRun(x, dir, f, memory)
	}
	s, err := store.Create(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	tables, err := s.Tablebase(x)
	if err != nil {
		return err
	}
	plan, err := solve.Plan(x, tables, f.pieces, forSolver(memory))
	if err != nil {
		return err
	}
	if err := a.foretell(plan, dir, memory, f.force); err != nil {
		return err
	}
	report, err := a.runSolve(ctx, x, tables, solve.Options{Pieces: f.pieces, Workers: f.workers, Memory: memory})
	if err != nil {
		return err
	}
	if err := tables.SetDigest(f.pieces, digestText(report.Digest)); err != nil {
		return err
	}
	st, err := query.CollectFrom(x, tables, report.Summaries)
	if err != nil {
		return err
	}
	st.Seconds = time.Since(begin).Seconds()
	st.PerSecond = float64(report.Solved) / st.Seconds
	if a.json {
		return a.printJSON(st)
	}
	if err := a.printTotals(g, st); err != nil {
		return err
	}
	a.sentence("", fmt.Sprintf("solved %s table entries in %.1f seconds, store %s", query.Grouped(report.Solved), st.Seconds, dir))
	return nil
}

// runSolve builds with progress shown.
func (a *app) runSolve(ctx context.Context, x *index.Space, tables *store.Tablebase, o solve.Options) (solve.Report, error) {
	m := a.newMeter("solved")
	o.Progress = func(e solve.Event) { m.update(e.Slice, e.Positions, e.Done, e.Total, e.Finished) }
	report, err := solveWithin(ctx, x, tables, o)
	m.end()
	if err != nil && ctx.Err() != nil {
		return report, &hinted{
			fmt.Errorf("interrupted at %.0f %% of this run: %w", m.percent(), err),
			"finished slices are kept; the same command goes on from there",
		}
	}
	return report, err
}
