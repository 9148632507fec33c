package naive

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"felli"
)

// TestSolve has values derived by hand from the rules.
func TestSolve(t *testing.T) {
	tables := map[string]map[felli.Position]felli.Result{}
	for _, test := range []struct {
		ruleset, fen string
		want         felli.Result
	}{
		// Taking the last piece wins.
		{"felli", "W:Wc3:Bc4", felli.Result{Value: felli.Win, DTW: 1}},
		{"felli-compulsory", "W:We1:Bd2,b4", felli.Result{Value: felli.Win, DTW: 1}},
		{"fetaix", "W:WKa1:Bc3", felli.Result{Value: felli.Win, DTW: 1}},
		{"fetaix", "W:WKc3:Bb3,d3", felli.Result{Value: felli.Win, DTW: 1}},
		// Neither man leaves the rank it is on.
		{"fetaix,promotion=none", "W:Wa5:Ba1", felli.Result{Value: felli.Draw}},
		// White can't move.
		{"fetaix,promotion=none", "W:Wa5:Bb5,c5", felli.Result{Value: felli.Loss}},
		{"fetaix,promotion=none,stalemate=draw", "W:Wa5:Bb5,c5", felli.Result{Value: felli.Draw}},
		// White must go to d5, where it is taken from c5.
		{"fetaix,promotion=none", "W:We5:Bc5", felli.Result{Value: felli.Loss, DTW: 2}},
		// b1-c1 puts Black before the same choice, on the other side.
		{"fetaix,promotion=none", "W:Wb1:Be1", felli.Result{Value: felli.Win, DTW: 3}},
	} {
		r := ruleset(t, test.ruleset)
		if tables[test.ruleset] == nil {
			tables[test.ruleset] = Solve(r, 3)
		}
		got, ok := tables[test.ruleset][position(t, r.Board, test.fen)]
		if !ok || got != test.want {
			t.Errorf("%s: Solve at %s = %v, want %v", test.ruleset, test.fen, got, test.want)
		}
	}
}

// A row is a line of testdata/slices.tsv, for men only. A longest distance is
// -1 if there is no such value.
type row struct {
	raw, win, loss, draw                      int
	folded, foldedWin, foldedLoss, foldedDraw int
	longestWin, longestLoss                   int
}

// TestSlices compares with another solver's counts.
func TestSlices(t *testing.T) {
	maxPieces := 4
	if testing.Short() || raceEnabled {
		maxPieces = 3
	}
	rows := map[string]map[string]*row{}
	for _, fields := range table(t, "slices.tsv") {
		if rows[fields["ruleset"]] == nil {
			rows[fields["ruleset"]] = map[string]*row{}
		}
		rows[fields["ruleset"]][fields["slice"]] = &row{
			number(t, fields["raw"]), number(t, fields["win"]), number(t, fields["loss"]), number(t, fields["draw"]),
			number(t, fields["folded"]), number(t, fields["folded_win"]),
			number(t, fields["folded_loss"]), number(t, fields["folded_draw"]),
			number(t, fields["longest_win"]), number(t, fields["longest_loss"]),
		}
	}
	for name, want := range rows {
		r := ruleset(t, name)
		got := map[string]*row{}
		for p, result := range Solve(r, maxPieces) {
			slice := fmt.Sprintf("m%dvm%d", p.Men[felli.White].Len(), p.Men[felli.Black].Len())
			if got[slice] == nil {
				got[slice] = &row{longestWin: -1, longestLoss: -1}
			}
			got[slice].add(r.Board, p, result)
		}
		for slice, g := range got {
			if want[slice] == nil || *g != *want[slice] {
				t.Errorf("%s, slice %s: %+v, want %+v", name, slice, g, want[slice])
			}
		}
		if len(got) < 3 {
			t.Errorf("%s: only %d slices compared", name, len(got))
		}
	}
}

// add counts p, and counts it again as folded unless its left-right mirror
// image is the one that stands for both.
func (r *row) add(b *felli.Board, p felli.Position, result felli.Result) {
	folded := 1
	if m := mirrored(b, p); m.Men[0] < p.Men[0] || m.Men[0] == p.Men[0] && m.Men[1] < p.Men[1] {
		folded = 0
	}
	r.raw++
	r.folded += folded
	switch result.Value {
	case felli.Win:
		r.win++
		r.foldedWin += folded
		r.longestWin = max(r.longestWin, int(result.DTW))
	case felli.Loss:
		r.loss++
		r.foldedLoss += folded
		r.longestLoss = max(r.longestLoss, int(result.DTW))
	case felli.Draw:
		r.draw++
		r.foldedDraw += folded
	case felli.Unknown: // in none of the counts
	}
}

// mirrored swaps left and right in p, which has no Mullahs.
func mirrored(b *felli.Board, p felli.Position) felli.Position {
	m := felli.Position{ToMove: p.ToMove}
	for i := range b.Points() {
		x, y := b.Place(felli.Point(i))
		to, _ := b.PointAt(b.Width-1-x, y)
		for side := range p.Men {
			if p.Men[side].Has(felli.Point(i)) {
				m.Men[side] |= to.Bit()
			}
		}
	}
	return m
}

// TestValues compares with another solver's values of random positions.
func TestValues(t *testing.T) {
	type probe struct {
		Ruleset, FEN, Value string
		DTW                 *felli.Plies
		Moves               int
	}
	text, err := os.ReadFile(filepath.Join(testdata, "values.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var probes []probe
	for line := range strings.Lines(string(text)) {
		var p probe
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		probes = append(probes, p)
	}

	solved := map[string]map[felli.Position]felli.Result{}
	compared := 0
	for _, probe := range probes {
		rules := New(ruleset(t, probe.Ruleset))
		p := position(t, rules.Board, probe.FEN)
		if n := len(rules.Moves(p)); n != probe.Moves {
			t.Errorf("%s: %d moves in %s, want %d", probe.Ruleset, n, probe.FEN, probe.Moves)
		}
		maxPieces := 4
		if rules.Board.Points() > 13 || testing.Short() || raceEnabled {
			maxPieces = 3 // four on 25 points are two million positions
		}
		if p.Occupied().Len() > maxPieces {
			continue
		}
		if solved[probe.Ruleset] == nil {
			solved[probe.Ruleset] = Solve(rules.Ruleset, maxPieces)
		}
		if p.ToMove == felli.Black {
			p = rules.Turned(p)
		}
		got := solved[probe.Ruleset][p]
		if decided := got.Value == felli.Win || got.Value == felli.Loss; got.Value.String() != probe.Value ||
			decided != (probe.DTW != nil) || decided && got.DTW != *probe.DTW {
			t.Errorf("%s: %s is %v, want %s", probe.Ruleset, probe.FEN, got, probe.Value)
		}
		compared++
	}
	if compared < 50 {
		t.Errorf("only %d values compared", compared)
	}
}

// testdata is the module's folder of expected figures.
const testdata = "../../testdata"

// table reads a file of tab-separated columns, the first line their names.
func table(tb testing.TB, file string) []map[string]string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(testdata, file))
	if err != nil {
		tb.Fatal(err)
	}
	var out []map[string]string
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	names := strings.Split(lines[0], "\t")
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, field := range strings.Split(line, "\t") {
			row[names[i]] = field
		}
		out = append(out, row)
	}
	return out
}

// number reads a count; "-" is -1.
func number(tb testing.TB, text string) int {
	tb.Helper()
	if text == "-" {
		return -1
	}
	var n int
	if _, err := fmt.Sscan(text, &n); err != nil {
		tb.Fatalf("number %q: %v", text, err)
	}
	return n
}
