package felli

import (
	"strconv"
	"strings"
	"testing"
)

type perftRow struct {
	ruleset string
	depth   int
	count   uint64
}

func perftRows(tb testing.TB) []perftRow {
	tb.Helper()
	var rows []perftRow
	for _, line := range readLines(tb, "testdata/perft.tsv")[1:] {
		fields := strings.Split(line, "\t")
		depth, err := strconv.Atoi(fields[1])
		if err != nil {
			tb.Fatal(err)
		}
		count, err := strconv.ParseUint(fields[2], 10, 64)
		if err != nil {
			tb.Fatal(err)
		}
		rows = append(rows, perftRow{fields[0], depth, count})
	}
	return rows
}

func TestPerft(t *testing.T) {
	most := uint64(1 << 40)
	if testing.Short() || raceEnabled {
		most = 1 << 18
	}
	for _, row := range perftRows(t) {
		if row.count > most {
			continue
		}
		g := mustGame(t, row.ruleset)
		if got := g.Perft(g.Start(), row.depth); got != row.count {
			t.Errorf("%s: Perft(start, %d) = %d, want %d", row.ruleset, row.depth, got, row.count)
		}
	}
}

func TestPerftEdges(t *testing.T) {
	g := mustGame(t, "felli")
	tests := []struct {
		name, fen string
		depth     int
		want      uint64
	}{
		{"depth 0 is the one sequence of no moves", "start", 0, 1},
		{"depth below 0 counts like 0", "start", -1, 1},
		{"no piece, no move", "W:W:Bc3", 1, 0},
		{"but still one sequence of no moves", "W:W:Bc3", 0, 1},
		{"a blocked man has no move", "W:Wa5:Bc3,b4,c5,e5", 1, 0},
		// After a1xc3 the game is over and nothing follows; after a1-c1 Black's
		// man goes to a1, c2 or c3.
		{"an ended game counts nothing beyond", "W:Wa1:Bb2", 2, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := g.Perft(mustFEN(t, g, tt.fen), tt.depth); got != tt.want {
				t.Errorf("Perft(%s, %d) = %d, want %d", tt.fen, tt.depth, got, tt.want)
			}
		})
	}
}

func TestPerftAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, r := range rulesets[:8] {
		g := mustCompile(t, r)
		if got := testing.AllocsPerRun(3, func() { g.Perft(g.Start(), 7) }); got > 1 {
			t.Errorf("%s: Perft to depth 7 allocates %v times, want once", r, got)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	depths := map[string]int{}
	counts := map[string]uint64{}
	for _, row := range perftRows(b) {
		if row.count < 1<<20 && row.depth > depths[row.ruleset] {
			depths[row.ruleset], counts[row.ruleset] = row.depth, row.count
		}
	}
	for _, r := range Rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			g := mustCompile(b, r)
			b.ReportAllocs()
			for b.Loop() {
				if got := g.Perft(g.Start(), depths[r.Name]); got != counts[r.Name] {
					b.Fatalf("Perft(start, %d) = %d, want %d", depths[r.Name], got, counts[r.Name])
				}
			}
			b.ReportMetric(float64(counts[r.Name])*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
