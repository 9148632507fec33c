package felli

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// plainSteps lists the steps of p, compulsory captures or not, walking the
// board point by point.
func plainSteps(g *Game, p Position) []Move {
	var moves []Move
	s, b := p.ToMove, g.Board
	for from := range Point(b.Points()) {
		if !p.Pieces(s).Has(from) {
			continue
		}
		mullah := p.Mullahs[s].Has(from)
		for d, dir := range b.dirs {
			backward := dir.dy < 0 && s == White || dir.dy > 0 && s == Black
			if !mullah && backward && g.MenMove == MenForward {
				continue
			}
			for to := b.next[d][from]; to != NoPoint && !p.Occupied().Has(to); to = b.next[d][to] {
				moves = append(moves, Move{From: from, To: to, Promotes: !mullah && g.promotion[s].Has(to)})
				if !mullah || !plainFar(g, d, from) {
					break
				}
			}
		}
	}
	return moves
}

// plainMoves is what Moves must equal.
func plainMoves(g *Game, p Position) []Move {
	var moves []Move
	s := p.ToMove
	own, enemy := p.Pieces(s), p.Pieces(s.Other())
	for m := own; m != 0; m &= m - 1 {
		for _, l := range plainLeaps(g, s, p.kindAt(s, m.First()), m.First(), own, enemy) {
			moves = append(moves, Move{m.First(), l.To, l.Captured, l.Promotes})
		}
	}
	if len(moves) > 0 && g.Capture == CaptureCompulsory {
		return moves
	}
	return append(moves, plainSteps(g, p)...)
}

// moveTexts prints moves in alphabetical order, "*" after one that promotes.
func moveTexts(g *Game, p Position, moves []Move) []string {
	var texts []string
	for _, m := range moves {
		text := g.MoveString(p, m)
		if m.Promotes {
			text += "*"
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts
}

func TestMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	games, positions := 240, 100
	if testing.Short() || raceEnabled {
		games = 48
	}
	for i := range games {
		g := mustCompile(t, randomRuleset(rng, testBoards()[i%len(testBoards())]))
		for range positions {
			p := randomPosition(rng, g)
			got, want := g.Moves(p), plainMoves(g, p)
			if d := cmp.Diff(moveTexts(g, p, want), moveTexts(g, p, got)); d != "" {
				t.Fatalf("%s, %s: moves (-want +got)\n%s", g.FullString(), g.FEN(p), d)
			}
			if n, _ := g.countMoves(p, nil); n != len(want) {
				t.Errorf("%s: countMoves(%s) = %d, want %d", g.FullString(), g.FEN(p), n, len(want))
			}
			if can := g.CanMove(p); can != (len(want) > 0) {
				t.Errorf("%s: CanMove(%s) = %v, want %v", g.FullString(), g.FEN(p), can, !can)
			}
			testPlay(t, g, p, got)
			testCaptured(t, g, p, want)
		}
	}
}

// testPlay plays every move of p and checks that the positions reached are
// legal and, from one point, all different.
func testPlay(t *testing.T, g *Game, p Position, moves []Move) {
	t.Helper()
	type way struct {
		from Point
		to   Position
	}
	seen := map[way]bool{}
	for _, m := range moves {
		q := g.Play(p, m)
		if err := g.Check(q); err != nil {
			t.Errorf("%s, %s, %s: %v", g.FullString(), g.FEN(p), g.MoveString(p, m), err)
		}
		if seen[way{m.From, q}] {
			t.Errorf("%s, %s: %s listed twice", g.FullString(), g.FEN(p), g.MoveString(p, m))
		}
		seen[way{m.From, q}] = true
		taken := p.Pieces(p.ToMove.Other()).Len() - q.Pieces(p.ToMove.Other()).Len()
		if taken != m.Captured.Len() || q.ToMove == p.ToMove || q.Pieces(p.ToMove).Len() != p.Pieces(p.ToMove).Len() {
			t.Errorf("%s: %s leads to %s", g.FEN(p), g.MoveString(p, m), g.FEN(q))
		}
	}
}

// testCaptured compares AppendCaptured with playing the captures among moves.
func testCaptured(t *testing.T, g *Game, p Position, moves []Move) {
	t.Helper()
	missing := map[Position]int{}
	for _, m := range moves {
		if m.IsCapture() {
			missing[g.Play(p, m)]++
		}
	}
	for _, q := range g.AppendCaptured(nil, p) {
		if missing[q]--; missing[q] < 0 {
			t.Errorf("%s, %s: no capture leads to %s, or it is listed too often", g.FullString(), g.FEN(p), g.FEN(q))
		}
	}
	for q, n := range missing {
		if n > 0 {
			t.Errorf("%s, %s: %d captures that lead to %s aren't listed", g.FullString(), g.FEN(p), n, g.FEN(q))
		}
	}
}

// TestTellingMoves has positions in which readings of the rules differ, each
// answered by hand from docs/rules.md. A star marks a move that promotes.
func TestTellingMoves(t *testing.T) {
	tests := []struct{ name, ruleset, fen, want string }{
		// c3 leaps over b3 to a3 or over d3 to e3, the only landings behind
		// them. From a3 the rank is a3 b3 c3 d3 e3: b3 has left the board and
		// c3 is where the piece came from, so d3 comes first and e3 is empty:
		// the chain must go on. From e3 likewise.
		{"removal at once opens the rank", "fetaix", "W:WKc3:Bb3,d3", "c3xa3xe3 c3xe3xa3"},
		// Now b3 still stands beside a3 and can't be leapt again: both end.
		{"deferred removal keeps it closed", "fetaix,removal=deferred", "W:WKc3:Bb3,d3", "c3xa3 c3xe3"},

		// e3 leaps forward over e4 to e5, White's far rank. As a man it could
		// only leap sideways over d5, which is empty: the move ends, with
		// promotion.
		{"a man that lands stops", "fetaix", "W:We3:Be4,c5", "e3xe5*"},
		// As a Mullah from e5 it passes d5, leaps c5 and lands on b5 or a5;
		// it must go on.
		{"a man that lands goes on as a Mullah", "fetaix,promote=pass", "W:We3:Be4,c5", "e3xe5xa5* e3xe5xb5*"},

		// e1 leaps d2 to c3 and then b4 to a5, a corner, along one line. It took
		// two, so promote=single leaves it a man.
		{"two captures don't promote", "felli-mullah", "W:We1:Bd2,b4", "e1xc3xa5"},
		{"with stop they do", "felli-mullah,promote=stop", "W:We1:Bd2,b4", "e1xc3xa5*"},
		{"with pass they do", "felli-mullah,promote=pass", "W:We1:Bd2,b4", "e1xc3xa5*"},

		// From c1: over c2 along the file to c3, c4, c5; over d2 along c1 d2 e3
		// to e3. From c3 only d2 can be leapt (e1 d2 c3 b4 a5), to e1, where
		// it ends: b5 is on no line of e1. c4 lies on no diagonal and sees
		// neither. From c5 over b5 to a5, then along the diagonal over d2 to
		// e1. From e3 nothing: c2 and b5 are on none of its lines.
		{"two ways to e1 that take different pieces", "fetaix", "W:WKc1:Bc2,d2,b5", "c1xc3xe1 c1xc4 c1xc5xa5xe1 c1xe3"},

		// From e1 over d2 to c3, b4, a5, over e2 to e3, e4, e5. c3 and b4 see
		// c5 with no point behind it: ends. a5 passes b5, leaps c5 to d5
		// (ends) or e5, from where it leaps e2 to e1. e3 leaps d2 to c1 and
		// ends. e4 ends. e5 leaps c5 to b5 (ends) or a5, from where it leaps
		// d2 to e1. The two ways round to e1 take all and are one move.
		{"two ways round are one move", "fetaix", "W:WKe1:Bd2,e2,c5", "e1xa5xd5 e1xa5xe5xe1 e1xb4 e1xc3 e1xe3xc1 e1xe4 e1xe5xb5"},

		// Over b2 to a1, over c1 to e1, over d2 back to c3, which counts as
		// empty; or the other way round.
		{"back to the origin", "felli-mullah", "W:Wc3:Bc1,b2,d2", "c3xa1xe1xc3"},
		{"back to a corner", "felli-mullah", "W:Wa1:Bc1,b2,d2", "a1xc3xe1xa1"},

		// Over c1 to a1, over b2 to c3; then over c2 to c1, if the man on c1
		// has left.
		{"removal opens a landing to a man", "felli-mullah", "W:We1:Bc1,b2,c2", "e1xa1xc3xc1"},
		{"deferred it stays closed", "felli-mullah,removal=deferred", "W:We1:Bc1,b2,c2", "e1xa1xc3"},

		// a5 is joined to b4 and c5 only; behind them stand c3 and e5.
		{"no move", "felli", "W:Wa5:Bc3,b4,c5,e5", ""},
		{"no move for a man on a corner", "felli-mullah", "W:Wa5:Bc3,b4,c5,e5", ""},
		{"no piece, no move", "felli", "W:W:Bc3", ""},

		// c3 may leap c2 to c1 or c4 to c5; it may also step to b2, d2, b4, d4.
		{"one leap a turn", "felli", "W:Wc3:Bc2,c4", "c3-b2 c3-b4 c3-d2 c3-d4 c3xc1 c3xc5"},
		{"compulsory", "felli,capture=compulsory", "W:Wc3:Bc2,c4", "c3xc1 c3xc5"},
		// From a1 over b2 to c3; then it may stop or go on over d4.
		{"a chain that may stop", "felli,chain=optional,capture=compulsory", "W:Wa1:Bb2,d4", "a1xc3 a1xc3xe5"},
		{"a chain that must go on", "felli,chain=compulsory,capture=compulsory", "W:Wa1:Bb2,d4", "a1xc3xe5"},

		// Black to move goes down: from c3 forward to b2, c2, d2 and sideways to
		// b3, d3, never to rank 4.
		{"Black's forward is down", "fetaix", "B:Wa1:Bc3", "c3-b2 c3-b3 c3-c2 c3-d2 c3-d3"},
		// Backward over c4 isn't allowed to White's man, sideways over d3 is.
		{"forward and sideways leaps", "fetaix", "W:Wc3:Bd3,c2", "c3xe3"},
		{"backward leaps", "fetaix,men-capture=any", "W:Wc3:Bd3,c2", "c3xc1 c3xe3"},

		// A man steps from b5 sideways to a5 or c5: both on the far rank.
		{"a step along the far rank promotes", "fetaix,promote=single", "W:Wb5:Bc1", "b5-a5* b5-c5*"},
		// The corners only, and a man that stands on one is promoted by a
		// step to the other, not by one to c5.
		{"only corners promote", "fetaix,promote=single,promotion=corners", "W:Wb5:Bc1", "b5-a5* b5-c5"},

		// A Mullah on c3 under mullah-move=diagonals: b4 a5, d4 e5, b2 a1, d2
		// e1 along the long diagonals, one point along rank and file.
		{
			"a Mullah on the long diagonals", "fetach", "W:WKc3:Bb5",
			"c3-a1 c3-a5 c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4 c3-e1 c3-e5",
		},
		// c1's diagonals c1 d2 e3 and c1 b2 a3 aren't long.
		{"a Mullah off the long diagonals", "fetach", "W:WKc1:Be5", "c1-b1 c1-b2 c1-c2 c1-d1 c1-d2"},
		// From a1 over d4 to e5; b1 stands beside a1 with c1 behind.
		{
			"a Mullah leaps far on a long diagonal, else as a man", "fetach,capture=compulsory", "W:WKa1:Bd4,Kb1",
			"a1xc1 a1xe5",
		},
		// a2 is empty, so the file is closed to a short leap over a3.
		{"no far leap along a file", "fetach,capture=compulsory", "W:WKa1:Ba3", "a1-a2 a1-b1 a1-b2 a1-c3 a1-d4 a1-e5"},
		// mullah-capture=short: d4 is out of reach.
		{"short leaps", "felli-bouhajbane", "W:WKa1:Bd4,c1", "a1-b2 a1-c3 a1xe1"},
		// Two in a row, or one at the end of a line, can't be leapt.
		{"two in a row", "felli-mullah", "W:WKa1:Bb2,c3,e1", "a1-c1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGame(t, tt.ruleset)
			p := mustFEN(t, g, tt.fen)
			got := moveTexts(g, p, g.Moves(p))
			if d := cmp.Diff(strings.Fields(tt.want), got, cmpNoTexts); d != "" {
				t.Errorf("%s, %s: moves (-want +got)\n%s", tt.ruleset, tt.fen, d)
			}
			for _, text := range got {
				text = strings.TrimSuffix(text, "*")
				if m, err := g.ParseMove(p, text); err != nil || g.MoveString(p, m) != text {
					t.Errorf("ParseMove(%q) = %v, %v", text, m, err)
				}
			}
		})
	}
}

var cmpNoTexts = cmp.FilterValues(func(a, b []string) bool { return len(a)+len(b) == 0 }, cmp.Comparer(func(_, _ []string) bool { return true }))

func TestMovesAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	room := make([]Move, 0, 1024)
	positions := make([]Position, 0, 1024)
	leaps := make([]Leap, 0, 64)
	for _, r := range rulesets[:8] {
		g := mustCompile(t, r)
		for range 50 {
			p := randomPosition(rng, g)
			got := testing.AllocsPerRun(10, func() { // an average, as the runtime allocates now and then too
				room = g.AppendMoves(room[:0], p)
				positions = g.AppendCaptured(positions[:0], p)
				positions = g.AppendPredecessors(positions[:0], p)
				own, enemy := p.Pieces(p.ToMove), p.Pieces(p.ToMove.Other())
				from := own.First()
				leaps = g.AppendLeaps(leaps[:0], p.ToMove, p.kindAt(p.ToMove, from), from, own, enemy)
			})
			if got != 0 {
				t.Errorf("%s: moves and predecessors of %s allocate %v times, want never", r, g.FEN(p), got)
			}
		}
	}
}

func benchmarkPositions(g *Game) []Position {
	rng := rand.New(rand.NewPCG(7, 8))
	positions := make([]Position, 1024)
	for i := range positions {
		positions[i] = randomPosition(rng, g)
	}
	return positions
}

func BenchmarkMoves(b *testing.B) {
	for _, r := range Rulesets() {
		b.Run(r.Name, func(b *testing.B) {
			g := mustCompile(b, r)
			positions := benchmarkPositions(g)
			want := 0
			for _, p := range positions {
				want += len(plainMoves(g, p))
			}
			var moves []Move
			b.ReportAllocs()
			for b.Loop() {
				got := 0
				for _, p := range positions {
					moves = g.AppendMoves(moves[:0], p)
					got += len(moves)
				}
				if got != want {
					b.Fatalf("%d moves, want %d", got, want)
				}
			}
			b.ReportMetric(float64(len(positions))*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
