package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
	"felli/query"
)

// siteTables are the tables of a ruleset, built for a site.
func siteTables(t *testing.T, ruleset string, pieces int) (*index.Space, query.Tables) {
	t.Helper()
	dir := t.TempDir()
	if err := build(dir, ruleset, pieces); err != nil {
		t.Fatal(err)
	}
	x := testgame.Space(t, ruleset)
	tables, err := openStore(t, dir).Tables(x)
	if err != nil {
		t.Fatal(err)
	}
	return x, tables
}

// TestSiteRefuses: what is too much for a page is refused, with what would fit.
func TestSiteRefuses(t *testing.T) {
	x, tables := siteTables(t, "fetaix", 3)
	err := WriteSite(t.Context(), t.TempDir(), x, manyTables{tables, 40}, 0)
	var bad *felli.ParseError
	if !errors.As(err, &bad) || !strings.Contains(bad.Reason, "a site takes 1 to 16777216") || bad.Hint != "those with few pieces fit: --pieces 5" {
		t.Errorf("fetaix with 6 pieces: %v, %+v, want bad input and what fits", err, bad)
	}
	if err := WriteSite(t.Context(), t.TempDir(), x, manyTables{tables, 0}, 0); !errors.Is(err, felli.ErrInput) {
		t.Errorf("no tables: %v, want bad input", err)
	}
}

// manyTables claim to have all slices with up to 6 pieces, or none.
type manyTables struct {
	query.Tables
	slices int
}

func (m manyTables) Summaries() ([]index.Summary, error) {
	if m.slices == 0 {
		return nil, nil
	}
	var list []index.Summary
	x := mustSpaceOf("fetaix")
	for _, s := range x.Slices(6) {
		list = append(list, index.Summary{Slice: s, Size: x.Size(s)})
	}
	return list, nil
}

func mustSpaceOf(ruleset string) *index.Space {
	x, err := spaceOf(ruleset)
	if err != nil {
		panic(err)
	}
	return x
}

// TestSite opens sites of all kinds of rulesets from the disk, and compares what
// their scripts answer with the tables.
func TestSite(t *testing.T) {
	b := newBrowser(t, "file://", 1000, 900)
	for seed, c := range []struct {
		ruleset string
		built   int
		pieces  int // on the site
	}{
		{"felli", 6, 0},
		{"felli-mullah", 4, 0},
		{"felli-bouhajbane", 5, 4},
		{"felli-mullah,promote=pass", 4, 0},
		{"felli-mullah,promotion=rank,promote=stop", 4, 0},
		{"lau-kata-kati", 4, 0},
		{"lau-kata-kati,promotion=rank,promote=stop,capture=compulsory", 3, 0},
		{"fetaix", 4, 3},
		{"fetaix,promote=pass,men-capture=any", 3, 0},
	} {
		t.Run(c.ruleset, func(t *testing.T) {
			x, tables := siteTables(t, c.ruleset, c.built)
			dir := filepath.Join(t.TempDir(), "site")
			if err := WriteSite(t.Context(), dir, x, tables, c.pieces); err != nil {
				t.Fatal(err)
			}
			b.open("file://" + dir + "/index.html#/" + c.ruleset)
			if c.pieces == 0 {
				c.pieces = c.built
			}
			compareSite(t, b, x, fewPieces{tables, c.pieces}, c.pieces, uint64(seed))
			if c.ruleset == "felli" {
				compareMoves(t, b)
				playOnSite(t, dir)
			}
		})
	}
}

// compareSite compares the page's answers to random positions, some of them
// beyond its tables, and its histograms, with those made from the tables.
func compareSite(t *testing.T, b *browser, x *index.Space, tables query.Tables, pieces int, seed uint64) {
	t.Helper()
	prober := query.NewProber(x, tables)
	list := append(randomPositions(x, pieces, 400, seed), randomPositions(x, pieces+1, 50, seed)...)
	var fens []string
	for _, p := range list {
		fens = append(fens, x.Game().FEN(p))
	}
	asked, _ := json.Marshal(fens)
	b.text(fmt.Sprintf(`Promise.all(%s.map((fen) => felli.state.source.position("", fen))).then((list) => { for (const a of list) delete a.problem; felli.test = list; })`, asked))
	b.until("felli.test")
	var got []json.RawMessage
	if err := json.Unmarshal([]byte(b.text("JSON.stringify(felli.test)")), &got); err != nil {
		t.Fatal(err)
	}
	for i, p := range list {
		a, err := prober.Answer(p)
		if err != nil {
			t.Fatal(err)
		}
		if want := string(a.AppendJSON(nil)); string(got[i]) != want {
			t.Fatalf("%s: %s, want %s", fens[i], got[i], want)
		}
	}
	sums, err := tables.Summaries()
	if err != nil {
		t.Fatal(err)
	}
	made := &book{space: x, game: x.Game(), ruleset: x.Game().String(), prober: prober, tables: tables, built: map[index.Slice]bool{}}
	var names []string
	for _, sum := range sums {
		made.built[sum.Slice] = true
		names = append(names, sum.Slice.String())
	}
	asked, _ = json.Marshal(names)
	b.text(fmt.Sprintf(`Promise.all(%s.map((slice) => felli.state.source.histogram("", slice))).then((list) => { felli.histograms = list; })`, asked))
	b.until("felli.histograms")
	if err := json.Unmarshal([]byte(b.text("JSON.stringify(felli.histograms)")), &got); err != nil {
		t.Fatal(err)
	}
	for i, sum := range sums {
		if sum.Size > maxCounted {
			continue
		}
		h, err := made.count(t.Context(), sum.Slice)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := json.Marshal(h); string(got[i]) != string(want) {
			t.Fatalf("histogram of %v: %s, want %s", sum.Slice, got[i], want)
		}
	}
}

// playOnSite moves on a site, looks at its other views, and opens it from a
// plain file server.
func playOnSite(t *testing.T, dir string) {
	t.Helper()
	b := newBrowser(t, "file://"+dir, 1000, 900)
	b.open("file://" + dir + "/index.html#/felli?fen=W:Wa1,c1:Bc5")
	b.point("a1")
	b.point("b2")
	b.wantDepth(1)
	b.click("#back")
	b.wantDepth(0)
	b.click(`[data-view="stats"]`)
	b.until(`document.querySelectorAll("#stats-body tbody tr").length > 10`)
	b.click("#stats-body tbody tr:nth-child(6) a")
	b.until(`document.querySelector("#stats-body .histogram rect")`)
	b.click(`[data-view="puzzles"]`)
	b.until(`document.querySelectorAll("#puzzles-body li").length > 0`)
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer files.Close()
	b.home = files.URL
	b.open(files.URL + "/#/felli?fen=W:Wa1,c1:Bc5")
	b.until(verdictJS + `.includes(" in ") || ` + verdictJS + `.includes("draw")`)
}

// compareMoves compares the page's own moves with the game's under every named
// ruleset and some other readings.
func compareMoves(t *testing.T, b *browser) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	names := []string{"fetaix,promote=pass,men-capture=any", "fetaix,chain=optional,removal=deferred", "felli-mullah,promote=pass,mullah-move=diagonals", "fetach,chain=compulsory,mullah-capture=short"}
	for _, r := range felli.Rulesets() {
		names = append(names, r.Name)
	}
	for _, name := range names {
		x := testgame.Space(t, name)
		g := x.Game()
		list := x.Slices(9)
		var fens, want []string
		for range 60 {
			s := list[rng.IntN(len(list))]
			p := x.Unrank(s, rng.Uint64N(x.Size(s)))
			if rng.IntN(2) == 0 {
				p = g.Rotate(p)
			}
			var moves []string
			for _, m := range g.Moves(p) {
				moves = append(moves, g.MoveString(p, m)+" "+g.FEN(g.Play(p, m)))
			}
			slices.Sort(moves)
			fens, want = append(fens, g.FEN(p)), append(want, strings.Join(moves, ", "))
		}
		rules, _ := json.Marshal(describeRules(g))
		board, _ := json.Marshal(drawBoard(g.Board))
		asked, _ := json.Marshal(fens)
		var got []string
		answer := b.text(fmt.Sprintf(`(() => { const game = felli.newGame(%s, %s);
			return JSON.stringify(%s.map((fen) => game.fault(felli.parseFEN(fen)) || game.moves(felli.parseFEN(fen)).map((m) => m.move + " " + m.after).sort().join(", "))); })()`, rules, board, asked))
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatal(err)
		}
		for i := range fens {
			if got[i] != want[i] {
				t.Errorf("%s %s: moves\n%s, want\n%s", name, fens[i], got[i], want[i])
				break
			}
		}
	}
}
