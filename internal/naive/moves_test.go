package naive

import (
	"slices"
	"strings"
	"testing"

	"felli"
)

// TestMoves has moves derived by hand from the rules. Ways to play one move
// are joined by "="; a K follows where a man is promoted.
func TestMoves(t *testing.T) {
	for _, test := range []struct {
		name, ruleset, fen, want string
	}{
		{"start", "felli", "W:Wa1,c1,e1,b2,c2,d2:Bb4,c4,d4,a5,c5,e5", "b2-c3 c2-c3 d2-c3"},
		{"capture is optional", "felli", "W:Wc3,e1:Bc4", "c3-b2 c3-b4 c3-c2 c3-d2 c3-d4 c3xc5 e1-c1 e1-d2"},
		{"capture is compulsory", "felli-compulsory", "W:Wc3,e1:Bc4", "c3xc5"},
		{"one leap a turn", "felli", "W:We1:Bd2,b4", "e1-c1 e1xc3"},
		{"the chain must go on", "felli-compulsory", "W:We1:Bd2,b4", "e1xc3xa5"},
		{"the chain may go on", "felli,chain=optional,capture=compulsory", "W:We1:Bd2,b4", "e1xc3 e1xc3xa5"},
		{"single: two captures promote nobody", "felli-mullah", "W:We1:Bd2,b4", "e1xc3xa5"},
		{"stop: they promote", "felli-mullah,promote=stop", "W:We1:Bd2,b4", "e1xc3xa5K"},
		{"pass: they promote", "felli-mullah,promote=pass", "W:We1:Bd2,b4", "e1xc3xa5K"},
		{"single: a leap promotes", "felli-mullah", "W:Wc3:Bb4,e1", "c3xa5K"},
		{"single: a step promotes", "felli-mullah", "W:Wb4:Ba1", "b4-a5K b4-c3 b4-c4"},
		{"single: a man on the corner steps away and back", "felli-mullah", "W:Wa5,c5:Be1", "a5-b4 c5-c4 c5-e5K"},
		{"black is promoted below", "felli-mullah", "B:We5:Bb2", "b2-a1K b2-c2 b2-c3"},
		{"corners, not the rank", "felli-mullah", "W:Wc4:Be1", "c4-b4 c4-c3 c4-c5 c4-d4"},
		{"the rank", "felli-mullah,promotion=rank", "W:Wc4:Be1", "c4-b4 c4-c3 c4-c5K c4-d4"},
		{"back to the origin", "felli-compulsory", "W:Wc3:Bc1,b2,d2", "c3xa1xe1xc3=c3xe1xa1xc3"},
		{"two ways, one move", "felli-mullah", "W:Wa1:Bc1,b2,d2", "a1xc3xe1xa1=a1xe1xc3xa1"},
		{"immediate removal lets a man leap onto it", "felli-compulsory", "W:We1:Bc1,b2,c2", "e1xa1xc3xc1"},
		{"deferred removal doesn't", "felli-compulsory,removal=deferred", "W:We1:Bc1,b2,c2", "e1xa1xc3"},
		{"no move", "felli-mullah", "W:Wa5:Bc3,b4,c5,e5", ""},
		{"no piece", "felli-mullah", "W:W:Bc3", ""},
		{"lau kata kati is not joined sideways at d4", "lau-kata-kati", "W:Wd4:Ba1", "d4-c3 d4-c5 d4-d3 d4-d5 d4-e3 d4-e5"},
		{"its long lines", "butterfly", "W:Wa1:Bb2,d4", "a1xc3 a1xc3xe5"},

		{"forward and sideways", "fetaix", "W:Wc3:Ba5", "c3-b3 c3-b4 c3-c4 c3-d3 c3-d4"},
		{"black's forward", "fetaix", "B:Wa1:Bc3", "c3-b2 c3-b3 c3-c2 c3-d2 c3-d3"},
		{"odd points have no diagonals", "fetaix", "W:Wc2:Ba5", "c2-b2 c2-c3 c2-d2"},
		{"men capture forward", "fetaix", "W:Wc3:Bc2,b3", "c3xa3"},
		{"men capture backward", "fetaix,men-capture=any", "W:Wc3:Bc2,b3", "c3xa3 c3xc1"},
		{"a man's step is promoted", "fetaix", "W:Wc4:Ba1", "c4-b4 c4-c5K c4-d4"},
		{"a Mullah moves along its lines", "fetaix,capture=optional", "W:WKa1:Ba4,e1", "a1-a2 a1-a3 a1-b1 a1-b2 a1-c1 a1-c3 a1-d1 a1-d4 a1-e5 a1xa5"},
		{"a Mullah on the diagonals", "fetach", "W:WKa1:Ba4,e2", "a1-a2 a1-b1 a1-b2 a1-c3 a1-d4 a1-e5"},
		{"it leaps far along them", "fetach", "W:WKa1:Bc3", "a1-a2 a1-b1 a1-b2 a1xd4 a1xe5"},
		{"and near elsewhere", "fetach", "W:WKc3:Bc4,a3,c1", "c3-b2 c3-a1 c3-b3 c3-b4 c3-a5 c3-c2 c3-d2 c3-e1 c3-d3 c3-d4 c3-e5 c3xc5"},
		{"short diagonals are not long", "fetach", "W:WKa3:Be5", "a3-a2 a3-a4 a3-b2 a3-b3 a3-b4"},
		{"short captures", "fetaix,mullah-capture=short", "W:WKc3:Bc4,a3", "c3xc5"},
		{"short captures need a neighbour", "fetaix,mullah-capture=short", "W:WKc3:Ba3,Kc1,Ke1", "c3-a1 c3-a5 c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-c5 c3-d2 c3-d3 c3-d4 c3-e3 c3-e5"},
		{"exactly one piece", "fetaix", "W:WKa1:Ba2,a3,Kc3,Kd4", "a1-b1 a1-b2 a1-c1 a1-d1 a1-e1"},
		{"over where it was, captured pieces gone", "fetaix", "W:WKc3:Bb3,d3", "c3xa3xe3 c3xe3xa3"},
		{"captured pieces in the way", "fetaix,removal=deferred", "W:WKc3:Bb3,d3", "c3xa3 c3xe3"},
		{"stop: goes on as a man", "fetaix", "W:We3:Be4,c5", "e3xe5K"},
		{"stop: must go on as a man, and stays one", "fetaix,men-capture=any", "W:We3:Be4,d4", "e3xc5K e3xe5xc3"},
		{"pass: goes on as a Mullah", "fetaix,promote=pass", "W:We3:Be4,c5", "e3xe5xa5K e3xe5xb5K"},
		{"pass: one leap a turn", "fetaix,promote=pass,chain=single", "W:We3:Be4,c5", "e3xe5K"},
		{"pass: may stop", "fetaix,promote=pass,chain=optional", "W:We3:Be4,c5", "e3xe5K e3xe5xa5K e3xe5xb5K"},
		{"a Mullah needn't land where it can go on", "fetaix", "W:WKc1:Bc2,d2,b5", "c1xc3xe1 c1xc4 c1xc5xa5xe1 c1xe3"},
		{
			"a Mullah's two ways", "fetaix", "W:WKe1:Bd2,e2,c5",
			"e1xa5xd5 e1xa5xe5xe1=e1xe5xa5xe1 e1xb4 e1xc3 e1xe3xc1 e1xe4 e1xe5xb5",
		},
		{"turning back by 180°", "fetaix", "W:WKb1:Bc1,a1,b5", "b1xd1 b1xe1"},
		{"turning back by 180° onto more", "fetaix", "W:WKc1:Bb1,d1", "c1xa1xe1 c1xe1xa1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := ruleset(t, test.ruleset)
			got := written(r.Board, Moves(r, position(t, r.Board, test.fen)))
			want := strings.Fields(test.want)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s: Moves(%s)\n got %v\nwant %v", test.ruleset, test.fen, got, want)
			}
		})
	}
}

// TestResult has the positions that moves lead to.
func TestResult(t *testing.T) {
	for _, test := range []struct {
		ruleset, fen string
		want         []string
	}{
		{"fetaix", "W:WKc3:Bb3,d3", []string{"B:WKa3:B", "B:WKe3:B"}},
		{"fetaix,removal=deferred", "W:WKc3:Bb3,d3", []string{"B:WKa3:Bd3", "B:WKe3:Bb3"}},
		{"felli-compulsory", "W:Wc3:Bc1,b2,d2", []string{"B:Wc3:B"}},
		{"felli-compulsory", "W:We1:Bc1,b2,c2,c5", []string{"B:Wc1:Bc5"}},
		{"felli-compulsory,removal=deferred", "W:We1:Bc1,b2,c2,c5", []string{"B:Wc3:Bc2,c5"}},
		{"felli-mullah", "B:We5,b2:Bc3,Kc5", []string{"W:We5:BKa1,Kc5"}},
	} {
		r := ruleset(t, test.ruleset)
		var got []string
		for _, turn := range Moves(r, position(t, r.Board, test.fen)) {
			got = append(got, fen(r.Board, turn.Result))
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: positions after %s\n got %v\nwant %v", test.ruleset, test.fen, got, test.want)
		}
	}
}

// TestPerft compares with counts that come from Ludii for the first three
// rulesets, and from another solver for the rest.
func TestPerft(t *testing.T) {
	for name, want := range map[string][]int{
		"felli":            {3, 3, 9, 39, 160, 672, 2842, 13916},
		"felli-compulsory": {3, 3, 3, 7, 23, 50, 138, 334, 1002, 2742},
		"felli-bouhajbane": {3, 3, 9, 39, 160, 672, 2850, 13952},
		"felli-mullah":     {3, 3, 3, 7, 23, 50, 150, 386, 1308, 3784},
		"fetaix":           {4, 5, 6, 12, 21, 80, 253, 924, 3489},
		"fetach":           {4, 8, 33, 178, 964, 5904},
		"lau-kata-kati":    {3, 3, 9, 39, 167, 737, 3467},
		"butterfly":        {3, 3, 3, 7, 27, 51, 189, 560},
		"fetaix-draughts":  {4, 5, 6, 12, 27, 99, 426, 1820},
	} {
		rules := New(ruleset(t, name))
		for i, count := range want {
			if got := perft(rules, start(t, rules.Board), i+1); got != count {
				t.Errorf("%s: perft %d = %d, want %d", name, i+1, got, count)
			}
		}
	}
}

func perft(r *Rules, p felli.Position, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, t := range r.Moves(p) {
		n += perft(r, t.Result, depth-1)
	}
	return n
}

func start(tb testing.TB, b *felli.Board) felli.Position {
	tb.Helper()
	fens := map[string]string{
		"felli":         "W:Wa1,c1,e1,b2,c2,d2:Bb4,c4,d4,a5,c5,e5",
		"alquerque":     "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5",
		"lau kata kati": "W:Wa1,d1,g1,b2,d2,f2,c3,d3,e3:Bc5,d5,e5,b6,d6,f6,a7,d7,g7",
	}
	return position(tb, b, fens[b.Name])
}
