package solve

import (
	"context"
	"errors"
	"testing"
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
