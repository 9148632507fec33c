package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"felli"
	"felli/index"
	"felli/store"
	"felli/store/object"
)

// exportTables writes the finished slices, or those given, as objects: to
// standard output one after the other, or each to a file of its own in dir,
// under the name it has in an object store.
func (a *app) exportTables(ctx context.Context, x *index.Space, list []index.Slice, dir string) error {
	if dir == "" && a.screen.terminal {
		return &usageError{errors.New("tables are nothing for a terminal"), "say which folder they go to with --output DIR"}
	}
	tables, closeStore, err := a.read(x)
	if err != nil {
		return err
	}
	defer closeStore()
	summaries, err := summariesOf(tables, list)
	if err != nil {
		return err
	}
	m := a.newMeter("exported")
	defer m.end()
	total, done := uint64(0), uint64(0)
	for _, sum := range summaries {
		total += sum.Size
	}
	for _, sum := range summaries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		codes, err := tables.Codes(sum.Slice)
		if err != nil {
			return err
		}
		f := index.Finished{Summary: sum, Codes: codes}
		if err := writeObject(a.out, dir, x.Game().Ruleset, f); err != nil {
			return err
		}
		done += sum.Size
		m.update(sum.Slice, sum.Size, done, total, true)
	}
	return nil
}

// summariesOf are the summaries of the slices in list, or of all that are
// finished.
func summariesOf(tables *store.Tablebase, list []index.Slice) ([]index.Summary, error) {
	if len(list) == 0 {
		return tables.Summaries()
	}
	var summaries []index.Summary
	for _, s := range list {
		sum, err := tables.Summary(s)
		if err != nil {
			return nil, err
		}
		summaries = append(summaries, sum)
	}
	return summaries, nil
}

// writeObject writes a table to out or, whole or not at all, to a file in dir.
func writeObject(out io.Writer, dir string, r felli.Ruleset, f index.Finished) (err error) {
	if dir == "" {
		return object.Write(out, r, f)
	}
	name := filepath.Join(dir, filepath.FromSlash(object.Name(r, f.Slice)))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
			err = fmt.Errorf("write %s: %w", name, err)
		}
	}()
	w := bufio.NewWriterSize(file, 1<<20)
	if err := errors.Join(object.Write(w, r, f), w.Flush(), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
