package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/store"
)

// A measurement is what to run, and how often.
type measurement struct {
	felli, ruleset           string
	runs, queries, positions int
}

// run takes all figures, in the order of the table. The limits are those set
// for felli-mullah on two processors.
func (m *measurement) run() ([]row, error) {
	dir, err := os.MkdirTemp("", "felli-measure")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	solve, verify, err := m.builds(dir)
	if err != nil {
		return nil, err
	}
	bytes, err := sizeOf(filepath.Join(dir, "0"))
	if err != nil {
		return nil, err
	}
	db := []string{"--db", filepath.Join(dir, "0")}

	var cold time.Duration
	for range m.queries {
		c, err := spend(m.felli, nil, append(db, "query", m.ruleset, "start", "--json")...)
		if err != nil {
			return nil, err
		}
		cold += c.cpu
	}
	probes, stream, err := m.ask(db)
	if err != nil {
		return nil, err
	}

	cpu := func(c cost) float64 { return c.cpu.Seconds() }
	return []row{
		{"solve, store written, CPU", median(solve, cpu), "s", 60, 30, false},
		{"solve, wall / CPU", median(solve, func(c cost) float64 { return c.wall.Seconds() / c.cpu.Seconds() }), "", 0.56, 0.52, false},
		{"solve, peak resident memory", median(solve, func(c cost) float64 { return c.memory / 1e6 }), "MB", 600, 400, false},
		{"store on disk", bytes / 1e6, "MB", 45, 25, false},
		{"verify of every position, CPU", median(verify, cpu), "s", 60, 30, false},
		{"cold query, CPU", cold.Seconds() * 1e3 / float64(m.queries), "ms", 15, 8, false},
		{"warm random probes, one goroutine", probes, "/s", 300_000, 1_000_000, true},
		{"query --stdin --json, all moves", stream, "/s", 20_000, 60_000, true},
	}, nil
}

// builds solves the ruleset into folders of dir, and verifies each. Only the
// first folder is kept.
func (m *measurement) builds(dir string) (solve, verify []cost, err error) {
	for i := range m.runs {
		db := filepath.Join(dir, fmt.Sprint(i))
		c, err := spend(m.felli, nil, "solve", m.ruleset, "--db", db)
		if err != nil {
			return nil, nil, err
		}
		solve = append(solve, c)
		if c, err = spend(m.felli, nil, "verify", m.ruleset, "--db", db); err != nil {
			return nil, nil, err
		}
		verify = append(verify, c)
		if i > 0 {
			if err := os.RemoveAll(db); err != nil {
				return nil, nil, err
			}
		}
	}
	return solve, verify, nil
}

// sizeOf is the bytes of all files in a folder.
func sizeOf(dir string) (bytes float64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += float64(info.Size())
		}
		return err
	})
	return bytes, err
}

// ask measures random positions, each table as likely as it is large: how many
// a second one goroutine probes once their blocks are in memory (the median of
// five times), and how many felli query --stdin answers.
func (m *measurement) ask(db []string) (probes, stream float64, err error) {
	r, err := felli.ParseRuleset(m.ruleset)
	if err != nil {
		return 0, 0, err
	}
	g, err := felli.NewGame(r)
	if err != nil {
		return 0, 0, err
	}
	const all = 4 << 30 // room for every block, as warm is to mean
	s, err := store.Open(db[1], store.WithCache(all))
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	x := index.NewSpace(g)
	tables, err := s.Tablebase(x)
	if err != nil {
		return 0, 0, err
	}
	sample := positions(x, m.positions)
	pr := query.NewProber(x, tables)
	var warm []time.Duration
	for pass := range 6 {
		begin := time.Now()
		for _, p := range sample {
			if _, err := pr.Probe(p); err != nil {
				return 0, 0, err
			}
		}
		if pass > 0 {
			warm = append(warm, time.Since(begin))
		} else { // it filled the cache
			runtime.GC()
		}
	}
	var lines bytes.Buffer
	for _, p := range sample {
		lines.WriteString(g.FEN(p) + "\n")
	}
	c, err := spend(m.felli, &lines, append(db, "query", m.ruleset, "--stdin", "--json")...)
	if err != nil {
		return 0, 0, err
	}
	n := float64(len(sample))
	return n / median(warm, time.Duration.Seconds), n / c.wall.Seconds(), nil
}

// positions draws n positions, the same ones each time.
func positions(x *index.Space, n int) []felli.Position {
	tables := x.Slices(0)
	ends := make([]uint64, len(tables))
	total := uint64(0)
	for i, s := range tables {
		total += x.Size(s)
		ends[i] = total
	}
	rng := rand.New(rand.NewPCG(1, 2))
	list := make([]felli.Position, n)
	for k := range list {
		at := rng.Uint64N(total)
		i := sort.Search(len(ends), func(i int) bool { return at < ends[i] })
		list[k] = x.Unrank(tables[i], at+x.Size(tables[i])-ends[i])
	}
	return list
}
