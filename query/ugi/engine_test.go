package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"felli"
	"felli/index"
	"felli/query"
)

// fakeOpen opens tables that know nothing but what the rules decide.
func fakeOpen(r felli.Ruleset, store string) (*query.Prober, func(), error) {
	if store == "nowhere" {
		return nil, nil, fmt.Errorf("no store here: %w", felli.ErrNotBuilt)
	}
	g, err := felli.NewGame(r)
	if err != nil {
		return nil, nil, err
	}
	return query.NewProber(index.NewSpace(g), nothing{}), func() {}, nil
}

type nothing struct{}

func (t nothing) Code(s index.Slice, _ uint64) (felli.Code, error) { return 0, t.Holds(s) }

func (nothing) Holds(s index.Slice) error {
	return fmt.Errorf("slice %v is not built: %w", s, felli.ErrNotBuilt)
}

func newEngine(t *testing.T, ruleset string) *Engine {
	t.Helper()
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	e := New(r, "", fakeOpen)
	e.Version = "test"
	return e
}

func converse(t *testing.T, ruleset, in string) string {
	t.Helper()
	var out strings.Builder
	if err := newEngine(t, ruleset).Run(context.Background(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestConversation(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"introduction", "ugi\n", `id name felli test
id author the felli authors
option name Ruleset type string default felli
option name Store type string default <empty>
option name Level type string default perfect
option name Seed type spin default 1 min 0 max 2147483647
option name Repetitions type spin default 3 min 0 max 100
ugiok
`},
		{"ready", "isready\nuginewgame\nisready\nstop\n\n", "readyok\nreadyok\n"},
		{"turn at the start", "query p1turn\nquery gameover\nquery result\n", "response true\nresponse false\nresponse none\n"},
		{"moves", "position startpos moves c2-c3 c4xc2\r\nquery p1turn\r\nquery fen\r\n", "response true\nresponse W:Wa1,c1,e1,b2,d2:Bc2,b4,d4,a5,c5,e5\n"},
		{"legal moves", "position startpos moves c2-c3\nquery moves\n", "response c4xc2\n"},
		{"a win", "position fen W:Wb2:Bc3\ngo depth 5\n", "info depth 1 nodes 3 time T score mate 1 pv b2xd4\nbestmove b2xd4\n"},
		{"White has won", "position fen W:Wb2:Bc3 moves b2xd4\nquery gameover\nquery result\nquery p1turn\ngo\n", "response true\nresponse p1win\nresponse false\nbestmove none\n"},
		{"Black has won", "position fen B:Wb2:Bc3 moves c3xa1\nquery gameover\nquery result\n", "response true\nresponse p2win\n"},
		{"a draw by repetition", "position fen W:Wa1:Bc3 moves a1-c1 c3-b4 c1-a1 b4-c3 a1-c1 c3-b4 c1-a1 b4-c3\nquery result\ngo\n", "response draw\nbestmove none\n"},
		{"stalemate", "setoption name Ruleset value felli,stalemate=draw\nposition fen W:Wa5:Bc3,b4,c5,e5\nquery result\n", "response draw\n"},
		{
			"repetition", "position fen W:Wa1:Be5 moves a1-b2 e5-d4 b2-a1 d4-e5 a1-b2 e5-d4 b2-a1\nquery result\n" +
				"position fen W:Wa1:Be5 moves a1-b2 e5-d4 b2-a1 d4-e5 a1-b2 e5-d4 b2-a1 d4-e5\nquery result\nquery gameover\n" +
				"setoption name repetitions value 0\nquery result\nquery gameover\n",
			"response none\nresponse draw\nresponse true\nresponse none\nresponse false\n",
		},
		{"bad position", "position fen zzz\ngo\nquery result\nposition startpos\nquery result\n", `info string error: parse FEN "zzz": side to move "zzz", want W or B at the beginning
bestmove none
info string error: the last position wasn't understood, so there is none
response none
info string error: the last position wasn't understood, so there is none
response none
`},
		{"bad move", "position startpos moves c2-c3 c4-c5\n", `info string error: parse moves "c2-c3 c4-c5": ply 2, Black: "c4-c5": not legal; legal moves: c4xc2
`},
		{"no position", "position\nposition somewhere\n", `info string error: parse position "": want startpos or fen FEN, then perhaps moves and the moves
info string error: parse position "somewhere": want startpos or fen FEN, then perhaps moves and the moves
`},
		{"unknown", "xyzzy\nquery colour\n", `info string unknown command "xyzzy"
response none
info string error: parse query "colour": want p1turn, gameover, result, fen or moves
`},
		{"options", "setoption\nsetoption name Nothing value 1\nsetoption name Level value best\nsetoption name Seed value -1\nsetoption name Level value tricky:10%\nsetoption name Store value <empty>\n", `info string error: parse setoption "": want setoption name NAME value VALUE
info string error: parse setoption "name Nothing value 1": unknown option "Nothing", there are Ruleset, Store, Level, Seed, Repetitions
info string error: parse level "best": want perfect, tricky, or the chance of a mistake such as 25%
info string error: parse option value "-1": want a number from 0 to 2147483647
`},
		{"no store", "setoption name Store value nowhere\nisready\nposition fen W:Wb2:Be5,d2,c1,e1\ngo\n", `info string error: no store here: not built
readyok
info string error: no store here: not built
bestmove MOVE
`},
		{"beyond the tables", "position fen W:Wa1:Be5\ngo\n", `info string slice m1vm1 is not built: not built
info depth 1 nodes 2 time T pv MOVE
bestmove MOVE
`},
		{"quit", "quit\nisready\n", ""},
		{"no line end", "isready", "readyok\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := converse(t, "felli", test.in)
			got = regexp.MustCompile(`time \d+`).ReplaceAllString(got, "time T")
			if strings.Contains(test.want, "MOVE") {
				got = regexp.MustCompile(`[a-e][1-5]-[a-e][1-5]`).ReplaceAllString(got, "MOVE")
				got = regexp.MustCompile(`b2x[a-e][1-5]`).ReplaceAllString(got, "MOVE")
			}
			if got != test.want {
				t.Errorf("it says\n%swant\n%s", got, test.want)
			}
		})
	}
}

// Two engines play a match, a third one is the referee: only legal moves, and
// an end.
func TestMatch(t *testing.T) {
	games, longest, rulesets := 4, 150, []string{"felli-mullah", "felli", "fetaix"}
	if testing.Short() {
		games, longest, rulesets = 1, 50, rulesets[:1]
	}
	for _, ruleset := range rulesets {
		players := [2]*peer{newPeer(t, ruleset), newPeer(t, ruleset)}
		referee := newPeer(t, ruleset)
		for i, p := range players {
			p.send(fmt.Sprintf("setoption name Seed value %d", i))
		}
		ends := map[string]int{}
		for game := range games {
			rng := rand.New(rand.NewPCG(uint64(game), 1))
			var moves []string
			for {
				position := "position startpos"
				if len(moves) > 0 {
					position += " moves " + strings.Join(moves, " ")
				}
				referee.send(position)
				if len(moves) == longest {
					ends["cut short"]++
					break
				}
				if referee.ask("query gameover", "response") == "true" {
					ends[referee.ask("query result", "response")]++
					break
				}
				legal := strings.Fields(referee.ask("query moves", "response"))
				p := players[(len(moves)+game)%2]
				p.send(position)
				p.send("isready")
				p.until("readyok")
				move := p.ask("go movetime 10", "bestmove")
				if !slices.Contains(legal, move) {
					t.Fatalf("bestmove %s, legal are %v", move, legal)
				}
				if rng.IntN(4) == 0 { // for different games: nothing is known here
					move = legal[rng.IntN(len(legal))]
				}
				moves = append(moves, move)
			}
		}
		t.Logf("%s: %v", ruleset, ends)
	}
}

// A peer is an engine at the other end of two pipes.
type peer struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

func newPeer(t *testing.T, ruleset string) *peer {
	t.Helper()
	in, theirs := io.Pipe()
	reader, out := io.Pipe()
	done := make(chan error)
	go func() { done <- newEngine(t, ruleset).Run(context.Background(), in, out) }()
	p := &peer{t, theirs, bufio.NewScanner(reader)}
	t.Cleanup(func() {
		p.send("quit")
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return p
}

func (p *peer) send(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) until(word string) string {
	p.t.Helper()
	for p.out.Scan() {
		if line := p.out.Text(); line == word || strings.HasPrefix(line, word+" ") {
			return strings.TrimPrefix(strings.TrimPrefix(line, word), " ")
		}
	}
	p.t.Fatalf("it ended before %q", word)
	return ""
}

func (p *peer) ask(line, word string) string {
	p.t.Helper()
	p.send(line)
	return p.until(word)
}

func TestRunEnds(t *testing.T) {
	broken := errors.New("broken")
	if err := newEngine(t, "felli").Run(context.Background(), iotest.ErrReader(broken), io.Discard); !errors.Is(err, broken) {
		t.Errorf("a broken reader ends it with %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in, _ := io.Pipe()
	if err := newEngine(t, "felli").Run(ctx, in, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupt ends it with %v", err)
	}
}

// Whatever comes in, every line out is one the protocol knows.
func FuzzObey(f *testing.F) {
	f.Add("ugi\nisready\nposition startpos moves c2-c3\ngo\nquery result\nquit")
	f.Add("setoption name Ruleset value fetaix\nposition fen W:WKc3:Bb3\ngo depth 1\nquery moves")
	f.Add("position fen\nposition startpos moves\ngo\nsetoption name\nquery")
	f.Fuzz(func(t *testing.T, in string) {
		r, _ := felli.ParseRuleset("felli-mullah")
		var out strings.Builder
		if err := New(r, "", fakeOpen).Run(context.Background(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if !slices.Contains([]string{"id", "option", "ugiok", "readyok", "info", "bestmove", "response"}, word) {
				t.Fatalf("it says %q", line)
			}
		}
	})
}
