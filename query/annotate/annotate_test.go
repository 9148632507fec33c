package annotate

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"felli"
	"felli/internal/testgame"
	"felli/query"
	"felli/query/pdn"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// prober has the tables of up to so many pieces.
func prober(tb testing.TB, ruleset string, pieces int) *query.Prober {
	tb.Helper()
	return query.NewProber(testgame.Solved(tb, ruleset, pieces))
}

func mustReport(tb testing.TB, pr *query.Prober, text string) *Report {
	tb.Helper()
	x, err := pdn.NewReader(strings.NewReader(text)).Next()
	if err == nil {
		err = x.Replay(pr.Game())
	}
	if err != nil {
		tb.Fatal(err)
	}
	r, err := Game(pr, x)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestMarks(t *testing.T) {
	pr := prober(t, "felli", 4)
	for _, test := range []struct{ text, want string }{
		{`[FEN "W:Wb2:Bc3"] b2xd4`, "best: White wins in 1 -> won"},
		{`[FEN "W:Wb2:Bc3"] b2-a1`, "mistake: White wins in 1 -> draw. A win thrown away; best b2xd4"},
		{`[FEN "W:Wb2:Bc3"] b2-c2`, "blunder: White wins in 1 -> Black wins in 1. A win turned into a loss; best b2xd4"},
		{`[FEN "B:Wc3:Bb4"] b4-c4`, "blunder: Black wins in 1 -> White wins in 1. A win turned into a loss; best b4xd2"},
		{`[FEN "W:Wa1:Bc5"] a1-b2`, "best: draw"},
		{`[FEN "W:Wa1,b2,c1,c3:Be5"] a1-b4`, ""},
	} {
		if test.want == "" {
			continue
		}
		r := mustReport(t, pr, test.text)
		p := &r.Plies[0]
		if got := p.Mark.String() + ": " + p.Words(); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// A move's mark, its words and its best moves agree with the values of the
// moves, in random games.
func TestReportAgreesWithAnswers(t *testing.T) {
	pr := prober(t, "felli-mullah", 4)
	rng := rand.New(rand.NewPCG(1, 1))
	g := pr.Game()
	marks := map[Mark]int{}
	for range 100 {
		x := pdn.New(g, testgame.Position(t, g, "W:Wa1,c1:Bc5,e5"))
		for range 30 {
			moves := g.Moves(x.End)
			if len(moves) == 0 {
				break
			}
			x.Play(moves[rng.IntN(len(moves))])
		}
		r, err := Game(pr, x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Plies {
			p := &r.Plies[i]
			a, err := pr.Answer(x.Moves.Plies[i].Before)
			if err != nil {
				t.Fatal(err)
			}
			marks[p.Mark]++
			isBest := false
			for _, b := range p.Best {
				isBest = isBest || b == p.Text
			}
			if p.Before != a.Result || isBest != (p.Mark == Best) || len(p.Best) == 0 || p.Best[0] != a.Moves[0].Text {
				t.Fatalf("%+v of %s", p, g.FEN(a.Position))
			}
			after, err := pr.Probe(g.Play(a.Position, x.Moves.Plies[i].Move))
			if err != nil || after.Before() != p.After {
				t.Fatalf("%s in %s gets %v, want %v", p.Text, g.FEN(a.Position), p.After, after.Before())
			}
		}
		if n := r.Tally[0].Moves + r.Tally[1].Moves; n != len(x.Moves.Plies) {
			t.Fatalf("%d moves counted of %d", n, len(x.Moves.Plies))
		}
	}
	if marks[Best] == 0 || marks[Slower] == 0 || marks[Mistake] == 0 || marks[Blunder] == 0 || marks[Unmarked] > 0 {
		t.Errorf("marks given: %v", marks)
	}
}

// game is one with every kind of move, and words of people.
const game = `[White "Aziza"] [Black "Brahim <b>"] [FEN "W:Wa1,b2,c1:Bc5,d4,e5"] [Ruleset "felli"]
{Two friends} 1. b2-c3 {why not} d4xb2 2. c1-c2! b2-c3 (2... c5-c4 3. a1xc3) 3. c2xc4 c5xc3 4. a1-b2 c3xa1 *`

func TestGolden(t *testing.T) {
	pr := prober(t, "felli", 6)
	r := mustReport(t, pr, game)
	r.Annotate()
	var svg, text strings.Builder
	if err := errors.Join(r.SVG(&svg), r.WriteText(&text, ChartOptions{})); err != nil {
		t.Fatal(err)
	}
	object, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{
		"game.pdn": string(pdn.Append(nil, r.Game)), "game.svg": svg.String(), "game.json": string(object) + "\n",
		"game.txt": text.String(), "game-ascii.txt": r.Chart(ChartOptions{ASCII: true, Width: 40}),
	} {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A game annotated again is the same, and what is written is a game.
func TestAnnotateTwice(t *testing.T) {
	pr := prober(t, "felli", 6)
	r := mustReport(t, pr, game)
	r.Annotate()
	first := string(pdn.Append(nil, r.Game))
	again := mustReport(t, pr, first)
	again.Annotate()
	if diff := cmp.Diff(first, string(pdn.Append(nil, again.Game))); diff != "" {
		t.Errorf("annotated again (-first +second):\n%s", diff)
	}
}

func TestBeyondTables(t *testing.T) {
	pr := prober(t, "felli", 5)
	r := mustReport(t, pr, strings.Replace(game, "a1-b2 c3xa1", "a1-b2", 1))
	if r.Missing == nil || !errors.Is(r.Missing, felli.ErrNotBuilt) || r.Plies[0].Mark != Unmarked || r.Plies[3].Mark == Unmarked {
		t.Fatalf("report %+v", r)
	}
	if got, want := r.Plies[0].Words(), "unknown"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
	if chart := r.Chart(ChartOptions{}); !strings.Contains(chart, "draw  ··") {
		t.Errorf("chart\n%s", chart)
	}
}

// Charts keep to their width, in long games and in those without moves, and
// pictures are XML.
func TestChartSizes(t *testing.T) {
	pr := prober(t, "felli", 3)
	g := pr.Game()
	for _, n := range []int{0, 1, 2, 20, 47, 48, 49, 500} {
		x := pdn.New(g, testgame.Position(t, g, "W:Wa1:Be5"))
		for i := range n {
			m, err := g.ParseMove(x.End, [...]string{"a1-b2", "e5-d4", "b2-a1", "d4-e5"}[i%4])
			if err != nil {
				t.Fatal(err)
			}
			x.Play(m)
		}
		r, err := Game(pr, x)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []ChartOptions{{}, {ASCII: true}, {Width: 40}, {Width: 10}, {Width: 100}} {
			width := max(o.Width, 40)
			if o.Width == 0 {
				width = 60
			}
			for line := range strings.Lines(r.Chart(o)) {
				line = strings.TrimSuffix(line, "\n")
				if len([]rune(line)) > width || o.ASCII && len(line) != len([]rune(line)) {
					t.Fatalf("%d plies, %+v: a line of %d characters: %s", n, o, len([]rune(line)), line)
				}
			}
		}
		var svg strings.Builder
		if err := r.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(svg.String()))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}
