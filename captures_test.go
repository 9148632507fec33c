package felli

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// plainLeaps is what AppendLeaps must equal: it walks the board point by point
// and every chain path by path, as docs/rules.md words it.
func plainLeaps(g *Game, s Side, kind Kind, from Point, own, enemy Mask) []Leap {
	found := map[Leap]bool{}
	var extend func(at Point, kind Kind, captured Mask, depth int)
	extend = func(at Point, now Kind, captured Mask, depth int) {
		goesOn := false
		if depth == 0 || g.Chain != ChainSingle {
			standing := enemy
			if g.Removal == RemovalImmediate {
				standing &^= captured
			}
			occupied := own&^from.Bit() | standing
			for d := range g.Board.dirs {
				for _, to := range plainLandings(g, s, now, d, at, occupied) {
					over := plainFirst(g.Board, d, at, occupied)
					if !enemy.Has(over) || captured.Has(over) {
						continue
					}
					goesOn = true
					next := now
					if now == Man && g.Promote == PromotePass && g.promotion[s].Has(to) {
						next = Mullah
					}
					extend(to, next, captured|over.Bit(), depth+1)
				}
			}
		}
		if depth == 0 || goesOn && g.Chain == ChainCompulsory {
			return
		}
		promotes := now != kind
		if now == Man && g.promotion[s].Has(at) {
			promotes = g.Promote == PromoteStop || g.Promote == PromoteSingle && depth == 1
		}
		found[Leap{at, captured, promotes}] = true
	}
	extend(from, kind, 0, 0)
	var leaps []Leap
	for l := range found {
		leaps = append(leaps, l)
	}
	return leaps
}

// plainFirst is the first occupied point from at in direction d, or NoPoint.
func plainFirst(b *Board, d int, at Point, occupied Mask) Point {
	for q := b.next[d][at]; q != NoPoint; q = b.next[d][q] {
		if occupied.Has(q) {
			return q
		}
	}
	return NoPoint
}

// plainLandings is where a piece at the given point may land behind the first
// piece in direction d, of whatever colour that one is.
func plainLandings(g *Game, s Side, kind Kind, d int, at Point, occupied Mask) []Point {
	b := g.Board
	over := plainFirst(b, d, at, occupied)
	if over == NoPoint {
		return nil
	}
	forward := b.dirs[d].dy >= 0
	if s == Black {
		forward = b.dirs[d].dy <= 0
	}
	if kind == Man && g.MenCapture == MenForward && !forward {
		return nil
	}
	if kind == Man || !plainFar(g, d, at) || g.MullahCapture == MullahShort {
		to := b.next[d][over]
		if b.next[d][at] != over || to == NoPoint || occupied.Has(to) {
			return nil
		}
		return []Point{to}
	}
	var landings []Point
	for to := b.next[d][over]; to != NoPoint && !occupied.Has(to); to = b.next[d][to] {
		landings = append(landings, to)
	}
	return landings
}

// plainFar reports whether a Mullah travels far from at in direction d: along
// every line, or along those on which a corner of the grid lies at both ends
// and that aren't an edge of it.
func plainFar(g *Game, d int, at Point) bool {
	b := g.Board
	if g.MullahMove == MullahLines {
		return true
	}
	for _, line := range b.lines {
		first, last := line[0], line[len(line)-1]
		ends := [4]int{b.x[first], b.y[first], b.x[last], b.y[last]}
		diagonal := ends == [4]int{0, 0, b.Width - 1, b.Height - 1} || ends == [4]int{b.Width - 1, 0, 0, b.Height - 1}
		if next := b.next[d][at]; diagonal && next != NoPoint && slices.Contains(line, at) && slices.Contains(line, next) {
			return true
		}
	}
	return false
}

func sortLeaps(leaps []Leap) []Leap {
	key := func(l Leap) uint64 {
		k := uint64(l.To)<<33 | uint64(l.Captured)<<1
		if l.Promotes {
			k++
		}
		return k
	}
	slices.SortFunc(leaps, func(a, b Leap) int { return int(int64(key(a)) - int64(key(b))) })
	return leaps
}

func TestLeaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	games, positions := 120, 60
	if testing.Short() || raceEnabled {
		games = 30
	}
	leapt := 0
	for i := range games {
		g := mustCompile(t, randomRuleset(rng, testBoards()[i%len(testBoards())]))
		for range positions {
			p := randomPosition(rng, g)
			own, enemy := p.Pieces(p.ToMove), p.Pieces(p.ToMove.Other())
			canCapture := false
			for m := own; m != 0; m &= m - 1 {
				from := m.First()
				kind := p.kindAt(p.ToMove, from)
				keep := Leap{To: 99}
				got := g.AppendLeaps([]Leap{keep}, p.ToMove, kind, from, own, enemy)
				if got[0] != keep {
					t.Fatalf("AppendLeaps overwrote what was there")
				}
				want := plainLeaps(g, p.ToMove, kind, from, own, enemy)
				if d := cmp.Diff(sortLeaps(want), sortLeaps(got[1:]), cmpEmpty); d != "" {
					t.Fatalf("%s, %s from %s: leaps (-want +got)\n%s", g.FullString(), g.FEN(p), g.Board.names[from], d)
				}
				if can := g.CanLeap(p.ToMove, kind, from, own, enemy); can != (len(want) > 0) {
					t.Fatalf("%s, %s from %s: CanLeap = %v with %d leaps", g.FullString(), g.FEN(p), g.Board.names[from], can, len(want))
				}
				canCapture = canCapture || len(want) > 0
				leapt += len(want)
			}
			if got := g.CanCapture(p); got != canCapture {
				t.Fatalf("%s: CanCapture(%s) = %v, want %v", g.FullString(), g.FEN(p), got, canCapture)
			}
		}
	}
	if leapt < games*positions {
		t.Errorf("%d leaps in all: the positions hardly test anything", leapt)
	}
}

// TestManyPaths makes sure that a great many ways through the same captures
// don't take a great deal of time.
func TestManyPaths(t *testing.T) {
	g := mustGame(t, "fetaix,men-capture=any,chain=optional")
	p := mustFEN(t, g, "W:WKc3:Bb2,b4,d2,d4,c2,c4,b3,d3,a4,e2")
	for removal := range Removal(2) {
		g.Removal = removal
		moves := g.Moves(p)
		seen := map[Move]bool{}
		for _, m := range moves {
			if seen[m] {
				t.Fatalf("%v listed twice", g.MoveString(p, m))
			}
			seen[m] = true
		}
	}
}

var cmpEmpty = cmp.FilterValues(func(a, b []Leap) bool { return len(a)+len(b) == 0 }, cmp.Comparer(func(_, _ []Leap) bool { return true }))
