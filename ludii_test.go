package felli

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ludiiFiles are the figures of the general game system Ludii under
// testdata/ludii, by the ruleset they are about.
var ludiiFiles = []struct{ ruleset, file string }{
	{"felli", "felli-simplified.txt"},
	{"felli-compulsory", "felli-bgg.txt"},
	{"felli-bouhajbane", "felli-bouhajbane.txt"},
	{"fetach,men-move=any,men-capture=any,promotion=none", "alquerque-plain.txt"},
}

// A ludiiFile is what one of them says.
type ludiiFile struct {
	start     string
	adjacent  []string
	perft     map[int]uint64
	distinct  map[int][2]int // positions and, or -1, how many of them are over
	positions map[string][]string
	ended     []string // FEN winner=W
	full      []string
}

func readLudii(tb testing.TB, name string) ludiiFile {
	tb.Helper()
	f := ludiiFile{perft: map[int]uint64{}, distinct: map[int][2]int{}, positions: map[string][]string{}}
	at := ""
	for _, line := range readLines(tb, "testdata/ludii/"+name) {
		if text, ok := strings.CutPrefix(line, "  "); ok {
			f.positions[at] = append(f.positions[at], text)
			continue
		}
		kind, rest, _ := strings.Cut(line, " ")
		var depth, n, over int
		switch kind {
		case "start":
			f.start = rest
		case "adjacent":
			f.adjacent = append(f.adjacent, rest)
		case "perft":
			mustScan(tb, rest, "%d %d", &depth, &n)
			f.perft[depth] = uint64(n)
		case "distinct":
			if !strings.Contains(rest, "over") {
				rest += " over -1"
			}
			mustScan(tb, rest, "%d %d over %d", &depth, &n, &over)
			f.distinct[depth] = [2]int{n, over}
		case "position":
			at, _, _ = strings.Cut(rest, " ")
			f.positions[at] = nil
		case "ended":
			f.ended = append(f.ended, rest)
		case "full":
			f.full = append(f.full, line)
		}
	}
	return f
}

func readLines(tb testing.TB, name string) []string {
	tb.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func mustScan(tb testing.TB, text, format string, into ...any) {
	tb.Helper()
	if _, err := fmt.Sscanf(text, format, into...); err != nil {
		tb.Fatalf("%q: %v", text, err)
	}
}

func TestLudii(t *testing.T) {
	for _, row := range ludiiFiles {
		t.Run(row.file, func(t *testing.T) {
			t.Parallel()
			f, g := readLudii(t, row.file), mustGame(t, row.ruleset)
			if got := g.FEN(g.Start()); got != f.start {
				t.Errorf("the game starts at %s, want %s", got, f.start)
			}
			t.Run("adjacent", func(t *testing.T) { testLudiiBoard(t, g, f) })
			t.Run("perft", func(t *testing.T) { testLudiiPerft(t, g, f) })
			t.Run("distinct", func(t *testing.T) { testLudiiDistinct(t, g, f) })
			t.Run("position", func(t *testing.T) { testLudiiPositions(t, g, f) })
			t.Run("ended", func(t *testing.T) { testLudiiEnded(t, g, f) })
			t.Run("full", func(t *testing.T) { testLudiiFull(t, g, f) })
		})
	}
}

func testLudiiBoard(t *testing.T, g *Game, f ludiiFile) {
	t.Helper()
	b := g.Board
	var got []string
	edges := 0
	for p := range Point(b.Points()) {
		var names []string
		for m := b.Adjacent(p); m != 0; m &= m - 1 {
			names = append(names, b.PointName(m.First()))
			edges++
		}
		slices.Sort(names)
		got = append(got, b.PointName(p)+" "+strings.Join(names, ","))
	}
	if d := cmp.Diff(f.adjacent, got); d != "" {
		t.Errorf("adjacent points (-want +got)\n%s", d)
	}
	if b.Edges() != edges/2 {
		t.Errorf("Edges = %d, want %d", b.Edges(), edges/2)
	}
}

func testLudiiPerft(t *testing.T, g *Game, f ludiiFile) {
	t.Helper()
	for depth, want := range f.perft {
		if want > 1<<16 && (testing.Short() || raceEnabled) {
			continue
		}
		if got := g.Perft(g.Start(), depth); got != want {
			t.Errorf("Perft(start, %d) = %d, want %d", depth, got, want)
		}
	}
}

func testLudiiDistinct(t *testing.T, g *Game, f ludiiFile) {
	t.Helper()
	reached := map[Position]bool{g.Start(): true}
	checked := 0
	for depth := 0; len(f.distinct) > checked; depth++ {
		over := 0
		next := map[Position]bool{}
		for p := range reached {
			if _, ended := g.Ended(p); ended {
				over++
			}
			for _, m := range g.Moves(p) {
				next[g.Play(p, m)] = true
			}
		}
		want, ok := f.distinct[depth]
		if !ok {
			t.Fatalf("no row for depth %d", depth)
		}
		checked++
		if len(reached) != want[0] || want[1] >= 0 && over != want[1] {
			t.Errorf("after %d turns %d positions, %d over, want %v", depth, len(reached), over, want)
		}
		reached = next
	}
}

func testLudiiPositions(t *testing.T, g *Game, f ludiiFile) {
	t.Helper()
	for fen, want := range f.positions {
		p := mustFEN(t, g, fen)
		var got []string
		for _, m := range g.Moves(p) {
			q := g.Play(p, m)
			text := g.Board.PointName(m.From) + " " + g.FEN(q)
			if _, ended := g.Ended(q); ended {
				text += " over winner=" + "WB"[p.ToMove:p.ToMove+1]
			}
			got = append(got, text)
		}
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: moves (-want +got)\n%s", fen, d)
		}
	}
}

func testLudiiEnded(t *testing.T, g *Game, f ludiiFile) {
	t.Helper()
	for _, row := range f.ended {
		fen, winner, _ := strings.Cut(row, " winner=")
		p := mustFEN(t, g, fen)
		got, ended := g.Ended(p)
		if !ended || got != (Result{Value: Loss}) || "WB"[p.ToMove.Other()] != winner[0] {
			t.Errorf("Ended(%s) = %v, %v, want a loss: the winner is %s", fen, got, ended, winner)
		}
	}
}

func testLudiiFull(t *testing.T, g *Game, f ludiiFile) {
	t.Helper()
	for _, row := range f.full {
		var side string
		var w, b int
		mustScan(t, row, "full %s %d %d", &side, &w, &b)
		if w+b > 5 && (testing.Short() || raceEnabled) {
			continue
		}
		toMove := Side(strings.Index("WB", side))
		if got := fullRow(g, toMove, w, b); got != row {
			t.Errorf("all positions:\n got %s\nwant %s", got, row)
		}
	}
}

// fullRow counts and hashes the moves of all positions with so many pieces.
func fullRow(g *Game, toMove Side, w, b int) string {
	var positions, turns, stuck, over int
	var sum uint64
	var buf []byte
	var moves []Move
	eachPosition(g, toMove, w, b, func(p Position) {
		positions++
		moves = g.AppendMoves(moves[:0], p)
		if len(moves) == 0 {
			stuck++
		}
		turns += len(moves)
		buf = append(g.AppendFEN(buf[:0], p), ' ')
		before := fnv1a(14695981039346656037, buf)
		for _, m := range moves {
			q := g.Play(p, m)
			if _, ended := g.Ended(q); ended {
				over++
			}
			buf = append(append(buf[:0], g.Board.PointName(m.From)...), ' ')
			sum += fnv1a(before, g.AppendFEN(buf, q))
		}
	})
	return fmt.Sprintf("full %c %d %d positions %d turns %d stuck %d over %d hash %016x",
		"WB"[toMove], w, b, positions, turns, stuck, over, sum)
}

// fnv1a goes on with a 64-bit FNV-1a hash.
func fnv1a(hash uint64, text []byte) uint64 {
	for _, c := range text {
		hash = (hash ^ uint64(c)) * 1099511628211
	}
	return hash
}
