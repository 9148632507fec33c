package felli

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// plainPaths lists every way to play every capture of p, the moves by the
// texts of their paths.
func plainPaths(g *Game, p Position) map[string]Move {
	paths := map[string]Move{}
	s := p.ToMove
	own, enemy := p.Pieces(s), p.Pieces(s.Other())
	moves := map[Move]bool{}
	for _, m := range plainMoves(g, p) {
		moves[m] = true
	}
	for m := own; m != 0; m &= m - 1 {
		from := m.First()
		born := p.kindAt(s, from)
		var extend func(text string, at Point, kind Kind, captured Mask)
		extend = func(text string, at Point, kind Kind, captured Mask) {
			depth := captured.Len()
			move := Move{from, at, captured, kind != born}
			if kind == Man && g.promotion[s].Has(at) {
				move.Promotes = g.Promote == PromoteStop || g.Promote == PromoteSingle && depth == 1
			}
			goesOn := false
			if depth == 0 || g.Chain != ChainSingle {
				standing := enemy
				if g.Removal == RemovalImmediate {
					standing &^= captured
				}
				occupied := own&^from.Bit() | standing
				for d := range g.Board.dirs {
					over := plainFirst(g.Board, d, at, occupied)
					if !enemy.Has(over) || captured.Has(over) {
						continue
					}
					for _, to := range plainLandings(g, s, kind, d, at, occupied) {
						goesOn = true
						next := kind
						if kind == Man && g.Promote == PromotePass && g.promotion[s].Has(to) {
							next = Mullah
						}
						extend(text+"x"+g.Board.names[to], to, next, captured|over.Bit())
					}
				}
			}
			if depth > 0 && (!goesOn || g.Chain != ChainCompulsory) {
				paths[text] = move
			}
		}
		extend(g.Board.names[from], from, born, 0)
	}
	return paths
}

// TestPaths demands that of each capture the alphabetically smallest path is
// printed and every path is read, also shortened where that is unambiguous.
func TestPaths(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	games, positions := 240, 30
	if testing.Short() || raceEnabled {
		games = 36
	}
	for i := range games {
		g := mustCompile(t, randomRuleset(rng, testBoards()[i%len(testBoards())]))
		for range positions {
			testPaths(t, g, randomPosition(rng, g))
		}
	}
}

func testPaths(t *testing.T, g *Game, p Position) {
	t.Helper()
	paths := plainPaths(g, p)
	if len(paths) > 500 {
		return
	}
	smallest := map[Move]string{}
	ends := map[string]map[Move]bool{} // by the text of origin and end
	for text, m := range paths {
		if have, ok := smallest[m]; !ok || text < have {
			smallest[m] = text
		}
		ends[shorten(text)] = map[Move]bool{}
	}
	for text, m := range paths {
		ends[shorten(text)][m] = true
		if got, err := g.ParseMove(p, text); err != nil || got != m {
			t.Errorf("%s, %s: ParseMove(%q) = %v, %v, want %v", g.FullString(), g.FEN(p), text, got, err, m)
		}
	}
	for m, want := range smallest {
		if got := g.MoveString(p, m); got != want {
			t.Errorf("%s, %s: MoveString(%v) = %q, want %q", g.FullString(), g.FEN(p), m, got, want)
		}
	}
	for text, moves := range ends {
		if _, ok := paths[text]; ok {
			continue // a whole path of its own
		}
		m, err := g.ParseMove(p, text)
		if len(moves) == 1 && (err != nil || !moves[m]) {
			t.Errorf("%s, %s: ParseMove(%q) = %v, %v, want the only move that fits", g.FullString(), g.FEN(p), text, m, err)
		}
		if len(moves) > 1 {
			if err == nil {
				t.Errorf("%s, %s: ParseMove(%q) = %v, want an error: %d moves fit", g.FullString(), g.FEN(p), text, m, len(moves))
				continue
			}
			for m := range moves {
				if !strings.Contains(err.Error(), smallest[m]) {
					t.Errorf("%s, %s: ParseMove(%q): %v, want %s in it", g.FullString(), g.FEN(p), text, err, smallest[m])
				}
			}
		}
	}
}

// shorten leaves out all landings of a capture but the last.
func shorten(text string) string { return text[:2] + text[len(text)-3:] }

func TestMoveRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		p := drawPosition(t, g)
		seen := map[string]bool{}
		for _, m := range g.Moves(p) {
			text := g.MoveString(p, m)
			if got, err := g.ParseMove(p, text); err != nil || got != m || seen[text] {
				t.Errorf("ParseMove(%q) = %v, %v, want %v", text, got, err, m)
			}
			seen[text] = true
		}
	})
}

func TestParseMove(t *testing.T) {
	tests := []struct{ name, ruleset, fen, in, want string }{
		{"step", "felli", "start", "b2-c3", "b2-c3"},
		{"blanks around it", "felli", "start", " b2-c3\n", "b2-c3"},
		{"Black's step", "felli", "B:Wa1:Bc3", "c3-b2", "c3-b2"},
		// b2 leaps c3 to d4 and then c4 to b4.
		{"chain", "felli-mullah", "W:Wb2:Bc3,c4", "b2xd4xb4", "b2xd4xb4"},
		{"shortened", "felli-mullah", "W:Wb2:Bc3,c4", "b2xb4", "b2xd4xb4"},
		{"the other way round", "felli-mullah", "W:Wa1:Bc1,b2,d2", "a1xe1xc3xa1", "a1xc3xe1xa1"},
		{"round, shortened", "felli-mullah", "W:Wa1:Bc1,b2,d2", "a1xa1", "a1xc3xe1xa1"},
		{"round, partly shortened", "felli-mullah", "W:Wa1:Bc1,b2,d2", "a1xe1xa1", "a1xc3xe1xa1"},
		// It may stop on c3, or go on; as a whole path c3 isn't a shortened one.
		{"a whole path is never a shortened one", "butterfly", "W:Wb2:Bc3", "b2xd4", "b2xd4"},
		// Derived in TestTellingMoves: e1xb5 fits one move, e1xe1 fits one.
		{"shortened through a landing", "fetaix", "W:WKe1:Bd2,e2,c5", "e1xb5", "e1xe5xb5"},
		{"both ways round are one move", "fetaix", "W:WKe1:Bd2,e2,c5", "e1xe1", "e1xa5xe5xe1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			p := mustFEN(t, g, tt.fen)
			m, err := g.ParseMove(p, tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.MoveString(p, m); got != tt.want {
				t.Errorf("ParseMove(%q) prints as %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestParseMoveErrors(t *testing.T) {
	tests := []struct {
		name, ruleset, fen, in string
		offset                 int
		want                   string
	}{
		{"empty", "felli", "start", "", 0, `"" is no move`},
		{"a word", "felli", "start", "pass", 0, `"pass" is no move`},
		{"one point", "felli", "start", "b2", 0, `"b2" is no move`},
		{"half a move", "felli", "start", "b2-", 0, `"b2-" is no move`},
		{"unknown point", "felli", "start", "b2-b3", 3, `unknown point "b3", the points of the felli board are`},
		{"capitals", "felli", "start", "b2-C3", 3, `unknown point "C3", write "c3"`},
		{"two signs", "felli", "start", "b2--c3", 3, `unknown point ""`},
		{"mixed signs", "felli", "start", "b2-c3xd4", 0, `unknown point "b2-c3"`},
		{"two steps", "felli", "start", "b2-c3-c2", 6, "a step has one destination"},
		{"not adjacent", "felli", "start", "c1-c3", 0, "not legal; legal moves: b2-c3 c2-c3 d2-c3"},
		{"no piece", "felli", "start", "c3-c4", 0, "there is no piece on c3; legal moves: b2-c3 c2-c3 d2-c3"},
		{"the other's piece", "felli", "start", "c4-c3", 0, "the piece on c4 is Black's, and it is White's turn"},
		{"a step as a capture", "felli", "start", "b2xc3", 0, "not legal"},
		{"a capture as a step", "felli", "W:Wb2:Bc3", "b2-d4", 0, "a capture is written with x; legal moves: b2-a1 b2-c2 b2xd4"},
		{"a capture is compulsory", "felli-mullah", "W:Wb2:Bc3", "b2-a1", 0, "a capture is compulsory; legal moves: b2xd4"},
		{"a capture is optional", "felli", "W:Wb2:Bc3", "b2-c1", 0, "not legal; legal moves: b2-a1 b2-c2 b2xd4"},
		{"half a chain", "felli-mullah", "W:Wb2:Bc3,c4", "b2xd4", 0, "the capture must go on while the piece can leap; legal moves: b2xd4xb4"},
		{"too long", "felli-mullah", "W:Wb2:Bc3", "b2xd4xb4", 0, "not legal; legal moves: b2xd4"},
		{"ambiguous", "fetaix", "W:WKc1:Bc2,d2,b5", "c1xe1", 0, "ambiguous, write one of c1xc3xe1, c1xc5xa5xe1"},
		{"game over", "felli", "B:Wd4:B", "d4-e5", 0, "the game is over, Black has no pieces"},
		{"stuck", "felli", "W:Wa5:Bc3,b4,c5,e5", "a5-b4", 0, "the game is over, White has no legal move"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			m, err := g.ParseMove(mustFEN(t, g, tt.fen), tt.in)
			if m != (Move{}) {
				t.Errorf("ParseMove(%q) = %v beside its error, want the zero value", tt.in, m)
			}
			testParseError(t, err, tt.in, tt.offset, tt.want)
		})
	}
}

func TestPlayMoves(t *testing.T) {
	g := mustGame(t, "felli-compulsory")
	// The man on c3 can be leapt along the file only, where c2 is empty now.
	// Then White takes back over c2, and ends there: behind b4 and d4 the points are full, c4 is empty.
	p, moves, err := g.PlayMoves(g.Start(), "c2-c3  c4xc2\tc1xc3 ")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.FEN(p), "B:Wa1,e1,b2,d2,c3:Bb4,d4,a5,c5,e5"; got != want || len(moves) != 3 {
		t.Errorf("PlayMoves leads to %s after %d moves, want %s after 3", got, len(moves), want)
	}
	if p, moves, err := g.PlayMoves(g.Start(), ""); p != g.Start() || len(moves) != 0 || err != nil {
		t.Errorf("PlayMoves of nothing = %v, %v, %v", p, moves, err)
	}
	tests := []struct {
		name, in string
		offset   int
		want     string
	}{
		{"illegal", "c2-c3 c4xc2 a1-b2", 12, `ply 3, White: "a1-b2": not legal; legal moves: `},
		{"Black's", "c2-c3  b4-c4", 7, `ply 2, Black: "b4-c4": not legal; legal moves: c4xc2`},
		{"a capture is compulsory", "c2-c3 c4xc2 b2-c3", 12, `ply 3, White: "b2-c3": a capture is compulsory; legal moves: c1xc3`},
		{"malformed", "c2-c3 c4xq2", 9, `ply 2, Black: "c4xq2": unknown point "q2"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, moves, err := g.PlayMoves(g.Start(), tt.in)
			if p != (Position{}) || moves != nil {
				t.Errorf("PlayMoves(%q) = %v, %v beside its error, want zero values", tt.in, p, moves)
			}
			testParseError(t, err, tt.in, tt.offset, tt.want)
		})
	}
}

// FuzzParseMove: no panic, the zero value beside an error, and a move that
// parses is legal and prints back to itself.
func FuzzParseMove(f *testing.F) {
	games := []*Game{mustGame(f, "felli"), mustGame(f, "felli-mullah"), mustGame(f, "fetaix"), mustGame(f, "butterfly")}
	for i, fen := range goldenFENs(f) {
		f.Add(uint8(i), fen, "c2xc4xa1")
		for _, g := range games {
			if p, err := g.ParseFEN(fen); err == nil && len(g.Moves(p)) > 0 {
				f.Add(uint8(i), fen, g.MoveString(p, g.Moves(p)[0]))
			}
		}
	}
	f.Add(uint8(2), "W:WKc1:Bc2,d2,b5", "c1xe1")
	f.Fuzz(func(t *testing.T, game uint8, fen, text string) {
		g := games[int(game)%len(games)]
		p, err := g.ParsePosition(fen)
		if err != nil {
			return
		}
		m, err := g.ParseMove(p, text)
		if err != nil {
			var parse *ParseError
			if m != (Move{}) || !errors.As(err, &parse) || parse.Offset < 0 || parse.Offset > len(text) {
				t.Fatalf("ParseMove(%q) = %v, %#v", text, m, err)
			}
			return
		}
		if !slices.Contains(g.Moves(p), m) {
			t.Fatalf("ParseMove(%q) = %v, which isn't legal in %s", text, m, fen)
		}
		if again, err := g.ParseMove(p, g.MoveString(p, m)); err != nil || again != m {
			t.Fatalf("ParseMove(%q) prints as %q, which parses as %v, %v", text, g.MoveString(p, m), again, err)
		}
		if q, moves, err := g.PlayMoves(p, text); err != nil || len(moves) != 1 || q != g.Play(p, m) {
			t.Fatalf("PlayMoves(%q) = %v, %v, %v", text, q, moves, err)
		}
	})
}

// BenchmarkNotation reads a position and prints it and all its moves.
func BenchmarkNotation(b *testing.B) {
	for _, name := range []string{"felli-mullah", "fetaix"} {
		b.Run(name, func(b *testing.B) {
			g := mustGame(b, name)
			positions := benchmarkPositions(g)
			fens := make([]string, len(positions))
			for i, p := range positions {
				fens[i] = g.FEN(p)
			}
			var moves []Move
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				for i, p := range positions {
					q, err := g.ParseFEN(fens[i])
					if err != nil || q != p {
						b.Fatalf("ParseFEN(%q) = %v, %v", fens[i], q, err)
					}
					moves = g.AppendMoves(moves[:0], p)
					for _, m := range moves {
						buf = g.AppendMove(buf[:0], p, m)
					}
				}
			}
			b.ReportMetric(float64(len(positions))*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
