package pdn

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"felli/internal/testgame"

	"felli"
)

const opening = "c2-c3 c4xc2 c1xc3"

func TestReadLiberally(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain", "1. c2-c3 c4xc2 2. c1xc3 *", opening},
		{"no numbers", "c2-c3 c4xc2 c1xc3", opening},
		{"glued numbers", "1.c2-c3 1...c4xc2 2.c1xc3", opening},
		{"numbers without dots", "1 c2-c3 c4xc2 2 c1xc3", opening},
		{"ellipsis", "1. c2-c3 1. ... c4xc2 2. c1xc3", opening},
		{"no result", "[White \"A\"]\n\n1. c2-c3 c4xc2 2. c1xc3", opening},
		{"CRLF", "[White \"A\"]\r\n\r\n1. c2-c3\r\nc4xc2 2.\r\nc1xc3\r\n*\r\n", opening},
		{"CR", "[White \"A\"]\r\r1. c2-c3\rc4xc2 2.\rc1xc3\r*\r", opening},
		{"byte order mark", "\xef\xbb\xbf[White \"A\"]\n1. c2-c3 c4xc2 2. c1xc3 *", opening},
		{"capitals", "1. C2-C3 C4XC2 2. C1xC3", opening},
		{"colon", "1. c2-c3 c4:c2 2. c1:c3", opening},
		{"dash for a capture", "1. c2-c3 c4-c2 2. c1-c3", opening},
		{"long dash", "1. c2–c3 c4×c2 2. c1xc3", opening},
		{"no separator", "1. c2c3 c4c2 2. c1c3", opening},
		{"blanks in moves", "1. c2 - c3 c4 x c2 2. c1 xc3", opening},
		{"strengths", "1. c2-c3! c4xc2?! 2. c1xc3 (!!) *", opening},
		{"glyphs", "1. c2-c3 $1 c4xc2 $6 2. c1xc3 $3 $140", opening},
		{"comments", "{ before } 1. {x} c2-c3 {one\ntwo} c4xc2 ; to the line's end 1. e1-d2\n2. c1xc3", opening},
		{"comment with brackets", "1. c2-c3 {[%clk 0:01] (not so)} c4xc2 c1xc3", opening},
		{"percent", "% a line of a program's own\n1. c2-c3 c4xc2\n% another\n2. c1xc3", opening},
		{"variation", "1. c2-c3 (1. b2-c3 d4xb2 (1... d4:b2 2. a1xc3)) c4xc2 2. c1xc3", opening},
		{"variation without end", "1. c2-c3 c4xc2 2. c1xc3 (2. e1-d2", ""},
		{"result of international draughts", "1. c2-c3 c4xc2 2. c1xc3 2-0", opening},
		{"half", "1. c2-c3 c4xc2 2. c1xc3 1/2-1/2", opening},
		{"stray braces", "1. c2-c3 } c4xc2 ] ) 2. c1xc3", opening},
		{"marks of other programs", "1. c2-c3+ c4xc2* 2. c1xc3#", opening},
	} {
		t.Run(test.name, func(t *testing.T) {
			games, errs := readAll(t, test.in)
			if test.want == "" {
				if len(errs) != 1 {
					t.Errorf("errors %v", errs)
				}
				return
			}
			if len(games) != 1 || len(errs) > 0 {
				t.Fatalf("read %d games, errors %v", len(games), errs)
			}
			if got := texts(&games[0].Moves); got != test.want {
				t.Errorf("moves %s, want %s", got, test.want)
			}
		})
	}
}

func TestReadTags(t *testing.T) {
	for _, test := range []struct{ in, name, value string }{
		{`[White "Aziza"]`, "White", "Aziza"},
		{`[ White   "Aziza" ]`, "White", "Aziza"},
		{`[white "Aziza"]`, "white", "Aziza"},
		{`[White "A \"B\" C"]`, "White", `A "B" C`},
		{`[White "A "B" C"]`, "White", `A "B" C`},
		{`[White "back\\slash\\"]`, "White", `back\slash\`},
		{`[White "B\\\"]c"]`, "White", `B\"]c`},
		{`[White "a ] b"]`, "White", "a ] b"},
		{`[White "no end`, "White", "no end"},
		{`[White "no quote]`, "White", "no quote"},
		{`[White Aziza]`, "White", "Aziza"},
		{`[White ""]`, "White", ""},
		{`[White]`, "White", ""},
		{"[White \"Andr\xe9\"]", "White", "André"},
		{"[White \"André\"]", "White", "André"},
		{`[X-Unknown.Thing "kept"]`, "X-Unknown.Thing", "kept"},
	} {
		x, err := NewReader(strings.NewReader(test.in + "\n\nc2-c3 *\n")).Next()
		if err != nil {
			t.Errorf("%q: %v", test.in, err)
			continue
		}
		if len(x.Tags) != 1 || x.Tags[0] != (Tag{test.name, test.value}) || len(x.Moves.Plies) != 1 {
			t.Errorf("%q gives %q and %d moves", test.in, x.Tags, len(x.Moves.Plies))
		}
	}
}

func TestReadResult(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`[Result "1-0"] c2-c3 *`, WhiteWins},
		{`[Result "0-2"] c2-c3 *`, BlackWins},
		{`[Result "?"] c2-c3 1/2-1/2`, Drawn},
		{`c2-c3 0-1`, BlackWins},
		{`c2-c3`, Unfinished},
		{`[Result "nonsense"] c2-c3`, Unfinished},
		// The board knows better than no result, and no better than one.
		{`[FEN "W:Wb2:Bc3"] b2xd4`, WhiteWins},
		{`[FEN "B:Wb2:Bc3"] c3xa1 *`, BlackWins},
		{`[FEN "W:Wb2:Bc3"] [Result "1/2-1/2"] b2xd4`, Drawn},
	} {
		games, errs := readAll(t, test.in)
		if len(games) != 1 || errs != nil || games[0].Result != test.want {
			t.Errorf("%q: %v, want %s (%v)", test.in, games, test.want, errs)
		}
	}
}

// Games follow each other in any way; a bad one doesn't hide the others.
func TestReadSeveral(t *testing.T) {
	const text = `[White "one"]
c2-c3 1-0

[White "two"]

c2-c3 b2-b7 *
[White "three"]
c2-c3
[White "four"] [Result "*"]
{an unclosed comment c2-c3

[White "five"]
[Ruleset "fellli"]
c2-c3 *
[White "six"]
[FEN "W:Wa1:Bzz"]
*
[White "seven"]
c2-c3 c4xc2 *
d2-c3 * b2-c3
`
	games, errs := readAll(t, text)
	var names []string
	for _, x := range games {
		names = append(names, fmt.Sprintf("%d %s %s", x.Number, x.Player(felli.White), texts(&x.Moves)))
	}
	want := "1 one c2-c3|3 three c2-c3|7 seven c2-c3 c4xc2|8 White d2-c3|9 White b2-c3"
	if got := strings.Join(names, "|"); got != want {
		t.Errorf("games %s\nwant  %s", got, want)
	}
	for i, want := range []string{
		`game 2 (two - Black), line 6, ply 2, Black: "b2-b7": unknown point "b7"`,
		`game 4 (four - Black), line 9: a comment that begins on line 10 has no end`,
		`game 5 (five - Black), line 12: parse ruleset "fellli": `,
		`game 6 (six - Black), line 15: parse FEN "W:Wa1:Bzz": unknown point "zz"`,
	} {
		if i >= len(errs) || !strings.HasPrefix(errs[i].Error(), want) || !errors.Is(errs[i], felli.ErrInput) {
			t.Errorf("errors %q\nwant %s", errs, want)
		}
	}
}

func TestBadMoveListsLegalOnes(t *testing.T) {
	_, errs := readAll(t, "1. c2-c3 c4xc2 2. e1-d2 *")
	want := `game 1 (White - Black), line 1, ply 3, White: "e1-d2": `
	if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), want) || !strings.Contains(errs[0].Error(), "legal moves: ") {
		t.Errorf("errors %q, want %s…", errs, want)
	}
	var bad *GameError
	if !errors.As(errs[0], &bad) || bad.Ply != 3 || bad.Game != 1 || len(bad.Legal) == 0 {
		t.Errorf("error %#v", bad)
	}
	// Also when the move is none at all, but once.
	for _, text := range []string{"1. c2-z9", "1. hello", "1. b2-b4"} {
		_, errs = readAll(t, text)
		if len(errs) != 1 || strings.Count(errs[0].Error(), "legal moves: b2-c3 c2-c3 d2-c3") != 1 {
			t.Errorf("%s: errors %q", text, errs)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, text := range []string{"", "\n\n", "*", "* 1-0 *", "\xef\xbb\xbf", "[", "[]", "% x"} {
		if x, err := NewReader(strings.NewReader(text)).Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%q gives %v, %v", text, x, err)
		}
	}
	if _, err := NewReader(strings.NewReader("\xff\xfe[\x00")).Next(); !errors.Is(err, errUTF16) {
		t.Errorf("UTF-16 gives %v", err)
	}
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("[White \"a\"]\nc2-c3"), iotest.ErrReader(broken)))
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("a broken reader gives %v", err)
	}
	for _, text := range []string{strings.Repeat("c2-c3 (", 100), strings.Repeat("c2-c3 ", maxPlies+1), "{" + strings.Repeat("x", maxToken+1) + "}"} {
		r := NewReader(strings.NewReader(text + "\n\n[White \"next\"]\nc2-c3 *"))
		_, err := r.Next()
		var bad *GameError
		if !errors.As(err, &bad) {
			t.Errorf("%.20q… gives %v", text, err)
		}
		if x, err := r.Next(); err != nil || x.Player(felli.White) != "next" {
			t.Errorf("after %.20q… comes %v, %v", text, x, err)
		}
	}
}

// A file of many games is read in the memory of one.
func TestReadManyInSteadyMemory(t *testing.T) {
	n := 10000
	if testing.Short() {
		n = 500
	}
	g := testgame.Game(t, "felli-mullah")
	rng := rand.New(rand.NewPCG(1, 2))
	in, out := io.Pipe()
	go func() {
		var err error
		for i := 0; i < n && err == nil; i++ {
			x := randomGame(g, rng, 40)
			x.Moves.Lead = []string{strings.Repeat("words ", 200)}
			err = Write(out, x)
		}
		_ = out.CloseWithError(err) // nil always
	}()
	r := NewReader(in)
	var begin, most runtime.MemStats
	for i := range n {
		x, err := r.Next()
		if err == nil {
			err = x.Replay(g)
		}
		if err != nil {
			t.Fatal(err)
		}
		if i == n/10 {
			runtime.GC()
			runtime.ReadMemStats(&begin)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("after %d games comes %v", n, err)
	}
	runtime.GC()
	runtime.ReadMemStats(&most)
	if grown := int64(most.HeapAlloc) - int64(begin.HeapAlloc); grown > 1<<20 {
		t.Errorf("memory has grown by %d bytes over %d games", grown, n)
	}
	runtime.KeepAlive(r)
}

// randomGame plays up to so many random moves from the start.
func randomGame(g *felli.Game, rng *rand.Rand, plies int) *Game {
	x := New(g, g.Start())
	for range plies {
		moves := g.Moves(x.End)
		if len(moves) == 0 {
			break
		}
		x.Play(moves[rng.IntN(len(moves))])
	}
	x.Result = x.OnBoard()
	return x
}
