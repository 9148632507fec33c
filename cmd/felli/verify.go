package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/store"
)

func (a *app) verifyCommand() *cobra.Command {
	var sample, proofFile string
	var proofs bool
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "verify {RULESET | --proof-file FILE}",
		Short: "Check every stored value against its successors",
		Long: `Verify finds every stored position's value again from the answers given for its
successors, and every count, longest distance and checksum from the values. It
shares no code with the solver. The first difference is shown, with exit code 4.
With --sample P it checks P percent of the positions, the same ones each time.

With --proof it tests the certificates of felli prove instead, and with
--proof-file those in a file that felli prove --export has written; both lean
on the store's tables, and share no code with the search.`,
		Example: "  felli verify felli-mullah\n  felli verify fetaix --sample 1%\n  felli verify fetaix --proof",
		Args: func(_ *cobra.Command, args []string) error {
			if proofFile != "" {
				return exactly(args, 0, "no RULESET with --proof-file")
			}
			return exactly(args, 1, "RULESET")
		},
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			if sample != "" && (proofs || proofFile != "") {
				return usage(cmd, errors.New("--sample is for tables, it can't be used with --proof and --proof-file"))
			}
			if proofFile != "" {
				return a.verifyProofFile(cmd.Context(), proofFile, f.workers)
			}
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			if err := f.check(g); err != nil {
				return err
			}
			if proofs {
				return a.verifyProofs(cmd.Context(), g, f.workers)
			}
			o := query.VerifyOptions{Workers: f.workers}
			if sample != "" {
				if o.Sample, err = parsePercent(sample); err != nil {
					return err
				}
			}
			if o.Memory, err = memoryFor(f.memory); err != nil {
				return err
			}
			defer boundHeap(o.Memory)()
			return a.verify(cmd.Context(), index.NewSpace(g), o)
		},
	}
	cmd.Flags().StringVar(&sample, "sample", "", "check this percentage of the positions, such as 1%")
	cmd.Flags().BoolVar(&proofs, "proof", false, "test the certificates that the store keeps")
	cmd.Flags().StringVar(&proofFile, "proof-file", "", "test the certificates in this file")
	f.addWork(cmd, tableMemory)
	return cmd
}

func (a *app) verify(ctx context.Context, x *index.Space, o query.VerifyOptions) error {
	tables, closeStore, err := a.read(x)
	if err != nil {
		return err
	}
	defer closeStore()
	m := a.newMeter("verified")
	o.Progress = m.followTables()
	report, err := query.Verify(ctx, x, tables, o)
	m.end()
	if err == nil {
		err = checkDigests(x, tables)
	}
	switch {
	case ctx.Err() != nil:
		return &hinted{fmt.Errorf("interrupted at %.0f %%, nothing wrong so far: %w", m.percent(), err), "run the same command again; it begins anew"}
	case errors.Is(err, felli.ErrCorrupt):
		return &hinted{err, "the store can't be trusted: build it anew in another folder, with --db DIR"}
	case err != nil:
		return err
	}
	if a.json {
		return a.printJSON(report)
	}
	a.sentence("", fmt.Sprintf("%s: %d slices, %s table entries: %s compared with their successors, %s answered by their captures, no difference",
		report.Ruleset, report.Slices, query.Grouped(report.Positions), query.Grouped(report.Checked), query.Grouped(report.Derived)))
	return nil
}

// checkDigests compares the digests that the store keeps, each of the slices
// up to so many pieces, with the summaries just verified.
func checkDigests(x *index.Space, tables *store.Tablebase) error {
	for r, err := range tables.Results("digest") {
		if err != nil {
			return err
		}
		pieces, err := strconv.Atoi(r.Key)
		if err != nil {
			return fmt.Errorf("%w: digest of %q pieces", felli.ErrCorrupt, r.Key)
		}
		var list []index.Summary
		for _, s := range x.Slices(pieces) {
			sum, err := tables.Summary(s)
			if err != nil {
				return err
			}
			list = append(list, sum)
		}
		if want := digestText(index.Digest(x.Game().Ruleset, list)); string(r.Value) != want {
			return fmt.Errorf("%w: verify %s: the digest kept is %s, the slices' is %s", felli.ErrCorrupt, x.Game(), r.Value, want)
		}
	}
	return nil
}
