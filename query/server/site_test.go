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
	"felli/query"
)

// writeTestSite writes the site of a ruleset of the test store.
func writeTestSite(t *testing.T, ruleset string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	x := mustSpace(t, ruleset)
	tables, err := openStore(t, testDir(t)).Tables(x)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteSite(t.Context(), dir, x, tables); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSiteRefuses: games whose numbering the page doesn't know are refused.
func TestSiteRefuses(t *testing.T) {
	x := mustSpace(t, "fetaix")
	tables, err := openStore(t, testDir(t)).Tables(x)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteSite(t.Context(), t.TempDir(), x, tables); !errors.Is(err, felli.ErrInput) {
		t.Errorf("fetaix: %v, want bad input", err)
	}
}

// TestSite opens sites from the disk, and from a plain file server, compares
// what their scripts answer with the tables, and plays on one.
func TestSite(t *testing.T) {
	for seed, c := range builtIn[:2] {
		t.Run(c.ruleset, func(t *testing.T) {
			dir := writeTestSite(t, c.ruleset)
			b := newBrowser(t, "file://"+dir, 1000, 900)
			b.open("file://" + dir + "/index.html#/" + c.ruleset)
			x := mustSpace(t, c.ruleset)
			tables, err := openStore(t, testDir(t)).Tables(x)
			if err != nil {
				t.Fatal(err)
			}
			prober := query.NewProber(x, tables)
			list := randomPositions(x, c.pieces, 400, uint64(seed))
			var fens []string
			for _, p := range list {
				fens = append(fens, x.Game().FEN(p))
			}
			asked, _ := json.Marshal(fens)
			b.text(fmt.Sprintf(`Promise.all(%s.map((fen) => felli.state.source.position("", fen))).then((list) => { felli.test = list; })`, asked))
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
			if c.ruleset != "felli" {
				return
			}
			compareMoves(t, b)
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
		})
	}
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
		x := mustSpace(t, name)
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
