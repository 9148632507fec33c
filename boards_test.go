package felli

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Boards the program has no ruleset for: a small one, one on the largest grid,
// one whose lines run in unusual directions and whose numbers of files and
// ranks differ, and one with as many points as a board may have.
var (
	tinyBoard = mustBoard(BoardSpec{
		Name:      "nine points",
		Lines:     []string{"a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"},
		White:     "a1 b1 c1",
		Black:     "a3 b3 c3",
		MaxPieces: 4,
	})
	wideBoard = mustBoard(BoardSpec{
		Name: "nine by nine",
		Lines: []string{
			"a1 e1 i1", "b2 e2 h2", "c3 e3 g3", "d4 e4 f4", "d6 e6 f6", "c7 e7 g7", "b8 e8 h8", "a9 e9 i9",
			"a1 b2 c3 d4 e5 f6 g7 h8 i9", "i1 h2 g3 f4 e5 d6 c7 b8 a9", "e1 e2 e3 e4 e5 e6 e7 e8 e9",
			"a5 c5 e5 g5 i5", "a1 a5 a9", "i1 i5 i9", "c3 c5 c7", "g3 g5 g7",
		},
		White:     "a1 e1 i1 b2 e2 h2",
		Black:     "a9 e9 i9 b8 e8 h8",
		MaxPieces: 14,
	})
	cornerBoard = mustBoard(BoardSpec{
		Name: "three by five",
		Lines: []string{
			"a1 b1 c1", "a3 b3 c3", "a5 b5 c5", "a1 b3 c5", "c1 b3 a5", "a1 a3 a5", "c1 c3 c5", "b1 b2 b3 b4 b5",
		},
		White:     "a1 b1 c1 b2",
		Black:     "a5 b5 c5 b4",
		MaxPieces: 5,
	})
	fullBoard = mustBoard(BoardSpec{
		Name: "eight by four",
		Lines: []string{
			"a1 b1 c1 d1 e1 f1 g1 h1", "a2 b2 c2 d2 e2 f2 g2 h2", "a3 b3 c3 d3 e3 f3 g3 h3", "a4 b4 c4 d4 e4 f4 g4 h4",
			"a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4", "d1 d2 d3 d4", "e1 e2 e3 e4", "f1 f2 f3 f4", "g1 g2 g3 g4", "h1 h2 h3 h4",
			"a1 b2 c3 d4", "b1 c2 d3 e4", "d1 e2 f3 g4", "e1 f2 g3 h4", "h1 g2 f3 e4", "g1 f2 e3 d4", "e1 d2 c3 b4", "d1 c2 b3 a4",
		},
		White:     "a1 b1 c1 d1 e1 f1 g1 h1",
		Black:     "a4 b4 c4 d4 e4 f4 g4 h4",
		MaxPieces: 9,
	})
)

// testBoards are the boards of the program and some that it doesn't know.
func testBoards() []*Board {
	return []*Board{felliBoard, alquerqueBoard, lauKataKatiBoard, tinyBoard, wideBoard, cornerBoard, fullBoard}
}

func TestBoards(t *testing.T) {
	tests := []struct {
		board                        *Board
		points, lines, edges, pieces int
	}{
		{felliBoard, 13, 7, 20, 6},
		{alquerqueBoard, 25, 16, 56, 12},
		{lauKataKatiBoard, 19, 9, 30, 9},
		{tinyBoard, 9, 8, 16, 4},
		{fullBoard, 32, 20, 76, 9},
	}
	for _, tt := range tests {
		b := tt.board
		if b.Points() != tt.points || len(b.Lines()) != tt.lines || b.Edges() != tt.edges || b.MaxPieces != tt.pieces {
			t.Errorf("%s has %d points, %d lines, %d edges, %d pieces a side, want %v",
				b.Name, b.Points(), len(b.Lines()), b.Edges(), b.MaxPieces, tt)
		}
		if b.All().Len() != tt.points {
			t.Errorf("%s: All has %d points, want %d", b.Name, b.All().Len(), tt.points)
		}
		for p := range Point(b.Points()) {
			if q, ok := b.Point(b.PointName(p)); !ok || p != q {
				t.Errorf("%s: Point(%q) = %d, want %d", b.Name, b.PointName(p), q, p)
			}
		}
	}
}

func TestNewBoardErrors(t *testing.T) {
	const lines = "a1 b1,a2 b2,a1 a2,b1 b2"
	tests := []struct{ name, lines, white, black, want string }{
		{"fine", lines, "a1", "b2", ""},
		{"off the grid", "a1 j1", "a1", "j1", `point "j1" isn't on a 9×9 grid`},
		{"rank 0", "a1 a0", "a1", "a0", `point "a0" isn't on`},
		{"no name", "a1 bb1", "a1", "bb1", `point "bb1" isn't on`},
		{"no points", "", "", "", "0 points, want 2 to 32"},
		{"one rank", "a1 b1 c1", "a1", "c1", "the grid is 3×1, want 2×2 to 9×9"},
		{"one file", "a1 a2 a3", "a1", "a3", "the grid is 1×3"},
		{"one point on a line", lines + ",a1", "a1", "b2", `line "a1" has fewer than two points`},
		{"bent", "a1 b1 c2,a2 b2", "a1", "c2", `line "a1 b1 c2" isn't straight`},
		{"the same point twice", "a1 a1 b1,a2 b2", "a1", "b2", "isn't straight"},
		{"an edge twice", lines + ",a1 b1", "a1", "b2", `line "a1 b1" repeats an edge at a1`},
		{"not its own mirror image", "a1 b1 c1,a3 b3 c3,a1 b2 c3", "a1", "c3", "mirroring left to right changes the board"},
		{"not its own half turn", "a1 b1 c1,b1 b2", "a1", "c1", "turning by 180° changes the board"},
		{"an unknown start", lines, "a3", "b2", `start point "a3" isn't a point of the board`},
		{"a start twice", lines, "a1", "a1", `start point "a1" isn't a point of the board, or is named twice`},
		{"a lopsided start", lines, "a1", "a2", "turning the start by 180° doesn't swap the sides"},
		{"no start", lines, "", "", "the start has 0 pieces a side, want 1 to 1"},
		{"too many", lines, "a1 b1", "a2 b2", "the start has 2 pieces a side, want 1 to 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewBoard(BoardSpec{
				Name: "test", Lines: strings.Split(tt.lines, ","), White: tt.white, Black: tt.black, MaxPieces: 1,
			})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("NewBoard: %v, want %q", err, tt.want)
			}
		})
	}
	var many []string
	for x := range 9 {
		many = append(many, fmt.Sprintf("%c1 %c2 %c3 %c4", 'a'+x, 'a'+x, 'a'+x, 'a'+x))
	}
	if _, err := NewBoard(BoardSpec{Lines: many, White: "a1", Black: "i4", MaxPieces: 1}); err == nil {
		t.Error("NewBoard takes 36 points")
	}
	if _, err := NewBoard(BoardSpec{Lines: []string{lines}, White: "a1", Black: "b2", MaxPieces: 17}); err == nil || !strings.Contains(err.Error(), "17 pieces, want 1 to 16") {
		t.Errorf("NewBoard for 17 pieces a side: %v", err)
	}
}

// TestOtherBoards plays games through on every board, so that none of the
// program's own sizes is built into anything.
func TestOtherBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, b := range testBoards() {
		for range 20 {
			g := mustCompile(t, randomRuleset(rng, b))
			p := g.Start()
			for range 60 {
				if q, err := g.ParseFEN(g.FEN(p)); err != nil || q != p {
					t.Fatalf("%s: ParseFEN(%q) = %v, %v", b.Name, g.FEN(p), q, err)
				}
				moves := g.Moves(p)
				if _, ended := g.Ended(p); ended != (len(moves) == 0) {
					t.Fatalf("%s: Ended(%s) = %v with %d moves", b.Name, g.FEN(p), ended, len(moves))
				}
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				q, played, err := g.PlayMoves(p, g.MoveString(p, m))
				if err != nil || len(played) != 1 || played[0] != m {
					t.Fatalf("%s, %s: PlayMoves(%q) = %v, %v", b.Name, g.FEN(p), g.MoveString(p, m), played, err)
				}
				p = q
			}
			if got, want := g.Perft(g.Start(), 3), plainPerft(g, g.Start(), 3); got != want {
				t.Errorf("%s: Perft(start, 3) = %d, want %d", g.FullString(), got, want)
			}
		}
	}
}

func plainPerft(g *Game, p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range plainMoves(g, p) {
		n += plainPerft(g, g.Play(p, m), depth-1)
	}
	return n
}
