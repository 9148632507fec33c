package solve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"felli"
	"felli/index"
)

// memTables keeps tables in memory, as a store keeps them: derivable positions
// filled in, all codes copied.
type memTables struct {
	mu     sync.Mutex
	tables map[index.Slice]index.Finished
	writes int
	stop   func(writes int) error
}

func newMemTables() *memTables { return &memTables{tables: map[index.Slice]index.Finished{}} }

func (m *memTables) Summary(s index.Slice) (index.Summary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.tables[s]
	if !ok {
		return index.Summary{}, fmt.Errorf("slice %v: %w", s, felli.ErrNotBuilt)
	}
	return f.Summary, nil
}

func (m *memTables) Codes(s index.Slice) (index.Codes, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return clone(m.tables[s].Codes), nil
}

func clone(c index.Codes) index.Codes {
	return index.Codes{Narrow: append([]uint8(nil), c.Narrow...), Wide: append([]uint16(nil), c.Wide...)}
}

func (m *memTables) Write(tables ...index.Finished) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	if m.stop != nil {
		if err := m.stop(m.writes); err != nil {
			return err
		}
	}
	for _, f := range tables {
		f.Codes = clone(f.Codes)
		m.tables[f.Slice] = f
	}
	return nil
}

type smallBuild struct {
	text   string
	pieces int
}

// smallBuilds are builds of every kind that don't take long.
func smallBuilds() []smallBuild {
	if testing.Short() {
		return []smallBuild{
			{"felli-mullah", 4}, {"felli", 6}, {"felli-compulsory", 8}, {"fetaix-draughts,promote=pass", 3}, {"lau-kata-kati", 4},
		}
	}
	return []smallBuild{
		{"felli-mullah", 5},
		{"felli", 7},
		{"felli-compulsory", 12},
		{"fetaix", 4},
		{"fetaix-draughts,promote=pass", 4},
		{"fetach", 3},
		{"lau-kata-kati", 5},
	}
}

func run(t *testing.T, x *index.Space, m Tables, o Options) Report {
	t.Helper()
	report, err := Run(context.Background(), x, m, o)
	if err != nil {
		t.Fatalf("Run(%s): %v", x.Game().Ruleset, err)
	}
	return report
}

func TestTablesAreTheSameForAnyWorkersAndMemory(t *testing.T) {
	for _, c := range smallBuilds() {
		t.Run(c.text, func(t *testing.T) {
			x := space(t, c.text)
			m := newMemTables()
			want := run(t, x, m, Options{Pieces: c.pieces, Workers: 1})
			tight := uint64(0)
			for _, s := range x.Slices(c.pieces) {
				need := pairBytes(x, s)
				for _, d := range pairNeeds(x, s) {
					need += x.Size(d)
				}
				tight = max(tight, need)
			}
			for _, o := range []Options{{Workers: 2}, {Workers: 7}, {Workers: 2, Memory: tight}} {
				o.Pieces = c.pieces
				m2 := newMemTables()
				got := run(t, x, m2, o)
				if got.Digest != want.Digest {
					t.Errorf("%+v: digest %x, want %x", o, got.Digest, want.Digest)
				}
				for s, f := range m.tables {
					for i := range f.Size {
						if a, b := f.Codes.At(i), m2.tables[s].Codes.At(i); a != b {
							t.Fatalf("%+v: slice %v stores %d at %d, want %d", o, s, b, i, a)
						}
					}
				}
			}
		})
	}
}

func TestRunResumes(t *testing.T) {
	stop := errors.New("stop")
	for _, c := range smallBuilds() {
		t.Run(c.text, func(t *testing.T) {
			x := space(t, c.text)
			want := run(t, x, newMemTables(), Options{Pieces: c.pieces, Workers: 1})
			m := newMemTables()
			written := map[index.Slice]bool{}
			m.stop = func(n int) error {
				if n%4 == 3 {
					return stop
				}
				return nil
			}
			for tries := 0; ; tries++ {
				before := len(m.tables)
				for s := range m.tables {
					written[s] = true
				}
				report, err := Run(context.Background(), x, m, Options{Pieces: c.pieces, Workers: 2, Progress: func(e Event) {
					if e.Finished && written[e.Slice] {
						t.Errorf("slice %v was solved again", e.Slice)
					}
				}})
				if err == nil {
					if report.Digest != want.Digest {
						t.Errorf("digest after %d stops is %x, want %x", tries, report.Digest, want.Digest)
					}
					break
				}
				if !errors.Is(err, stop) || len(m.tables) < before {
					t.Fatalf("Run: %v, want %v", err, stop)
				}
				if tries > 1000 {
					t.Fatal("the build doesn't come to an end")
				}
			}
		})
	}
}

func TestRunSaysWhenMemoryIsShort(t *testing.T) {
	x := space(t, "felli-mullah")
	_, err := Run(context.Background(), x, newMemTables(), Options{Pieces: 6, Workers: 2, Memory: 200_000})
	var short *MemoryError
	if !errors.As(err, &short) || short.Given != 200_000 || short.Needed <= short.Given {
		t.Fatalf("Run in 200 kB: %v, want a MemoryError", err)
	}
}

// In the least memory, pairs that fall apart are solved part by part, and come
// out the same.
func TestRunInTheLeastMemory(t *testing.T) {
	for _, c := range []struct {
		text   string
		pieces int
	}{{"fetaix", 4}, {"fetach,capture=optional,promotion=corners", 4}} {
		x := space(t, c.text)
		want := run(t, x, newMemTables(), Options{Pieces: c.pieces, Workers: 2})
		f, err := Plan(x, newMemTables(), c.pieces, 0)
		if err != nil {
			t.Fatal(err)
		}
		tight, err := Plan(x, newMemTables(), c.pieces, f.Least)
		if err != nil {
			t.Fatal(err)
		}
		parts := 0
		for _, p := range tight.Pairs {
			if p.InParts {
				parts++
			}
		}
		if parts == 0 || f.Least >= f.Memory || f.Whole != f.Memory || tight.Whole != f.Whole || tight.Memory > f.Least || tight.CPU <= f.CPU {
			t.Errorf("%s: %d pairs in parts, %d bytes of %d, %v of CPU time instead of %v", c.text, parts, f.Least, f.Memory, tight.CPU, f.CPU)
		}
		m := newMemTables()
		if got := run(t, x, m, Options{Pieces: c.pieces, Workers: 2, Memory: f.Least}); got.Digest != want.Digest {
			t.Errorf("%s in %d bytes: digest %x, want %x", c.text, f.Least, got.Digest, want.Digest)
		}
		var short *MemoryError
		if _, err := Run(context.Background(), x, newMemTables(), Options{Pieces: c.pieces, Memory: f.Least - 1}); !errors.As(err, &short) || short.Needed != f.Least {
			t.Errorf("%s in %d bytes: %v, want a MemoryError", c.text, f.Least-1, err)
		}
	}
}

func TestRunStopsWhenCancelled(t *testing.T) {
	x := space(t, "felli-mullah")
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	m := newMemTables()
	_, err := Run(ctx, x, m, Options{Pieces: 7, Workers: 2, Progress: func(e Event) {
		if e.Done > e.Total/50 {
			cancel(cause)
		}
	}})
	if !errors.Is(err, cause) || len(m.tables) == 0 {
		t.Fatalf("Run: %v with %d tables, want %v", err, len(m.tables), cause)
	}
}

func TestProgressAddsUp(t *testing.T) {
	x := space(t, "felli-mullah")
	done, total, size := uint64(0), uint64(0), uint64(0)
	run(t, x, newMemTables(), Options{Pieces: 6, Workers: 2, Progress: func(e Event) {
		if e.Done < done {
			t.Errorf("progress went back from %d to %d", done, e.Done)
		}
		done, total = e.Done, e.Total
	}})
	for _, s := range x.Slices(6) {
		size += x.Size(s)
	}
	if done != total || total != size {
		t.Errorf("progress ended at %d of %d, want %d", done, total, size)
	}
}
