package felli

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawGame draws a board and a value for every option.
func drawGame(t *rapid.T) *Game {
	r := Ruleset{Name: "drawn", Board: rapid.SampledFrom(testBoards()).Draw(t, "board")}
	for _, spec := range optionSpecs {
		spec.Set(&r.Options, rapid.SampledFrom(spec.Values).Draw(t, spec.Name))
	}
	g, err := NewGame(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// drawPosition draws a position that passes Check, point by point.
func drawPosition(t *rapid.T, g *Game) Position {
	p := Position{ToMove: Side(rapid.IntRange(0, 1).Draw(t, "to move"))}
	for at := range Point(g.Board.Points()) {
		content := rapid.IntRange(0, 4).Draw(t, g.Board.PointName(at))
		if content == 0 {
			continue
		}
		s := Side(content & 1)
		mullah := content > 2 && g.Promotion != PromotionNone
		switch {
		case p.Pieces(s).Len() == g.Board.MaxPieces:
		case mullah:
			p.Mullahs[s] |= at.Bit()
		case g.MenZone(s).Has(at):
			p.Men[s] |= at.Bit()
		}
	}
	if p.Pieces(p.ToMove.Other()) == 0 {
		p.Men[p.ToMove], p.Mullahs[p.ToMove] = 0, 0
	}
	return p
}

func TestFENRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		p := drawPosition(t, g)
		got, err := g.ParseFEN(g.FEN(p))
		if err != nil || got != p {
			t.Errorf("ParseFEN(%q) = %v, %v, want %v", g.FEN(p), got, err, p)
		}
	})
}

func TestParseFEN(t *testing.T) {
	tests := []struct{ name, ruleset, in, want string }{
		{"canonical", "felli-mullah", "W:Wa1,c1,Kd2:BKb4,a5", "W:Wa1,c1,Kd2:BKb4,a5"},
		{"order inside a list", "felli-mullah", "W:WKd2,c1,a1:Ba5,Kb4", "W:Wa1,c1,Kd2:BKb4,a5"},
		{"order of the sides", "felli-mullah", "W:BKb4,a5:Wa1,c1,Kd2", "W:Wa1,c1,Kd2:BKb4,a5"},
		{"lower case", "felli-mullah", "b:wa1,kd2:bkb4", "B:Wa1,Kd2:BKb4"},
		{"blanks and a full stop", "felli-mullah", " W : W a1, c1 ,K d2:B K b4 ,a5 . \n", "W:Wa1,c1,Kd2:BKb4,a5"},
		{"Black's list begins with point b4", "felli", "w:bb4:wb2", "W:Wb2:Bb4"},
		{"ranks before files", "fetaix", "W:We1,a2,c1:Be5,a4", "W:Wc1,e1,a2:Ba4,e5"},
		{"the side to move without pieces", "felli", "B:Wd4:B", "B:Wd4:B"},
		{"both sides without pieces", "felli", "W:W:B", "W:W:B"},
		{"seven files", "lau-kata-kati", "W:Wg1,f2:Ba7", "W:Wg1,f2:Ba7"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			p, err := g.ParseFEN(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.FEN(p); got != tt.want {
				t.Errorf("ParseFEN(%q) prints as %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestParseFENErrors(t *testing.T) {
	tests := []struct {
		name, ruleset, in string
		offset            int
		want              string // part of the message
	}{
		{"empty", "felli", "", 0, `side to move ""`},
		{"blank", "felli", "  ", 0, `side to move ""`},
		{"a full stop only", "felli", ".", 0, `side to move ""`},
		{"side to move", "felli", "X:Wa1:Bb4", 0, `side to move "X"`},
		{"side to move too long", "felli", "White:Wa1:Bb4", 0, `side to move "White", want W or B`},
		{"one list missing", "felli", "W:Wa1", 5, "the list for Black is missing"},
		{"both lists missing", "felli", "W", 1, "the list for White is missing"},
		{"two lists for one side", "felli", "W:Wa1:Wb4", 6, "a second list for White"},
		{"three lists", "felli", "W:Wa1:Bb4:Bc4", 10, "a third list"},
		{"a list for nobody", "felli", "W:Wa1:a5", 6, `begins with "a5"`},
		{"an empty list for nobody", "felli", "W:Wa1:", 6, `begins with ""`},
		{"a comma too many", "felli", "W:Wa1,:Bb4", 6, "a comma too many in the list for White"},
		{"a comma at the beginning", "felli", "W:W,a1:Bb4", 3, "a comma too many"},
		{"two commas", "felli", "W:Wa1,,c1:Bb4", 6, "a comma too many"},
		{"a missing comma", "felli", "W:Wa1 c1:Bb4", 3, `unknown point "a1c1"`},
		{"a point off the board", "felli", "W:Wa2:Bb4", 3, `unknown point "a2", the points of the felli board are a1 c1 e1 b2`},
		{"after a blank", "felli", "W: Wa1, z9:Bb4", 8, `unknown point "z9"`},
		{"a point in capitals", "felli", "W:WA1:Bb4", 3, `unknown point "A1", write "a1"`},
		{"a Mullah in capitals", "felli-mullah", "W:WKA1:Bb4", 3, `unknown point "A1", write "a1"`},
		{"K alone", "felli-mullah", "W:WK:Bb4", 3, `unknown point ""`},
		{"a point twice", "felli", "W:Wa1,a1:Bb4", 6, `point "a1" named twice`},
		{"a point for both", "felli", "W:Wa1:Bb4,a1", 10, `point "a1" named twice`},
		{"a Mullah on a man", "felli-mullah", "W:Wa1,Ka1:Bb4", 6, `point "a1" named twice`},
		{"two full stops", "felli", "W:Wa1:Bb4..", 7, `unknown point "b4."`},
		{"a Mullah without promotion", "felli", "W:Wa1,Kc1:Bb4", 7, "White Mullah Kc1, but felli has no Mullahs (promotion=none): write c1 for a man"},
		{"a man where none can stand", "fetaix", "W:Wa1,c5:Bb4", 6, "White man on c5, where no man can stand: it is promoted there (promotion=rank, promote=stop), write Kc5"},
		{"Black's too", "fetaix", "W:Wa1:Bb1", 7, "Black man on b1, where no man can stand"},
		{"too many pieces", "felli", "W:Wa1,c1,e1,b2,c2,d2,c3:Bb4", 0, "White has 7 pieces, want at most 6 on the felli board"},
		{"the opponent has none", "felli", "W:Wa1:B", 0, `White to move, but Black has no pieces: the game ended a turn earlier, with Black to move and lost (B:Wa1:B)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			p, err := g.ParseFEN(tt.in)
			if p != (Position{}) {
				t.Errorf("ParseFEN(%q) = %v beside its error, want the zero value", tt.in, p)
			}
			testParseError(t, err, tt.in, tt.offset, tt.want)
		})
	}
}

// testParseError demands a ParseError about input with the given offset and a
// message that has want in it.
func testParseError(t *testing.T, err error, input string, offset int, want string) {
	t.Helper()
	var parse *ParseError
	if !errors.As(err, &parse) || !errors.Is(err, ErrInput) || errors.Is(err, ErrNotBuilt) {
		t.Fatalf("error %v, want a ParseError", err)
	}
	if parse.Input != input || parse.Offset != offset {
		t.Errorf("error %v about byte %d of %q, want byte %d of %q", err, parse.Offset, parse.Input, offset, input)
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("error %q, want %q in it", err, want)
	}
}

func TestParsePosition(t *testing.T) {
	g := mustGame(t, "fetaix")
	for _, text := range []string{"start", " start\n", "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5"} {
		if p, err := g.ParsePosition(text); err != nil || p != g.Start() {
			t.Errorf("ParsePosition(%q) = %v, %v, want the start", text, p, err)
		}
	}
	if p, err := g.ParsePosition("stort"); err == nil || p != (Position{}) {
		t.Errorf("ParsePosition(stort) = %v, %v, want an error", p, err)
	}
	if _, err := g.ParseFEN("start"); err == nil {
		t.Error("ParseFEN(start) succeeds, want an error: it is no FEN")
	}
}

// FuzzParseFEN: no panic, the zero value beside an error, and what parses
// prints back to the same position.
func FuzzParseFEN(f *testing.F) {
	games := []*Game{mustGame(f, "felli"), mustGame(f, "felli-mullah"), mustGame(f, "fetaix"), mustGame(f, "lau-kata-kati")}
	for i, fen := range goldenFENs(f) {
		f.Add(uint8(i), fen)
	}
	f.Add(uint8(1), " w : w a1 , Kc1 : b . ")
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		g := games[int(game)%len(games)]
		p, err := g.ParseFEN(text)
		if err != nil {
			var parse *ParseError
			if p != (Position{}) || !errors.As(err, &parse) || parse.Offset < 0 || parse.Offset > len(text) {
				t.Fatalf("ParseFEN(%q) = %v, %#v", text, p, err)
			}
			return
		}
		again, err := g.ParseFEN(g.FEN(p))
		if err != nil || again != p || g.Check(p) != nil {
			t.Fatalf("ParseFEN(%q) prints as %q, which parses as %v, %v", text, g.FEN(p), again, err)
		}
	})
}

// goldenFENs are some of the positions of the golden files.
func goldenFENs(tb testing.TB) []string {
	tb.Helper()
	var fens []string
	for i, row := range readValues(tb) {
		if i%20 == 0 {
			fens = append(fens, row.FEN)
		}
	}
	return fens
}
