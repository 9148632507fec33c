package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"felli"
	"felli/query"
	"felli/store"
	"felli/store/object"
)

func (a *app) importCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "import [FILE|DIR]…",
		Short: "Take tables into the store that were exported elsewhere",
		Long: `Import reads tables that "felli export --format table" wrote, from files, from all
files named *.felli in folders and below, or from standard input, and puts them
into the store. Each says itself which slice of which ruleset it is. One that
is damaged, or differs from what the store holds, ends the import; what came
before is kept. It checks that tables are whole, not that their values are
true: "felli verify" does. With --json it gives the numbers "slices" and
"positions" of what it put there, "held" of the slices that were there already,
and "store", the folder.`,
		Example: `  felli export felli m2vm1 --format table | felli import --db /mnt/other
  felli import tables/`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.importTables(cmd.Context(), args)
		},
	}
}

// imported is what `felli import --json` prints.
type imported struct {
	Slices    int    `json:"slices"`
	Positions uint64 `json:"positions"` // stored, after folding
	Held      int    `json:"held"`
	Store     string `json:"store"`
}

func (a *app) importTables(ctx context.Context, paths []string) (err error) {
	files, err := tableFiles(paths)
	if err != nil {
		return err
	}
	dir, err := a.dir()
	if err != nil {
		return err
	}
	s, err := store.Create(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	m := object.NewImporter(s)
	if len(paths) == 0 {
		err = m.All(a.stdin)
	}
	for _, name := range files {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err == nil {
			err = importFile(m, name)
		}
	}
	if err := errors.Join(err, m.Flush()); err != nil {
		return err
	}
	positions := uint64(0)
	for _, h := range m.Added {
		positions += h.Size
	}
	if a.json {
		return a.printJSON(imported{len(m.Added), positions, len(m.Kept), dir})
	}
	_, err = fmt.Fprintf(a.out, "%d slices imported with %s table entries, %d held already, store %s\n",
		len(m.Added), query.Grouped(positions), len(m.Kept), dir)
	return err
}

func importFile(m *object.Importer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := m.All(f); err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	return nil
}

// tableFiles are the files named, and those in the folders named: there a
// slice comes next to its twin, so that they share a file in the store.
func tableFiles(paths []string) ([]string, error) {
	var list []string
	for _, root := range paths {
		var found []string
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if _, ok := object.SliceOf(filepath.ToSlash(path)); err == nil && !d.IsDir() && (ok || path == root) {
				found = append(found, path)
			}
			return err
		})
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w: %w", felli.ErrInput, err)
		} else if err != nil {
			return nil, err
		}
		slices.SortFunc(found, func(a, b string) int {
			return cmp.Or(cmp.Compare(filepath.Dir(a), filepath.Dir(b)), cmp.Compare(pairName(a), pairName(b)), cmp.Compare(a, b))
		})
		list = append(list, found...)
	}
	return list, nil
}

// pairName is the same for the files of a slice and of its twin.
func pairName(path string) string {
	s, _ := object.SliceOf(filepath.ToSlash(path))
	return max(s.String(), s.Twin().String())
}
