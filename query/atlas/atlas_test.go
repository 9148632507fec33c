package atlas

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"felli"
)

func mustChart(t *testing.T, ruleset string, options, only []string) *Chart {
	t.Helper()
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	if options == nil {
		options = Disputed(r)
	}
	c, err := New(r, options, only)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestChartSizes(t *testing.T) {
	for _, tt := range []struct {
		ruleset        string
		only           []string
		cells, differs int
	}{
		{"felli", nil, 24, 20},
		{"felli-compulsory", nil, 24, 20},
		{"felli", []string{"stalemate=loss", "chain=single"}, 4, 2},
		{"felli-mullah", nil, 288, 208},
		{"felli-mullah", []string{"capture=compulsory", "mullah-capture=long", "stalemate=loss", "promotion=corners"}, 18, 13},
		{"felli-mullah", []string{"promotion=none", "promotion=corners"}, 288, 124},
		{"lau-kata-kati", nil, 24, 20},
		{"fetaix", []string{"mullah-capture=short", "stalemate=loss"}, 72, 28},
	} {
		c := mustChart(t, tt.ruleset, nil, tt.only)
		if cells, differs := len(c.Cells), len(c.Rulesets()); cells != tt.cells || differs != tt.differs {
			t.Errorf("%s %v: %d combinations, %d games, want %d and %d", tt.ruleset, tt.only, cells, differs, tt.cells, tt.differs)
		}
		for cell, r := range c.Cells {
			asked := c.Base
			for i, v := range c.values(cell) {
				spec, _ := specOf(c.Axes[i].Option)
				spec.Set(&asked.Options, v)
			}
			if have, want := r.String(), asked.Canonical().String(); have != want {
				t.Errorf("%s: cell %d is %s, its values say %s", tt.ruleset, cell, have, want)
			}
		}
	}
}

func TestChartErrors(t *testing.T) {
	r := felli.Rulesets()[0]
	for _, tt := range []struct {
		options, only []string
	}{{[]string{"captures"}, nil}, {nil, []string{"capture"}}, {nil, []string{"capture=never"}}, {nil, []string{"x=y"}}} {
		if _, err := New(r, tt.options, tt.only); !errors.Is(err, felli.ErrInput) {
			t.Errorf("New(%v, %v): %v, want bad input", tt.options, tt.only, err)
		}
	}
}

func plies(n felli.Plies) *felli.Plies { return &n }

func TestEffects(t *testing.T) {
	c := mustChart(t, "felli", []string{"capture", "chain", "removal"}, []string{"chain=single", "chain=compulsory"})
	draw, in31, in33 := Row{Value: "draw"}, Row{Value: "win", DTW: plies(31)}, Row{Value: "win", DTW: plies(33)}
	rows := map[string]Row{}
	rows["felli"] = draw
	rows["felli,capture=compulsory"] = in31
	rows["felli-compulsory"] = in33
	rows["felli,chain=compulsory"] = draw
	rows["felli,chain=compulsory,removal=deferred"] = draw
	want := []Effect{
		{Option: "capture", Pairs: 3, Unknown: 1, Values: 3, Example: []string{"felli", "felli,capture=compulsory"}},
		{Option: "chain", Pairs: 3, Unknown: 1, Distances: 1, Example: []string{"felli,capture=compulsory", "felli-compulsory"}},
		{Option: "removal", Pairs: 1, Same: 2, Unknown: 1},
	}
	if diff := cmp.Diff(want, c.Effects(rows)); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		e    Effect
		want string
	}{
		{want[0], "capture changes the value in 3 of 3 pairs that are known (1 aren't), such as:"},
		{want[1], "chain never changes the value, in 1 of 3 pairs that are known (1 aren't) the distance, such as:"},
		{Effect{Option: "chain", Pairs: 2}, "chain changes nothing about the start in 2 pairs."},
		{Effect{Option: "chain", Unknown: 2}, "chain: of none of the 2 pairs of different games both are known."},
		{Effect{Option: "chain", Same: 2}, "chain: all combinations mean the same."},
	} {
		if have := tt.e.String(); have != tt.want {
			t.Errorf("%+v: %s\nwant %s", tt.e, have, tt.want)
		}
	}
}

func TestFormats(t *testing.T) {
	c := mustChart(t, "felli-mullah", nil, nil)
	rows := map[string]Row{
		"felli-mullah":      {Value: "win", DTW: plies(25), Digest: "ab", Positions: 9, Seconds: 1.5},
		c.Cells[0].String(): {Value: "draw"},
	}
	var b bytes.Buffer
	if err := c.CSV(&b, rows); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(records) != 1+len(c.Cells) {
		t.Fatalf("CSV: %d records, %v", len(records), err)
	}
	found := false
	for _, r := range records {
		found = found || strings.Join(r, " ") == "compulsory compulsory immediate corners single long loss felli-mullah win 25 ab 9 1.50"
	}
	if !found {
		t.Errorf("CSV lacks felli-mullah: %v", records[:3])
	}
	b.Reset()
	if err := c.SVG(&b, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">W25<", ">D<", ">?<", "<title>felli-mullah</title>", ">mullah-capture<", ">deferred<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("SVG lacks %s", want)
		}
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("SVG: %v", err)
		}
	}
}
