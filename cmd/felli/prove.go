package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/store"
)

// proveFlags are what `felli prove` is told.
type proveFlags struct {
	solveFlags
	time   time.Duration
	each   bool
	dtw    bool
	export string
}

func (f proveFlags) check(g *felli.Game) error {
	if err := checkTime(f.time); err != nil {
		return err
	}
	return f.solveFlags.check(g)
}

// checkTime checks the flag --time of a search.
func checkTime(limit time.Duration) error {
	if limit < 0 {
		return &usageError{fmt.Errorf("--time %v: want a time such as 60s, or 0 to never give up", limit), ""}
	}
	return nil
}

// withinTime is ctx with a search's time limit; with 0 there is none.
func withinTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, limit, errTimeUp)
}

func (a *app) proveCommand() *cobra.Command {
	var q asked
	var f proveFlags
	cmd := &cobra.Command{
		Use:   "prove RULESET [POSITION]",
		Short: "Find the value of a position beyond the tables, with a certificate",
		Long: `Prove searches a position that is too large for tables, the start if none is
given, until it knows whether either side can force a win. Lines end in the
tables of up to N pieces, which are built first if they are missing (5 pieces
unless the store has more). Each answer comes with a certificate, which is
tested without the search before it counts, and is kept in the store: query,
best and line then know the position and all that the certificate covers.

It can be stopped at any time: what has been answered isn't asked again.`,
		Example: `  felli prove fetaix
  felli prove fetaix --pieces 6 --each
  felli prove fetaix start --moves "d2-c3" --export certificate.felli`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := q.parse(args); err != nil {
				return err
			}
			if err := f.check(q.game); err != nil {
				return err
			}
			return a.prove(cmd.Context(), &q, f)
		},
	}
	q.addMoves(cmd)
	cmd.Flags().IntVar(&f.pieces, "pieces", 0, "lean on tables with up to N pieces in all (0: all there are, at least 5)")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "work with N threads (0: one a processor)")
	cmd.Flags().StringVar(&f.memory, "memory", "", "use at most so much memory, such as 800M (else 3/4 of what is free, at most 2G)")
	cmd.Flags().DurationVar(&f.time, "time", 0, "give up after so long, such as 60s (0: never)")
	cmd.Flags().BoolVar(&f.each, "each", false, "prove the value of each move too")
	cmd.Flags().BoolVar(&f.dtw, "dtw", false, "look for the shortest win too, which may take very long")
	cmd.Flags().StringVar(&f.export, "export", "", "write the certificates to this file")
	return cmd
}

func (a *app) prove(ctx context.Context, q *asked, f proveFlags) (err error) {
	dir, err := a.dir()
	if err != nil {
		return err
	}
	s, err := store.Create(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	x := index.NewSpace(q.game)
	tables, err := s.Tablebase(x)
	if err != nil {
		return err
	}
	w := &proving{app: a, q: q, f: f, store: s, tables: tables, kept: &keptProofs{tables: tables}, begin: time.Now()}
	if err := w.prepare(ctx, x); err != nil {
		return err
	}
	return w.run(ctx)
}

// stoppedProof is the error for a proof that a limit ended.
func stoppedProof(ctx context.Context, g *felli.Game, p felli.Position, err error) error {
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errTimeUp) {
		return &hinted{fmt.Errorf("interrupted: %w", ctx.Err()), "what has been answered is kept; the same command goes on from there"}
	}
	return fmt.Errorf("prove %s: %w", g.FEN(p), err)
}

var errTimeUp = errors.New("the time is up")
