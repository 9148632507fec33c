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

func mustAnswer(tb testing.TB, pr *Prober, fen string) *Answer {
	tb.Helper()
	a, err := pr.Answer(testgame.Position(tb, pr.Game(), fen))
	if err != nil {
		tb.Fatalf("Answer(%s): %v", fen, err)
	}
	return a
}

func TestAnswer(t *testing.T) {
	for _, test := range []struct {
		name, ruleset, fen string
		want               string // value, then the moves with theirs
	}{
		// The last enemy can be leapt; on c2 Black could leap back, over it to c1.
		{"wins at once", "felli", "W:Wb2:Bc3", "win in 1: b2xd4 win in 1, b2-a1 draw, b2-c2 loss in 2"},
		// Steps are not allowed.
		{"must capture", "felli-compulsory", "W:Wb2:Bc3", "win in 1: b2xd4 win in 1"},
		// a5 and c5 are blocked by Black, and nothing behind them is empty.
		{"no move", "felli", "W:Wa5:Bc3,b4,c5,e5", "loss in 0: "},
		{"no move is a draw", "felli,stalemate=draw", "W:Wa5:Bc3,b4,c5,e5", "draw: "},
		{"no pieces", "felli", "W:W:Bc3", "loss in 0: "},
		{"no pieces on either side", "felli", "B:W:B", "loss in 0: "},
		{"Black to move", "felli", "B:Wc3:Bb4", "win in 1: b4xd2 win in 1, b4-a5 draw, b4-c4 loss in 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			x, tables := solveSmall(t, test.ruleset, 3)
			if got := summary(mustAnswer(t, NewProber(x, tables), test.fen)); got != test.want {
				t.Errorf("Answer(%s) = %s, want %s", test.fen, got, test.want)
			}
		})
	}
}

func summary(a *Answer) string {
	var moves []string
	for _, m := range a.Moves {
		moves = append(moves, m.Text+" "+Brief(m.Result))
	}
	return Brief(a.Result) + ": " + strings.Join(moves, ", ")
}

// eachPosition calls f for positions of the tables with up to 3 pieces: all of
// them on small boards, a share on large ones.
func eachPosition(x *index.Space, tables *fakeTables, f func(p felli.Position)) {
	for _, s := range x.Slices(3) {
		if tables.codes[s].Len() == 0 {
			continue
		}
		x.Scan(s, 0, x.Size(s), func(i uint64, p felli.Position) bool {
			if i%7 == 0 || x.Game().Board.Points() < 20 {
				f(p)
			}
			return true
		})
	}
}

func TestAnswerIsRanked(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		pr := NewProber(x, tables)
		var a Answer
		eachPosition(x, tables, func(p felli.Position) {
			if err := pr.AnswerInto(&a, p); err != nil {
				t.Fatal(err)
			}
			want, err := pr.Probe(p)
			if err != nil || want != a.Result || a.Missing != nil || !a.Known() {
				t.Fatalf("Answer(%v) = %v, %v; Probe %v, %v", p, a.Result, a.Missing, want, err)
			}
			if len(a.Moves) != len(x.Game().Moves(p)) || a.Ended != (len(a.Moves) == 0) {
				t.Fatalf("Answer(%v) has %d moves", p, len(a.Moves))
			}
			for i := range a.Moves {
				m := &a.Moves[i]
				if i == 0 {
					if m.Result != a.Result {
						t.Fatalf("best move of %v gets %v, its value is %v", p, m.Result, a.Result)
					}
					continue
				}
				before := &a.Moves[i-1]
				if m.Result.Better(before.Result) || m.Result == before.Result && m.Text < before.Text {
					t.Fatalf("moves of %v: %s %v before %s %v", p, before.Text, before.Result, m.Text, m.Result)
				}
			}
		})
	})
}

// Turned by 180° with the colours swapped, and mirrored, a position has the
// same value, and its moves are the turned or mirrored ones.
func TestAnswerIsSymmetric(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		g, pr := x.Game(), NewProber(x, tables)
		b := g.Board
		mirror := func(m felli.Move) felli.Move {
			return felli.Move{From: b.MirrorPoint(m.From), To: b.MirrorPoint(m.To), Captured: b.Mirror(m.Captured), Promotes: m.Promotes}
		}
		turn := func(m felli.Move) felli.Move {
			return felli.Move{From: b.RotatePoint(m.From), To: b.RotatePoint(m.To), Captured: b.Rotate(m.Captured), Promotes: m.Promotes}
		}
		eachPosition(x, tables, func(p felli.Position) {
			a, err := pr.Answer(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, image := range []struct {
				p    felli.Position
				move func(felli.Move) felli.Move
			}{{g.Mirror(p), mirror}, {g.Rotate(p), turn}} {
				other, err := pr.Answer(image.p)
				if err != nil {
					t.Fatal(err)
				}
				if other.Result != a.Result || len(other.Moves) != len(a.Moves) {
					t.Fatalf("%s is a %s, its image %s a %s", g.FEN(p), Brief(a.Result), g.FEN(image.p), Brief(other.Result))
				}
				for _, m := range a.Moves {
					want := image.move(m.Move)
					i := slices.IndexFunc(other.Moves, func(o RankedMove) bool { return o.Move == want })
					if i < 0 || other.Moves[i].Result != m.Result {
						t.Fatalf("move %s of %s has no image of its value in %s", m.Text, g.FEN(p), g.FEN(image.p))
					}
				}
			}
		})
	})
}

func TestAnswerBeyondTables(t *testing.T) {
	for _, test := range []struct {
		name, ruleset, fen, want string
		missing                  bool
		known                    bool
	}{
		{"nothing known", "felli", "start", "unknown: b2-c3 unknown, c2-c3 unknown, d2-c3 unknown", true, false},
		// The captures lead into the tables, the steps don't.
		{
			"some moves known", "felli", "W:Wa1,e1:Bb2,c5",
			"unknown: a1xc3 win in 17, a1-c1 unknown, e1-c1 unknown, e1-d2 unknown", true, true,
		},
		{"captures decide", "felli-compulsory", "W:Wa1,b4:Bb2,c5", "", false, true},
		{"a win in one can't be beaten", "felli", "W:Wa1,b4,d4,e1:Bb2", "win in 1: a1xc3 win in 1", false, true},
		{"ended", "felli", "W:Wa5:Bc3,b4,c5,e5", "loss in 0: ", false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			x, tables := solveSmall(t, test.ruleset, 3)
			pr := NewProber(x, tables)
			a := mustAnswer(t, pr, test.fen)
			if got := summary(a); !strings.HasPrefix(got, test.want) {
				t.Errorf("Answer = %s, want %s", got, test.want)
			}
			if missing := a.Missing != nil; missing != test.missing || a.Known() != test.known {
				t.Errorf("Missing = %v, Known = %v", a.Missing, a.Known())
			}
			if a.Missing != nil && !errors.Is(a.Missing, felli.ErrNotBuilt) {
				t.Errorf("Missing = %v, want ErrNotBuilt", a.Missing)
			}
			if _, ok := a.Best(); ok && a.Missing != nil {
				t.Error("a best move without a value")
			}
		})
	}
}

// damaged tables answer every probe with the same error.
type damaged struct{}

func (damaged) Code(index.Slice, uint64) (felli.Code, error) { return 0, felli.ErrCorrupt }

func TestAnswerCorrupt(t *testing.T) {
	x, tables := solveSmall(t, "felli", 2)
	if _, err := NewProber(x, damaged{}).Answer(x.Game().Start()); !errors.Is(err, felli.ErrCorrupt) {
		t.Errorf("Answer = %v, want ErrCorrupt", err)
	}
	p := testgame.Position(t, x.Game(), "W:Wb2:Bc3")
	s, i := x.Rank(p)
	tables.codes[s].Narrow[i] = 0
	_, err := NewProber(x, tables).Answer(p)
	want := "verify felli: slice m1vm1, position "
	if !errors.Is(err, felli.ErrCorrupt) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("Answer from a changed code = %v, want %s…", err, want)
	}
}

func TestAnswerJSON(t *testing.T) {
	x, tables := solveSmall(t, "felli,stalemate=draw", 2)
	a := mustAnswer(t, NewProber(x, tables), "W:Wb2:Bc3")
	want := `{"ruleset":"felli,stalemate=draw","fen":"W:Wb2:Bc3","value":"win","dtw":1,"moves":[` +
		`{"move":"b2xd4","fen":"B:Wd4:B","value":"win","dtw":1},` +
		`{"move":"b2-a1","fen":"B:Wa1:Bc3","value":"draw","dtw":null},` +
		`{"move":"b2-c2","fen":"B:Wc2:Bc3","value":"loss","dtw":2}]}`
	got := string(a.AppendJSON(nil))
	if got != want {
		t.Errorf("AppendJSON = %s\nwant %s", got, want)
	}
	if !json.Valid([]byte(got)) {
		t.Error("it is no JSON")
	}
	ended := string(mustAnswer(t, NewProber(x, tables), "W:W:Bc3").AppendJSON(nil))
	if want := `{"ruleset":"felli,stalemate=draw","fen":"W:W:Bc3","value":"loss","dtw":0,"moves":[]}`; ended != want {
		t.Errorf("AppendJSON = %s\nwant %s", ended, want)
	}
}

// A line from a decided position lasts exactly its distance, and one from a
// draw comes back.
func TestLine(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		g, pr := x.Game(), NewProber(x, tables)
		n := 0
		eachPosition(x, tables, func(p felli.Position) {
			if n++; n%11 != 0 {
				return
			}
			l, err := pr.Line(p)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := pr.Probe(p)
			if l.Result != want {
				t.Fatalf("Line(%s) has the value %v, want %v", g.FEN(p), l.Result, want)
			}
			last := l.Last()
			switch want.Value {
			case felli.Win, felli.Loss:
				r, ended := g.Ended(last)
				if len(l.Steps) != int(want.DTW) || !ended || r.Value != felli.Loss || l.End != EndLost {
					t.Fatalf("Line(%s), a %s, ends by %v after %d plies", g.FEN(p), Brief(want), l.End, len(l.Steps))
				}
			default:
				if l.End == EndRepetition && (l.Repeats >= len(l.Steps) || l.Steps[l.Repeats].Before != last) {
					t.Fatalf("Line(%s) comes back to ply %d of %d", g.FEN(p), l.Repeats, len(l.Steps))
				}
				if _, ended := g.Ended(last); ended != (l.End == EndStalemate) {
					t.Fatalf("Line(%s) ends by %v", g.FEN(p), l.End)
				}
			}
		})
	})
	x, tables := solveSmall(t, "felli", 3)
	if _, err := NewProber(x, tables).Line(x.Game().Start()); !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Line beyond the tables = %v, want ErrNotBuilt", err)
	}
}

func TestSentence(t *testing.T) {
	for _, test := range []struct {
		ruleset, fen string
		r            felli.Result
		want         string
	}{
		{"felli", "start", felli.Result{Value: felli.Win, DTW: 25}, "White wins in 25 plies (13 moves)"},
		{"felli", "start", felli.Result{Value: felli.Loss, DTW: 24}, "Black wins in 24 plies (12 moves)"},
		{"felli", "B:Wc3:Bb4", felli.Result{Value: felli.Win, DTW: 1}, "Black wins in 1 ply (1 move)"},
		{"felli", "start", felli.Result{Value: felli.Draw}, "A draw: neither side can force a win"},
		{"felli", "start", felli.Result{}, "Unknown: beyond the tables that are built"},
		{"felli", "B:Wc3:B", felli.Result{Value: felli.Loss}, "The game is over: Black has no pieces and has lost"},
		{"felli", "W:Wa5:Bc3,b4,c5,e5", felli.Result{Value: felli.Loss}, "The game is over: White has no move and has lost"},
		{"felli,stalemate=draw", "W:Wa5:Bc3,b4,c5,e5", felli.Result{Value: felli.Draw}, "The game is over: White has no move, a draw"},
	} {
		g := testgame.Space(t, test.ruleset).Game()
		if got := Sentence(g, testgame.Position(t, g, test.fen), test.r); got != test.want {
			t.Errorf("Sentence(%s, %v) = %q, want %q", test.fen, test.r, got, test.want)
		}
	}
}
