package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/study"
	"felli/store"
)

// exportFlags are what `felli export` is told.
type exportFlags struct {
	solveFlags
	format, output string
}

func (a *app) exportCommand() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export RULESET [SLICE]",
		Short: "Write all positions with their values as CSV or Parquet, or whole tables",
		Long: `Export writes every position of the finished slices, or of SLICE and its twin,
with its value and distance for the side to move: the columns fen, value (win,
loss, draw) and dtw (plies; empty for a draw). White is to move in all of them;
of positions that a symmetry of the board and the rules turns into one another
only one is written. The ruleset with all its options and the format version are
in the first lines of the CSV, behind "#", and in the metadata of the Parquet
file. Tables are read slice by slice.

With --format table it writes the tables themselves, compressed and checksummed,
for "felli import" and for builds over many machines: one file a slice in the
folder --output, or one after the other on standard output.`,
		Example: `  felli export felli-mullah m2k1vm2 > m2k1vm2.csv
  felli export felli --format parquet --output felli.parquet
  felli export felli --format table --output tables/`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: a.completeSlice,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			if err := f.check(g); err != nil {
				return err
			}
			x := index.NewSpace(g)
			o := study.RowOptions{Workers: f.workers}
			if o.Memory, err = memoryFor(f.memory); err != nil {
				return err
			}
			if len(args) > 1 {
				if o.Slices, err = query.WithTwin(x, args[1]); err != nil {
					return err
				}
			}
			if f.format == "table" {
				return a.exportTables(cmd.Context(), x, o.Slices, f.output)
			}
			return a.export(cmd.Context(), x, o, f)
		},
	}
	cmd.Flags().StringVar(&f.format, "format", "csv", "csv, parquet or table")
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to this file, tables to this folder (else to standard output)")
	f.addWork(cmd, tableMemory)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"csv", "parquet", "table"}, noFiles)) // only fails for unknown flags
	_ = cmd.MarkFlagFilename("output", "csv", "parquet")
	return cmd
}

// export writes to standard output or, whole or not at all, to a file.
func (a *app) export(ctx context.Context, x *index.Space, o study.RowOptions, f exportFlags) (err error) {
	write := exportCSV
	switch f.format {
	case "csv":
	case "parquet":
		if write = exportParquet; f.output == "" && a.screen.terminal {
			return &usageError{errors.New("a Parquet file is nothing for a terminal"), "say where to with --output FILE"}
		}
	default:
		return &usageError{fmt.Errorf("--format %q: want csv, parquet or table", f.format), ""}
	}
	tables, closeStore, err := a.read(x)
	if err != nil {
		return err
	}
	defer closeStore()
	m := a.newMeter("exported")
	o.Progress = m.followTables()
	defer m.end()
	if f.output == "" {
		return write(ctx, a.out, x, tables, o)
	}
	return writeFile(f.output, func(out *bufio.Writer) error { return write(ctx, out, x, tables, o) })
}

// exportCSV writes lines of comma-separated values; FENs have commas, so they
// are quoted.
func exportCSV(ctx context.Context, w io.Writer, x *index.Space, tables query.Tables, o study.RowOptions) error {
	g := x.Game()
	for _, line := range exportFacts(g) {
		if _, err := fmt.Fprintf(w, "# %s: %s\n", line[0], line[1]); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w, "fen,value,dtw\n"); err != nil {
		return err
	}
	format := func(rows []study.Row) ([]byte, error) {
		b := make([]byte, 0, 64*len(rows))
		for _, r := range rows {
			b = append(g.AppendFEN(append(b, '"'), r.Position), '"', ',')
			b = append(append(b, r.Result.Value.String()...), ',')
			if d := query.Decided(r.Result); d != nil {
				b = fmt.Append(b, *d)
			}
			b = append(b, '\n')
		}
		return b, nil
	}
	return study.Rows(ctx, x, tables, o, format, func(b []byte) error {
		_, err := w.Write(b)
		return err
	})
}

// exportFacts say whose positions an export holds.
func exportFacts(g *felli.Game) [][2]string {
	return [][2]string{{"felli.ruleset", g.FullString()}, {"felli.board", g.Board.Name}, {"felli.format", fmt.Sprint(store.FormatVersion)}}
}
