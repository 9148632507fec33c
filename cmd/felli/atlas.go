package main

import (
	"bufio"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"felli/query/atlas"
)

// atlasFlags are what `felli atlas` is told.
type atlasFlags struct {
	solveFlags
	vary, only []string
	csv, keep  bool
	known      bool
	svg        string
}

func (a *app) atlasCommand() *cobra.Command {
	var f atlasFlags
	cmd := &cobra.Command{
		Use:   "atlas RULESET",
		Short: "Show what the start is worth under every reading of the rules",
		Long: `Atlas solves RULESET's game under every combination of the options that are in
dispute: for men only capture, chain, removal and stalemate; with Mullahs also
promotion (corners, rank), promote and mullah-capture. Combinations that mean the
same are solved once. It ends with which single options ever change the value.

Each ruleset's value, distance and digest stay in the store as soon as they are
known; the same command goes on after an interruption. With --known it solves
nothing and prints what is known so far, also while another process works on it.
Tables are kept only with --keep. On boards too large for tables it shows what "felli prove" has settled.`,
		Example: `  felli atlas felli
  felli atlas felli-mullah --only stalemate=loss --only removal=immediate
  felli atlas felli --vary capture,chain,men-move --svg atlas.svg --csv > atlas.csv`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			if err := f.check(g); err != nil {
				return err
			}
			if f.csv && a.json {
				return usage(cmd, errors.New("want --csv or --json, not both"))
			}
			vary := f.vary
			if !cmd.Flags().Changed("vary") {
				vary = atlas.Disputed(g.Ruleset)
			}
			chart, err := atlas.New(g.Ruleset, vary, f.only)
			if err != nil {
				return err
			}
			return a.atlas(cmd.Context(), chart, f)
		},
	}
	cmd.Flags().StringSliceVar(&f.vary, "vary", nil, "the options to vary (else those in dispute)")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "vary an option among these values alone, option=value each")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print every combination as CSV")
	cmd.Flags().StringVar(&f.svg, "svg", "", "draw the matrix of all combinations into this file")
	cmd.Flags().BoolVar(&f.known, "known", false, "print what the store has and solve nothing")
	cmd.Flags().BoolVar(&f.keep, "keep", false, "keep the tables in the store too")
	f.addWork(cmd, allMemory)
	_ = cmd.RegisterFlagCompletionFunc("vary", completeVary) // only fails for unknown flags
	_ = cmd.RegisterFlagCompletionFunc("only", completeOnly)
	return cmd
}

// atlas finds all rows and prints them.
func (a *app) atlas(ctx context.Context, chart *atlas.Chart, f atlasFlags) error {
	rows, err := a.atlasRows(ctx, chart, f)
	if err != nil {
		return err
	}
	if f.svg != "" {
		if err := writeFile(f.svg, func(out *bufio.Writer) error { return chart.SVG(out, rows) }); err != nil {
			return err
		}
	}
	switch {
	case f.csv:
		return chart.CSV(a.out, rows)
	case a.json:
		return a.printAtlasJSON(chart, rows)
	default:
		a.printAtlas(chart, rows)
		return nil
	}
}
