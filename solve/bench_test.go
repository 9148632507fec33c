package solve

import (
	"fmt"
	"testing"

	"felli/index"
)

// BenchmarkSolve solves one pair with its dependencies in memory.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		text, slice string
	}{
		{"felli", "m6vm6"},
		{"felli-mullah", "m3k2vm2k1"},
		{"felli-mullah", "m2k2vm2k2"},
		{"fetaix", "m1k1vm1k1"},
		{"fetaix", "m1k2vk1"},
		{"fetach", "m1k1vk1"},
		{"lau-kata-kati", "m4vm3"},
	} {
		b.Run(fmt.Sprintf("%s/%s", c.text, c.slice), func(b *testing.B) {
			x := space(b, c.text)
			s, err := index.ParseSlice(c.slice)
			if err != nil {
				b.Fatal(err)
			}
			done := solveAll(b, x, s.Pieces(), 1)
			given := func(s index.Slice) (index.Codes, bool) { f, ok := done[s]; return f.Codes, ok }
			positions := uint64(0)
			for b.Loop() {
				tables, err := solveOne(x, s, given, 1)
				if err != nil {
					b.Fatal(err)
				}
				for _, f := range tables {
					positions += f.Size
					if f.Checksum != done[f.Slice].Checksum {
						b.Fatalf("slice %v differs from one run to the next", f.Slice)
					}
				}
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// BenchmarkParts solves a pair part by part; compare with BenchmarkSolve.
func BenchmarkParts(b *testing.B) {
	for _, c := range []struct {
		text, slice string
	}{
		{"felli-mullah", "m2k2vm2k2"},
		{"fetaix", "m1k1vm1k1"},
		{"fetaix", "m1k2vk1"},
	} {
		b.Run(fmt.Sprintf("%s/%s", c.text, c.slice), func(b *testing.B) {
			x := space(b, c.text)
			s, err := index.ParseSlice(c.slice)
			if err != nil {
				b.Fatal(err)
			}
			given := map[index.Slice]index.Codes{}
			for s, f := range solveAll(b, x, s.Pieces(), 1) {
				given[s] = f.Codes
			}
			positions := uint64(0)
			for b.Loop() {
				tables, err := solveInParts(x, s, given, 1, 0)
				if err != nil {
					b.Fatal(err)
				}
				for _, f := range tables {
					positions += f.Size
				}
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
