package pdn

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"felli/internal/testgame"

	"felli"
)

func TestWrite(t *testing.T) {
	const in = `[annotator "who \"else\""]
[2nd-name "x"]
[Round "3"]
[White "Andr` + "\xe9" + `"]
[Event "Souk"]
[event "again"]
{Two } words 1. c2-c3! {one
two} (1. b2-c3 {;} d4:b2) c4xc2 $7 2. c1xc3 ?? 1-0`
	text := strings.Replace(in, "{Two } words", "{Two words}", 1)
	games, errs := readAll(t, text)
	if len(games) != 1 || errs != nil {
		t.Fatalf("games %v, errors %v", games, errs)
	}
	want := `[Event "Souk"]
[Round "3"]
[White "André"]
[Result "1-0"]
[Ruleset "felli"]
[Annotator "who \"else\""]
[Ndname "x"]

{Two words} 1. c2-c3! {one two} (1. b2-c3 {;} 1... d4xb2) 1... c4xc2 $7
2. c1xc3?? *

`
	if got := string(Append(nil, games[0])); got != want {
		t.Errorf("it writes\n%swant\n%s", got, want)
	}
}

func TestWriteFEN(t *testing.T) {
	g := testgame.Game(t, "felli,stalemate=draw")
	p, err := g.ParseFEN("B:Wc3:Bb4")
	if err != nil {
		t.Fatal(err)
	}
	x := New(g, p)
	m, err := g.ParseMove(p, "b4xd2")
	if err != nil {
		t.Fatal(err)
	}
	x.Play(m)
	x.Result = x.OnBoard()
	x.SetTag("fen", "stale")
	want := "[Result \"0-1\"]\n[Ruleset \"felli,stalemate=draw\"]\n[FEN \"B:Wc3:Bb4\"]\n\n1... b4xd2 *\n\n"
	if got := string(Append(nil, x)); got != want {
		t.Errorf("it writes\n%swant\n%s", got, want)
	}
	x.Undo()
	x.Undo()
	if x.End != p || len(x.Moves.Plies) != 0 {
		t.Errorf("after undo %v", x)
	}
}

// Black's move has a number only after something that is really written.
func TestWriteEmptyComment(t *testing.T) {
	g := testgame.Game(t, "felli")
	x := New(g, g.Start())
	for _, text := range []string{"c2-c3", "c4xc2"} {
		m, err := g.ParseMove(x.End, text)
		if err != nil {
			t.Fatal(err)
		}
		x.Play(m)
	}
	x.Moves.Plies[0].Comments = []string{"\x00", " "}
	x.Moves.Plies[0].Variations = []Moves{{}}
	if got, want := string(Append(nil, x)), "1. c2-c3 c4xc2 *"; !strings.Contains(got, want) {
		t.Errorf("it writes\n%swant\n%s", got, want)
	}
}

// What is written reads back as the same game, under every ruleset, whatever
// the comments hold.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	nasty := []string{"plain", "}", "{", "a } b { c", "[Event \"x\"]", "(", "%", "1-0", "*", "\x00\x1f\x7f", "é ü", strings.Repeat("long ", 50), strings.Repeat("x", 200), "\"", "\\", " ; $1"}
	for _, r := range felli.Rulesets() {
		g := testgame.Game(t, r.Name)
		for range 20 {
			x := randomGame(g, rng, 60)
			x.SetTag("White", nasty[rng.IntN(len(nasty))])
			x.SetTag("Strange", nasty[rng.IntN(len(nasty))])
			for i := range x.Moves.Plies {
				y := &x.Moves.Plies[i]
				switch rng.IntN(6) {
				case 0:
					y.Comments = append(y.Comments, nasty[rng.IntN(len(nasty))], nasty[rng.IntN(len(nasty))])
				case 1:
					y.Glyph = glyphs[1+rng.IntN(6)]
				case 2:
					y.NAGs = []int{10 + rng.IntN(200)}
				case 3:
					other := randomVariation(g, y.Before, rng)
					y.Variations = append(y.Variations, other, Moves{Lead: []string{"none"}})
				}
			}
			if rng.IntN(2) == 0 {
				x.Moves.Lead = []string{nasty[rng.IntN(len(nasty))]}
			}
			first := string(Append(nil, x))
			checkStrict(t, first)
			games, errs := readAll(t, first+first)
			if len(games) != 2 || errs != nil {
				t.Fatalf("%d games, errors %v, of\n%s", len(games), errs, first)
			}
			for _, y := range games {
				if second := string(Append(nil, y)); second != first {
					t.Fatalf("written again\n%s\nfirst\n%s", second, first)
				}
				if y.End != x.End || texts(&y.Moves) != texts(&x.Moves) {
					t.Fatalf("another game comes back from\n%s", first)
				}
			}
		}
	}
}

func randomVariation(g *felli.Game, p felli.Position, rng *rand.Rand) Moves {
	x := New(g, p)
	for range 1 + rng.IntN(3) {
		if moves := g.Moves(x.End); len(moves) > 0 {
			x.Play(moves[rng.IntN(len(moves))])
		}
	}
	return x.Moves
}

// strictGame is a game in the 3.0 grammar with point names, of tags, moves,
// comments, variations, glyphs and the separator.
var strictGame = regexp.MustCompile(`^(\[[A-Z][a-zA-Z0-9_]* "([^"\\]|\\"|\\\\)*"\]\n)+\n` +
	`(([0-9]+\.(\.\.)? |\(|\)|[a-i][1-9](-[a-i][1-9]|(x[a-i][1-9])+)([!?]+)?|\$[0-9]+|\{[^}]*\})[ \n)]*)*\*\n\n$`)

func checkStrict(t *testing.T, text string) {
	t.Helper()
	if !strictGame.MatchString(text) {
		t.Fatalf("not in the strict grammar:\n%s", text)
	}
	for line := range strings.Lines(text) {
		if len([]rune(line)) > Columns+1 && strings.Contains(strings.TrimSpace(line), " ") && line[0] != '[' {
			t.Fatalf("a line of %d characters: %s", len(line), line)
		}
	}
}

// What any bytes read as is written so that it reads back the same.
func FuzzRead(f *testing.F) {
	f.Add("[White \"A\"]\n\n1. c2-c3 {x} c4xc2 (1... b4xd2) 2. c1xc3 1-0")
	f.Add("\xef\xbb\xbf[A \"\\\\\"]\r\n% x\r\n c2c3 $1 (!) ;\n*[B]{}")
	f.Add("[FEN \"B:Wc3:Bb4\"] b4 x d2 { unclosed\n\n[Event \"next\"]")
	f.Add("((((c2-c3))))((")
	f.Add("c2c3 (; \x8d")
	g := testgame.Game(f, "felli")
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := readAll(t, text)
		for _, x := range games {
			if x.Rules.Name != g.Name {
				continue
			}
			first := string(Append(nil, x))
			checkStrict(t, first)
			again, errs := readAll(t, first)
			if len(again) != 1 || errs != nil {
				t.Fatalf("%d games, errors %v, of\n%s", len(again), errs, first)
			}
			if second := string(Append(nil, again[0])); second != first {
				t.Fatalf("written again\n%s\nfirst\n%s", second, first)
			}
		}
	})
}
