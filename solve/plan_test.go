package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"felli"
)

// TestPlanCountsPositions compares with an independent solver's counts.
func TestPlanCountsPositions(t *testing.T) {
	for _, c := range []struct {
		text   string
		pieces int
		raw    uint64
	}{
		{"felli", 0, 1_255_982},
		{"felli-mullah", 0, 661_671_920},
		{"lau-kata-kati", 0, 1_011_186_726},
		{"fetaix", 5, 31_846_395},
		{"fetaix", 6, 401_212_045},
	} {
		f, err := Plan(space(t, c.text), newMemTables(), c.pieces, 0)
		if err != nil || f.Raw != c.raw {
			t.Errorf("Plan(%s, %d pieces): %d positions, %v; want %d", c.text, c.pieces, f.Raw, err, c.raw)
		}
	}
}

func TestPlanForecastsWhatRunDoes(t *testing.T) {
	for _, text := range []string{"felli-mullah", "fetaix"} {
		x := space(t, text)
		m := newMemTables()
		f, err := Plan(x, m, 4, 0)
		if err != nil {
			t.Fatal(err)
		}
		report := run(t, x, m, Options{Pieces: 4, Workers: 1, Memory: f.Memory})
		counted := uint64(0)
		for _, s := range report.Summaries {
			counted += s.Raw.Positions
		}
		if report.Solved != f.Size || counted != f.Raw {
			t.Errorf("%s: solved %d stored, %d raw positions; the plan said %d, %d", text, report.Solved, counted, f.Size, f.Raw)
		}
		if f, err := Plan(x, m, 4, 0); err != nil || len(f.Pairs) != 0 {
			t.Errorf("%s: after Run the plan has %d pairs, %v; want none", text, len(f.Pairs), err)
		}
	}
}

// TestHopelessBuildsAreRefusedAtOnce: the whole of Fetaix has 2*10^16 positions.
func TestHopelessBuildsAreRefusedAtOnce(t *testing.T) {
	x := space(t, "fetaix")
	f, err := Plan(x, newMemTables(), 0, 0)
	if err != nil || f.Raw < 1e16 || f.Memory < 1e15 {
		t.Errorf("Plan(fetaix): %d positions in %d bytes, %v", f.Raw, f.Memory, err)
	}
	_, err = Run(context.Background(), x, newMemTables(), Options{Memory: 1 << 30})
	var short *MemoryError
	if !errors.As(err, &short) {
		t.Errorf("Run(fetaix): %v, want a MemoryError", err)
	}
}

// What lau-kata-kati and fetaix of 6 pieces have taken on disk, see
// docs/performance.md, is what is foretold, or somewhat less.
func TestPlanForecastsDisk(t *testing.T) {
	for _, c := range []struct {
		text   string
		pieces int
		bytes  uint64
	}{
		{"felli-mullah", 0, 40_500_000},
		{"felli-bouhajbane", 0, 38_000_000},
		{"lau-kata-kati", 0, 109_000_000},
		{"fetaix", 6, 33_500_000},
	} {
		f, err := Plan(space(t, c.text), newMemTables(), c.pieces, 0)
		if err != nil || f.Disk < c.bytes || f.Disk > c.bytes*5/4 {
			t.Errorf("Plan(%s, %d pieces): %d bytes on disk, %v; it has taken %d", c.text, c.pieces, f.Disk, err, c.bytes)
		}
	}
}

// Forecasts of boards too large for 64 bits don't wrap around.
func TestPlanSaturates(t *testing.T) {
	spec := felli.BoardSpec{Name: "large", MaxPieces: felli.MostPieces}
	var points [4][]string
	for x := range 8 {
		var file []string
		for y := range 4 {
			name := fmt.Sprintf("%c%d", 'a'+x, y+1)
			file, points[y] = append(file, name), append(points[y], name)
		}
		spec.Lines = append(spec.Lines, strings.Join(file, " "))
	}
	for _, rank := range points {
		spec.Lines = append(spec.Lines, strings.Join(rank, " "))
	}
	spec.White, spec.Black = points[0][0], points[3][7]
	board, err := felli.NewBoard(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := felli.ParseRuleset("felli-mullah")
	if err != nil {
		t.Fatal(err)
	}
	r.Board = board
	f, err := Plan(spaceOf(t, r), newMemTables(), 0, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range f.Pairs {
		if p.Work < p.Size || p.Whole < p.Size || f.Size < p.Size || f.Memory < p.Work || f.Disk < p.Disk || f.CPU < p.CPU {
			t.Fatalf("slice %v: %+v in a plan of %d stored, %d bytes of memory, %d on disk, %g s", p.Slice, p, f.Size, f.Memory, f.Disk, f.CPU)
		}
	}
	if f.Raw != math.MaxUint64 || f.CPU < 1e12 {
		t.Errorf("the plan has %d positions and %g s", f.Raw, f.CPU)
	}
}
