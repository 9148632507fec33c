package memory

import (
	"errors"
	"runtime/debug"
	"testing"

	"felli"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]uint64{
		"": 0, "1": 1, "1024": 1024, "10k": 10 << 10, "800M": 800 << 20, "800MiB": 800 << 20, "800mb": 800 << 20,
		"1.5G": 3 << 29, "2T": 2 << 40, "7B": 7,
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"much", "M", "-1G", "0", "1e30", "NaN", "Inf", "5X", "1 G"} {
		if got, err := Parse(text); !errors.Is(err, felli.ErrInput) {
			t.Errorf("Parse(%q) = %d, %v, want an input error", text, got, err)
		}
	}
}

// BoundHeap is undone as if it had never been.
func TestBoundHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent := debug.SetGCPercent(77)
	limit := debug.SetMemoryLimit(1 << 40)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	for _, most := range []uint64{0, 1, 500 << 20} {
		restore := BoundHeap(most)
		now := debug.SetMemoryLimit(-1)
		if most == 0 && now != 1<<40 || most > OutsideHeap && now != int64(most-OutsideHeap) || now < OutsideHeap {
			t.Errorf("BoundHeap(%d) limits the heap to %d bytes", most, now)
		}
		restore()
		if p, l := debug.SetGCPercent(77), debug.SetMemoryLimit(-1); p != 77 || l != 1<<40 {
			t.Errorf("BoundHeap(%d) leaves percent %d, limit %d", most, p, l)
		}
	}
	t.Setenv("GOGC", "off")
	t.Setenv("GOMEMLIMIT", "off")
	defer BoundHeap(500 << 20)()
	if l := debug.SetMemoryLimit(-1); l != 1<<40 {
		t.Errorf("with GOMEMLIMIT set the limit is %d", l)
	}
}
