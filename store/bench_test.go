//go:build unix

package store

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"felli/index"
	"felli/internal/testgame"
)

// benchStore is a store with the tables of felli-mullah with up to so many
// pieces, with made-up codes.
func benchStore(b *testing.B, pieces int) (dir string, sm sample) {
	b.Helper()
	dir = b.TempDir()
	sm = newSample(b, "felli-mullah", pieces)
	s, err := Create(dir)
	if err != nil {
		b.Fatal(err)
	}
	if err := sm.write(s, func(int) {}); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return dir, sm
}

// BenchmarkCode probes random positions of random slices; all blocks are in the
// cache.
func BenchmarkCode(b *testing.B) {
	dir, sm := benchStore(b, 5)
	s, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tb, err := s.Tablebase(sm.space)
	if err != nil {
		b.Fatal(err)
	}
	type probe struct {
		s    index.Slice
		i    uint64
		want uint16
	}
	rng := rand.New(rand.NewPCG(1, 1))
	probes := make([]probe, 1<<16)
	for n := range probes {
		f := sm.tables[rng.IntN(len(sm.tables))]
		i := rng.Uint64N(f.Size)
		probes[n] = probe{f.Slice, i, uint16(f.Codes.At(i))}
		if _, err := tb.Code(f.Slice, i); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		p := &probes[n%len(probes)]
		n++
		if code, err := tb.Code(p.s, p.i); err != nil || uint16(code) != p.want {
			b.Fatal(code, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "probes/s")
}

// BenchmarkColdCode probes random positions with a cache of next to nothing:
// every probe reads and decodes a block.
func BenchmarkColdCode(b *testing.B) {
	dir, sm := benchStore(b, 6)
	s, err := Open(dir, WithCache(0))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tb, err := s.Tablebase(sm.space)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		f := sm.tables[rng.IntN(len(sm.tables))]
		i := rng.Uint64N(f.Size)
		if code, err := tb.Code(f.Slice, i); err != nil || code != f.Codes.At(i) {
			b.Fatal(code, err)
		}
	}
}

// cpuTime is the time this process has used.
func cpuTime() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// variants are many rulesets that differ from felli-mullah, and it.
func variants() []string {
	list := []string{"felli-mullah"}
	for _, option := range []string{"promote=stop", "removal=deferred", "mullah-capture=short", "stalemate=draw", "men-capture=forward", "mullah-move=diagonals"} {
		for _, r := range list {
			list = append(list, r+","+option)
		}
	}
	return list
}

// BenchmarkOpen opens a store of as many tables as felli-mullah has, and probes
// once.
func BenchmarkOpen(b *testing.B) {
	for _, slices := range []int{20, 730} {
		b.Run(fmt.Sprint(slices), func(b *testing.B) {
			dir := b.TempDir()
			w, err := Create(dir)
			if err != nil {
				b.Fatal(err)
			}
			// The small tables of many rulesets stand in for the large ones of one.
			x, n := testgame.Space(b, "felli-mullah"), 0
			for _, ruleset := range variants() {
				if n >= slices {
					break
				}
				y := testgame.Space(b, ruleset)
				wt, err := w.Tablebase(y)
				if err != nil {
					b.Fatal(err)
				}
				for _, p := range pairs(y, 3) {
					pair := fakePair(y, p, false)
					if n += len(pair); n > slices {
						break
					}
					if err := wt.Write(pair...); err != nil {
						b.Fatal(err)
					}
				}
			}
			if err := w.Close(); err != nil {
				b.Fatal(err)
			}
			begin := cpuTime()
			for b.Loop() {
				s, err := Open(dir)
				if err != nil {
					b.Fatal(err)
				}
				tb, err := s.Tablebase(x)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := tb.Code(index.Slice{Men: 1, OppMen: 1}, 7); err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpuTime()-begin).Microseconds())/float64(b.N), "cpu-us/op")
			b.ReportMetric(float64(n), "slices")
		})
	}
}

// BenchmarkWrite writes pairs of tables; BenchmarkCodes reads them.
func BenchmarkWrite(b *testing.B) {
	x := testgame.Space(b, "felli-mullah")
	pair := fakePair(x, index.Slice{Men: 3, Mullahs: 1, OppMen: 2, OppMullahs: 1}, false)
	s, err := Create(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tb, err := s.Tablebase(x)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(2 * pair[0].Codes.Len()))
	for b.Loop() {
		if err := tb.Write(pair...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCodes(b *testing.B) {
	x := testgame.Space(b, "felli-mullah")
	pair := fakePair(x, index.Slice{Men: 3, Mullahs: 1, OppMen: 2, OppMullahs: 1}, false)
	s, err := Create(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tb, err := s.Tablebase(x)
	if err != nil {
		b.Fatal(err)
	}
	if err := tb.Write(pair...); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(pair[0].Codes.Len()))
	for b.Loop() {
		c, err := tb.Codes(pair[0].Slice)
		if err != nil || c.Len() != pair[0].Codes.Len() {
			b.Fatal(err)
		}
	}
}
