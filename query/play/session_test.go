package play

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"felli"
	"felli/internal/testgame"
	"felli/query"
	"felli/query/pdn"
)

// converse plays a session over strings.
func converse(t *testing.T, pr *query.Prober, start felli.Position, typed [2]bool, in string) (*Session, string) {
	t.Helper()
	var out strings.Builder
	s := &Session{
		Table: NewTable(pr.Game(), start), Prober: pr, Typed: typed, Out: &out,
		Rand: rand.New(rand.NewPCG(1, 1)), Flip: func() {},
	}
	s.Board = func() string { return "a board\n" }
	if err := s.Run(context.Background(), strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	return s, out.String()
}

func TestSession(t *testing.T) {
	x, pr := solved(t, "felli", 4)
	white, both, none := [2]bool{true, false}, [2]bool{true, true}, [2]bool{}
	for _, test := range []struct {
		name, fen  string
		typed      [2]bool
		in, want   string
		result     string
		plies      int
		wantLevels string
	}{
		{"wins", "W:Wb2:Bc3", white, "b2xd4\n", "1. b2xd4\nThe game is over: Black has no pieces and has lost\n", pdn.WhiteWins, 1, ""},
		{"shortened, in capitals, colon", "W:Wb2:Bc3", white, "B2:D4", "1. b2xd4\nThe game is over: Black has no pieces and has lost\n", pdn.WhiteWins, 1, ""},
		{"the program answers", "W:Wb2:Bc3", white, "b2-c2\n", "1. b2-c2\n1... c3xc1\nThe game is over: White has no pieces and has lost\n", pdn.BlackWins, 2, ""},
		{"the program begins", "B:Wb2:Bc3", white, "", "1... c3xa1\nThe game is over: White has no pieces and has lost\n", pdn.BlackWins, 1, ""},
		{"hint", "W:Wb2:Bc3", white, "hint\n", "b2xd4 wins in 1 ply (1 move)\n", pdn.Unfinished, 0, ""},
		{
			"why", "W:Wb2:Bc3", white, "WHY\r\n",
			"White wins in 1 ply (1 move)\n  b2xd4  wins in 1 ply (1 move)\n  b2-a1  draws\n  b2-c2  loses in 2 plies (1 move)\n", pdn.Unfinished, 0, "",
		},
		{"bad move", "W:Wb2:Bc3", white, "b2-d4\nxyz\n", "1. b2xd4\nThe game is over: Black has no pieces and has lost\n", pdn.WhiteWins, 1, ""},
		{"undo", "W:Wb2,e5:Bc3", white, "b2-c2\nundo\nundo\nfen\n", "1. b2-c2\n1... c3xc1\ntook back 2 moves\nerror: there is no move of yours to take back\nW:Wb2,e5:Bc3\n", pdn.Unfinished, 0, ""},
		{"undo among people", "W:Wb2:Bc3", both, "b2-a1\nc3-c4\nundo\nfen\n", "1. b2-a1\n1... c3-c4\ntook back 1 move\nB:Wa1:Bc3\n", pdn.Unfinished, 1, ""},
		{"resign", "W:Wb2:Bc3", white, "resign\nhint\n", "White resigns\n", pdn.BlackWins, 0, ""},
		{"quit", "W:Wb2:Bc3", white, "quit\nhint\n", "", pdn.Unfinished, 0, ""},
		{"level", "W:Wb2:Bc3", white, "level tricky:5%\nlevel\nlevel x\n", "Black plays at level tricky:5%\nBlack plays at level tricky:5%\nerror: want perfect, tricky, or the chance of a mistake such as 25%\n", pdn.Unfinished, 0, "tricky:5%"},
		{"board", "W:Wb2:Bc3", white, "flip\nboard\n\n", "a board\na board\n", pdn.Unfinished, 0, ""},
		{"moves", "W:Wb2:Bc3", white, "moves\n", "", pdn.Unfinished, 0, ""},
		{"watch", "W:Wb2:Bc3", none, "ignored", "1. b2xd4\nThe game is over: Black has no pieces and has lost\n", pdn.WhiteWins, 1, ""},
		{"repetition", "W:Wa1:Be5", none, "", "", pdn.Drawn, -1, ""},
		{"beyond the tables", "start", white, "hint\nwhy\n", "", pdn.Unfinished, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, got := converse(t, pr, testgame.Position(t, x.Game(), test.fen), test.typed, test.in)
			if test.want != "" && got != test.want {
				t.Errorf("it says\n%swant\n%s", got, test.want)
			}
			if s.Table.Record.Result != test.result || test.plies >= 0 && s.Table.Plies() != test.plies {
				t.Errorf("result %s after %d plies, want %s after %d", s.Table.Record.Result, s.Table.Plies(), test.result, test.plies)
			}
			if test.wantLevels != "" && s.Levels[felli.Black].String() != test.wantLevels {
				t.Errorf("levels %v", s.Levels)
			}
		})
	}
	_, got := converse(t, pr, testgame.Position(t, x.Game(), "W:Wa1:Be5"), none, "")
	if !strings.HasSuffix(got, "A draw: the position is on the board for the third time\n") {
		t.Errorf("a repetition ends with %q", got)
	}
	_, got = converse(t, pr, x.Game().Start(), white, "why\nhelp\nb2xb4\n")
	for _, want := range []string{"error: slice m6vm6 of felli: not built\n", "  resign  give up\n", "legal moves: b2-c3 c2-c3 d2-c3\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("it says\n%swant %q", got, want)
		}
	}
}

// After the end of a game on a terminal one can take moves back.
func TestSessionPrompts(t *testing.T) {
	x, pr := solved(t, "felli", 3)
	var out strings.Builder
	s := &Session{
		Table: NewTable(x.Game(), testgame.Position(t, x.Game(), "W:Wb2:Bc3")), Prober: pr, Typed: [2]bool{true, false},
		Out: &out, Prompt: true, Draw: func() string { return "board" }, Board: func() string { return "" }, Flip: func() {},
	}
	err := s.Run(context.Background(), strings.NewReader("b2-c2\nb2-c3\nresign\nundo\nb2xd4\n"))
	if err != nil || s.Table.Record.Result != pdn.WhiteWins {
		t.Fatalf("result %s, %v of\n%s", s.Table.Record.Result, err, &out)
	}
	for _, want := range []string{"white> ", "\nboard\n", "Type undo to take moves back", "error: the game is over; type undo or quit", "error: the game is over\n", "took back 2 moves"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it says\n%s\nwant %q", &out, want)
		}
	}
}

// Moves are answered line by line, before the next line comes; an interrupt
// ends a session that waits.
func TestSessionOverPipe(t *testing.T) {
	x, pr := solved(t, "felli", 3)
	in, typist := io.Pipe()
	reader, out := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error)
	go func() {
		s := &Session{Table: NewTable(x.Game(), testgame.Position(t, x.Game(), "W:Wa1:Bc5")), Prober: pr, Typed: [2]bool{true, false}, Out: out}
		done <- s.Run(ctx, in)
	}()
	answer := make([]byte, 100)
	for _, move := range []string{"a1-b2\n", "b2-c2\n"} {
		if _, err := io.WriteString(typist, move); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{move, "... "} {
			n, err := reader.Read(answer)
			if err != nil || !strings.Contains(string(answer[:n]), want) {
				t.Fatalf("answer %q to %q, %v", answer[:n], move, err)
			}
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted session ends with %v", err)
	}
}
