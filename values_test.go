package felli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// A valueRow is a row of testdata/values.jsonl.
type valueRow struct {
	Ruleset string
	FEN     string
	Value   string
	DTW     *int
	Moves   int
}

func readValues(tb testing.TB) []valueRow {
	tb.Helper()
	var rows []valueRow
	for _, line := range readLines(tb, "testdata/values.jsonl") {
		var row valueRow
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			tb.Fatalf("%s: %v", line, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestMoveCounts compares numbers of moves with another program's.
func TestMoveCounts(t *testing.T) {
	for _, row := range readValues(t) {
		g := mustGame(t, row.Ruleset)
		p := mustFEN(t, g, row.FEN)
		if got := len(g.Moves(p)); got != row.Moves {
			t.Errorf("%s, %s: %d moves, want %d", row.Ruleset, row.FEN, got, row.Moves)
		}
		if got := g.FEN(p); got != row.FEN {
			t.Errorf("FEN = %q, want %q", got, row.FEN)
		}
		r, ended := g.Ended(p)
		if ended != (row.Moves == 0) || ended && r.Value.String() != row.Value {
			t.Errorf("%s, %s: Ended = %v, %v", row.Ruleset, row.FEN, r, ended)
		}
	}
}

func TestEnded(t *testing.T) {
	loss, draw := Result{Value: Loss}, Result{Value: Draw}
	tests := []struct {
		name, ruleset, fen string
		want               Result
		ended              bool
	}{
		{"start", "felli", "start", Result{}, false},
		{"no pieces", "felli", "B:Wd4:B", loss, true},
		{"no pieces on the board", "felli", "W:W:B", loss, true},
		{"no pieces, even where a stalemate is a draw", "felli,stalemate=draw", "B:Wd4:B", loss, true},
		// a5 is joined to b4 and c5 only, behind them stand c3 and e5.
		{"no move", "felli", "W:Wa5:Bc3,b4,c5,e5", loss, true},
		{"no move is a draw", "felli,stalemate=draw", "W:Wa5:Bc3,b4,c5,e5", draw, true},
		{"a capture only", "felli", "W:Wa5:Bb4,c5,e5", Result{}, false},
		{"a step only", "felli", "W:Wa5:Bc3,b4", Result{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			if got, ended := g.Ended(mustFEN(t, g, tt.fen)); got != tt.want || ended != tt.ended {
				t.Errorf("Ended(%s) = %v, %v, want %v, %v", tt.fen, got, ended, tt.want, tt.ended)
			}
		})
	}
}

func TestResults(t *testing.T) {
	// From best to worst for the player who chooses.
	order := []Result{{Value: Win, DTW: 1}, {Value: Win, DTW: 25}, {Value: Win, DTW: MaxPlies - 1}, {Value: Draw, DTW: 0}, {Value: Unknown, DTW: 0}, {Value: Loss, DTW: MaxPlies}, {Value: Loss, DTW: 2}, {Value: Loss, DTW: 0}}
	for i, a := range order {
		for j, b := range order {
			if got := a.Better(b); got != (i < j) {
				t.Errorf("%v.Better(%v) = %v", a, b, got)
			}
		}
		if a.Value != Unknown {
			if got := a.Code().Result(); got != a {
				t.Errorf("%v packs and unpacks to %v", a, got)
			}
		}
		if got := a.Value.Negate().Negate(); got != a.Value {
			t.Errorf("%v negated twice is %v", a.Value, got)
		}
	}
	tests := []struct{ after, want Result }{
		{Result{Value: Loss, DTW: 0}, Result{Value: Win, DTW: 1}},
		{Result{Value: Win, DTW: 24}, Result{Value: Loss, DTW: 25}},
		{Result{Value: Draw, DTW: 0}, Result{Value: Draw, DTW: 0}},
		{Result{}, Result{}},
	}
	for _, tt := range tests {
		if got := tt.after.Before(); got != tt.want {
			t.Errorf("%v.Before() = %v, want %v", tt.after, got, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		is   fmt.Stringer
		want string
	}{
		{White, "White"},
		{Black, "Black"},
		{Man, "man"},
		{Mullah, "Mullah"},
		{Win, "win"},
		{Unknown, "unknown"},
	} {
		if got := tt.is.String(); got != tt.want {
			t.Errorf("%#v prints as %q, want %q", tt.is, got, tt.want)
		}
	}
}

func TestPromotionPoints(t *testing.T) {
	tests := []struct{ ruleset, white, black, whiteMen string }{
		{"felli", "", "", "a1 c1 e1 b2 c2 d2 c3 b4 c4 d4 a5 c5 e5"},
		{"felli-mullah", "a5 e5", "a1 e1", "a1 c1 e1 b2 c2 d2 c3 b4 c4 d4 a5 c5 e5"},
		{"felli-bouhajbane", "a5 e5", "a1 e1", "a1 c1 e1 b2 c2 d2 c3 b4 c4 d4 c5"},
		{"felli-bouhajbane,promotion=rank", "a5 c5 e5", "a1 c1 e1", "a1 c1 e1 b2 c2 d2 c3 b4 c4 d4"},
		{"butterfly,promotion=corners,promote=pass", "a7 g7", "a1 g1", "a1 d1 g1 b2 d2 f2 c3 d3 e3 d4 c5 d5 e5 b6 d6 f6 d7"},
	}
	for _, tt := range tests {
		g := mustGame(t, tt.ruleset)
		names := func(m Mask) string {
			var list []string
			for ; m != 0; m &= m - 1 {
				list = append(list, g.Board.PointName(m.First()))
			}
			return strings.Join(list, " ")
		}
		if w, b := names(g.PromotionPoints(White)), names(g.PromotionPoints(Black)); w != tt.white || b != tt.black {
			t.Errorf("%s: promotion on %q and %q, want %q and %q", tt.ruleset, w, b, tt.white, tt.black)
		}
		if got := names(g.MenZone(White)); got != tt.whiteMen {
			t.Errorf("%s: White's men can stand on %q, want %q", tt.ruleset, got, tt.whiteMen)
		}
	}
}
