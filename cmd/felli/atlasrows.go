package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/atlas"
	"felli/solve"
	"felli/store"
)

// atlasRows finds the rows of a chart: those that the store keeps, and the
// others by solving, where tables can.
func (a *app) atlasRows(ctx context.Context, chart *atlas.Chart, f atlasFlags) (map[string]atlas.Row, error) {
	rows, err := a.keptRows(chart)
	if err != nil {
		return nil, err
	}
	var missing []felli.Ruleset
	for _, r := range chart.Rulesets() {
		if _, ok := rows[r.String()]; !ok {
			missing = append(missing, r)
		}
	}
	if len(missing) == 0 || f.known || chart.Base.Board.Points() > wholeGamePoints {
		return rows, nil
	}
	return rows, a.solveRows(ctx, missing, rows, f)
}

// solveRows solves rulesets one by one, and keeps each row at once.
func (a *app) solveRows(ctx context.Context, missing []felli.Ruleset, rows map[string]atlas.Row, f atlasFlags) (err error) {
	dir, err := a.dir()
	if err != nil {
		return err
	}
	memory, err := memoryFor(f.memory)
	if err != nil {
		return err
	}
	defer boundHeap(memory)()
	s, err := store.Create(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	begin := time.Now()
	for i, r := range missing {
		g, err := felli.NewGame(r)
		if err != nil {
			return err
		}
		x := index.NewSpace(g)
		tables, err := s.Tablebase(x)
		if err != nil {
			return err
		}
		row, err := a.solveRow(ctx, x, tables, f, memory)
		if err != nil {
			if ctx.Err() != nil {
				return &hinted{
					fmt.Errorf("interrupted after %d of %d rulesets: %w", i, len(missing), err),
					"their rows are kept; the same command goes on from there",
				}
			}
			return err
		}
		text, err := json.Marshal(row)
		if err != nil {
			return err
		}
		if err := tables.PutResult(rowKind, rowKey, text); err != nil {
			return err
		}
		rows[row.Ruleset] = row
		fmt.Fprintf(a.stderr, "felli: %d of %d: %s is a %s, %.1f s, %s\n", i+1, len(missing), row.Ruleset, row.Brief(), row.Seconds,
			timeLeft(begin, uint64(i+1), uint64(len(missing))))
	}
	return nil
}

// solveRow solves one ruleset, from what the store has of it if its tables are
// to be kept there or are there already.
func (a *app) solveRow(ctx context.Context, x *index.Space, kept *store.Tablebase, f atlasFlags, memory uint64) (atlas.Row, error) {
	begin := time.Now()
	var into atlasTables = kept
	_, err := kept.Digest(0)
	if inStore := err == nil || f.keep; !inStore {
		temporary, bytes, remove, err := a.temporaryTables(x, memory)
		if err != nil {
			return atlas.Row{}, err
		}
		defer remove()
		into, memory = temporary, memory-min(memory, bytes)
	}
	report, err := a.runQuietly(ctx, x, into, solve.Options{Workers: f.workers, Memory: memory})
	if err != nil {
		return atlas.Row{}, err
	}
	if f.keep {
		if err := kept.SetDigest(0, digestText(report.Digest)); err != nil {
			return atlas.Row{}, err
		}
	}
	st, err := query.CollectFrom(x, into, report.Summaries)
	if err != nil {
		return atlas.Row{}, err
	}
	return atlas.Row{
		Ruleset: st.Ruleset, Value: st.Start.Value, DTW: st.Start.DTW,
		Digest: st.Digest, Positions: st.Positions, Seconds: time.Since(begin).Seconds(),
	}, nil
}

// runQuietly builds, with a bar on a terminal and nothing elsewhere: there each
// ruleset gets its line.
func (a *app) runQuietly(ctx context.Context, x *index.Space, tables solve.Tables, o solve.Options) (solve.Report, error) {
	if a.console.terminal {
		m := a.newMeter("solved")
		defer m.end()
		o.Progress = func(e solve.Event) { m.update(e.Slice, e.Positions, e.Done, e.Total, e.Finished) }
	}
	return solve.Run(ctx, x, tables, o)
}
