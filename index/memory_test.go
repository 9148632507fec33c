package index_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

func TestMemory(t *testing.T) {
	x := testgame.Space(t, "felli")
	m := index.NewMemory(x.Game().Ruleset)
	s, twin := index.Slice{Men: 2, OppMen: 1}, index.Slice{Men: 1, OppMen: 2}
	for _, find := range []func() error{
		func() error { _, err := m.Summary(s); return err },
		func() error { _, err := m.Codes(s); return err },
		func() error { _, err := m.Code(s, 0); return err },
		func() error { return m.Holds(s) },
	} {
		if err := find(); !errors.Is(err, felli.ErrNotBuilt) {
			t.Errorf("empty tables give %v, want ErrNotBuilt", err)
		}
	}
	narrow := index.Finished{Summary: index.Summary{Slice: s, Size: 3}, Codes: index.Codes{Narrow: []uint8{4, 0, 7}}}
	wide := index.Finished{Summary: index.Summary{Slice: twin, Size: 2}, Codes: index.Codes{Wide: []uint16{300, 1}}}
	if err := m.Write(narrow, wide); err != nil {
		t.Fatal(err)
	}
	if err := m.Write(narrow); err != nil { // again
		t.Fatal(err)
	}
	list, err := m.Summaries()
	if diff := cmp.Diff([]index.Summary{narrow.Summary, wide.Summary}, list); err != nil || diff != "" {
		t.Errorf("Summaries: %v (-want +got)\n%s", err, diff)
	}
	for _, f := range []index.Finished{narrow, wide} {
		codes, err := m.Codes(f.Slice)
		if diff := cmp.Diff(f.Codes, codes); err != nil || diff != "" {
			t.Errorf("Codes(%v): %v (-want +got)\n%s", f.Slice, err, diff)
		}
		for i := range f.Size {
			if c, err := m.Code(f.Slice, i); err != nil || c != f.Codes.At(i) {
				t.Errorf("Code(%v, %d) = %d, %v", f.Slice, i, c, err)
			}
		}
		if sum, err := m.Summary(f.Slice); err != nil || sum != f.Summary || m.Holds(f.Slice) != nil {
			t.Errorf("Summary(%v) = %v, %v", f.Slice, sum, err)
		}
	}
	codes, _ := m.Codes(s)
	codes.Narrow[0] = 9
	if c, _ := m.Code(s, 0); c != 4 {
		t.Error("a copy of a table changes it")
	}
}
