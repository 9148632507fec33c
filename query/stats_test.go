package query

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

func TestCollect(t *testing.T) {
	x, tables := solveSmall(t, "felli", 3)
	st, err := Collect(x, tables)
	if err != nil {
		t.Fatal(err)
	}
	// Figures of Ludii and of an independent solver for the three smallest slices.
	want := []struct {
		slice       string
		raw, folded index.Counts
		win, loss   int
	}{
		{"m1vm1", index.Counts{Positions: 156, Win: 26, Loss: 0, Draw: 130}, index.Counts{Positions: 88, Win: 16, Loss: 0, Draw: 72}, 1, -1},
		{"m2vm1", index.Counts{Positions: 858, Win: 855, Loss: 0, Draw: 3}, index.Counts{Positions: 454, Win: 452, Loss: 0, Draw: 2}, 23, -1},
		{"m1vm2", index.Counts{Positions: 858, Win: 0, Loss: 661, Draw: 197}, index.Counts{Positions: 454, Win: 0, Loss: 351, Draw: 103}, -1, 24},
	}
	if len(st.Slices) != len(want) {
		t.Fatalf("Collect has %d slices, want %d", len(st.Slices), len(want))
	}
	for i, w := range want {
		row := st.Slices[i]
		if row.Slice != w.slice || row.Raw != w.raw || row.Folded != w.folded ||
			distance(row.LongestWin) != w.win || distance(row.LongestLoss) != w.loss {
			t.Errorf("slice %d: %+v, want %+v", i, row, w)
		}
	}
	if st.Positions != 1872 || st.Raw.Draw != 330 || st.Folded.Positions != 996 || st.Start != nil {
		t.Errorf("Collect = %+v", st)
	}
	if st.Longest.Win.DTW != 23 || st.Longest.Loss.DTW != 24 {
		t.Errorf("longest: %+v, %+v", st.Longest.Win, st.Longest.Loss)
	}
	g := x.Game()
	r, err := NewProber(x, tables).Probe(testgame.Position(t, g, st.Longest.Loss.FEN))
	if err != nil || (r != felli.Result{Value: felli.Loss, DTW: 24}) {
		t.Errorf("the longest loss %s is %v, %v", st.Longest.Loss.FEN, r, err)
	}
	lines := ByMaterial(st)
	if want := []string{
		"1 man against 1 man: 26 won, 130 drawn",
		"2 men against 1 man, the stronger side to move: 855 won, 3 drawn; the weaker: 661 lost, 197 drawn",
	}; !slices.Equal(lines, want) {
		t.Errorf("ByMaterial = %q, want %q", lines, want)
	}
}

func distance(d *felli.Plies) int {
	if d == nil {
		return -1
	}
	return int(*d)
}

func TestCollectSome(t *testing.T) {
	x, tables := solveSmall(t, "felli", 3)
	s, _ := index.ParseSlice("m1vm2")
	st, err := Collect(x, tables, s)
	if err != nil || len(st.Slices) != 1 || st.Positions != 858 {
		t.Errorf("Collect(m1vm2) = %+v, %v", st, err)
	}
	if want := "1 man against 2 men, the first to move: 661 lost, 197 drawn"; ByMaterial(st)[0] != want {
		t.Errorf("ByMaterial = %q, want %q", ByMaterial(st)[0], want)
	}
	s.Men = 5
	if _, err := Collect(x, tables, s); !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Collect of a slice that isn't built = %v, want ErrNotBuilt", err)
	}
}

// The JSON form is a promise to programs: its keys and their order.
func TestStatisticsJSON(t *testing.T) {
	x, tables := solveSmall(t, "felli", 2)
	st, err := Collect(x, tables)
	if err != nil {
		t.Fatal(err)
	}
	st.Digest = "00"
	text, err := json.Marshal(st)
	if err != nil {
		t.Fatal(err)
	}
	fen := st.Longest.Win.FEN
	want := `{"ruleset":"felli","digest":"00","positions":156,"raw":{"positions":156,"win":26,"loss":0,"draw":130},` +
		`"folded":{"positions":88,"win":16,"loss":0,"draw":72},"longest":{"win":{"dtw":1,"fen":"` + fen + `"},"loss":null},` +
		`"start":null,"slices":[{"slice":"m1vm1","raw":{"positions":156,"win":26,"loss":0,"draw":130},` +
		`"folded":{"positions":88,"win":16,"loss":0,"draw":72},"longest_win":1,"longest_loss":null}],"seconds":0,"positions_per_second":0}`
	if string(text) != want {
		t.Errorf("JSON = %s\nwant %s", text, want)
	}
	if !strings.HasPrefix(fen, "W:W") {
		t.Errorf("example %q", fen)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 661671920: "661,671,920"} {
		if got := Grouped(n); got != want {
			t.Errorf("Grouped(%d) = %q, want %q", n, got, want)
		}
	}
}
