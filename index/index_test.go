package index_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// readings are rulesets that differ in everything the numbering depends on:
// board, symmetries, Mullahs, and where men can stand.
var readings = []string{
	"felli", "felli-mullah", "felli-bouhajbane", "felli-mullah,promotion=rank,promote=pass",
	"fetaix", "fetaix,promote=single", "fetach,men-move=any,men-capture=any,promotion=none", "fetaix,promotion=corners",
	"lau-kata-kati", "butterfly,men-move=forward", "lau-kata-kati,promotion=rank",
}

// eachRaw calls f with every placement of s, White to move, by brute force.
func eachRaw(g *felli.Game, s index.Slice, f func(felli.Position)) {
	n := g.Board.Points()
	var place func(p felli.Position, piece int, least int)
	groups := [4]int{s.Men, s.Mullahs, s.OppMen, s.OppMullahs}
	place = func(p felli.Position, group, least int) {
		for group < 4 && groups[group] == 0 {
			group, least = group+1, 0
		}
		if group == 4 {
			f(p)
			return
		}
		side := felli.Side(group / 2)
		zone := g.Board.All()
		if group%2 == 0 {
			zone = g.MenZone(side)
		}
		groups[group]--
		for at := least; at < n; at++ {
			bit := felli.Point(at).Bit()
			if zone&bit == 0 || p.Occupied()&bit != 0 {
				continue
			}
			q := p
			if group%2 == 0 {
				q.Men[side] |= bit
			} else {
				q.Mullahs[side] |= bit
			}
			place(q, group, at+1)
		}
		groups[group]++
	}
	place(felli.Position{}, 0, 0)
}

func TestNumberingIsABijection(t *testing.T) {
	most := 4
	if testing.Short() {
		most = 3
	}
	for _, text := range readings {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			x := testgame.Space(t, text)
			limit := most
			if x.Game().Board.Points() > 13 {
				limit = 3
			}
			for _, s := range x.Slices(limit) {
				checkSlice(t, x, s)
			}
		})
	}
}

func checkSlice(t *testing.T, x *index.Space, s index.Slice) {
	t.Helper()
	g := x.Game()
	size := x.Size(s)
	next, rawSum, mirrorSum := uint64(0), uint64(0), uint64(0)
	x.Scan(s, 0, size, func(i uint64, p felli.Position) bool {
		if i != next {
			t.Fatalf("%v: Scan gave index %d, want %d", s, i, next)
		}
		next++
		if err := g.Check(p); err != nil || p.ToMove != felli.White {
			t.Fatalf("%v: Scan gave %s: %v", s, g.FEN(p), err)
		}
		if rs, ri := x.Rank(p); rs != s || ri != i {
			t.Fatalf("Rank(%s) = %v %d, want %v %d", g.FEN(p), rs, ri, s, i)
		}
		if i%7 == 0 && x.Unrank(s, i) != p {
			t.Fatalf("Unrank(%v, %d) = %s, want %s", s, i, g.FEN(x.Unrank(s, i)), g.FEN(p))
		}
		raw, mirror := x.Weight(s, p)
		rawSum, mirrorSum = rawSum+raw, mirrorSum+mirror
		return true
	})
	if next != size {
		t.Fatalf("%v: Scan gave %d positions, want %d", s, next, size)
	}
	raw, mirrors := uint64(0), uint64(0)
	counts := make([]uint64, size)
	eachRaw(g, s, func(p felli.Position) {
		raw++
		if g.Mirror(p) == p {
			mirrors++
		}
		rs, ri := x.Rank(p)
		if rs != s || ri >= size {
			t.Fatalf("Rank(%s) = %v %d, want slice %v and less than %d", g.FEN(p), rs, ri, s, size)
		}
		counts[ri]++
		if _, again := x.Rank(g.Rotate(p)); again != ri {
			t.Fatalf("Rank(%s) = %d, turned %d", g.FEN(p), ri, again)
		}
	})
	if rawSum != raw || mirrorSum != mirrors {
		t.Fatalf("%v: weights give %d positions, %d their own mirror image; want %d, %d", s, rawSum, mirrorSum, raw, mirrors)
	}
	for i, n := range counts {
		if p := x.Unrank(s, uint64(i)); n == 0 {
			t.Fatalf("%v: no position has index %d (%s)", s, i, g.FEN(p))
		} else if w, _ := x.Weight(s, p); w != n {
			t.Fatalf("Weight(%s) = %d, want %d", g.FEN(p), w, n)
		}
	}
}

func TestSlicesComeBehindTheirDependencies(t *testing.T) {
	for _, text := range readings {
		x := testgame.Space(t, text)
		seen := map[index.Slice]bool{}
		for i, s := range x.Slices(7) {
			if seen[s] {
				t.Errorf("%s: slice %v is listed twice", text, s)
			}
			if i > 0 && s.MajorToMove() == false && x.Slices(7)[i-1] != s.Twin() {
				t.Errorf("%s: slice %v doesn't follow its twin", text, s)
			}
			for _, d := range x.Dependencies(s) {
				if !seen[d] || !x.Has(d) {
					t.Errorf("%s: slice %v comes before %v, which it needs", text, s, d)
				}
			}
			seen[s] = true
		}
	}
}

func TestSlicesHaveNumbers(t *testing.T) {
	for _, name := range readings {
		x := testgame.Space(t, name)
		seen := map[int]index.Slice{}
		for _, s := range x.Slices(0) {
			n, ok := x.Number(s)
			if other, dup := seen[n]; !ok || n < 0 || n >= x.Numbers() || dup {
				t.Fatalf("%s: Number(%v) = %d, %v; %v has it too: %v", name, s, n, ok, other, dup)
			}
			seen[n] = s
		}
		for _, s := range []index.Slice{{Men: -1, OppMen: 1}, {Men: 1, OppMen: 13}, {Men: 12, Mullahs: 1, OppMen: 1}, {Men: 1, OppMullahs: math.MaxInt}, {Men: math.MaxInt, Mullahs: math.MaxInt}, {Men: math.MinInt, Mullahs: 1, OppMen: 1}} {
			if n, ok := x.Number(s); ok {
				t.Errorf("%s: Number(%v) = %d", name, s, n)
			}
		}
	}
}

func TestColexRanksSubsets(t *testing.T) {
	for _, c := range []struct{ n, k int }{{13, 6}, {25, 4}, {32, 3}, {30, 5}, {19, 9}, {5, 0}} {
		for i, m := range index.Subsets(c.n, c.k) {
			if index.Colex(m) != uint32(i) || bits.OnesCount32(m) != c.k {
				t.Fatalf("Subsets(%d, %d)[%d] = %b with rank %d", c.n, c.k, i, m, index.Colex(m))
			}
		}
		if got := uint64(len(index.Subsets(c.n, c.k))); got != index.Choose(c.n, c.k) {
			t.Errorf("Subsets(%d, %d) has %d sets, want %d", c.n, c.k, got, index.Choose(c.n, c.k))
		}
	}
}

func TestParseSlice(t *testing.T) {
	for _, text := range []string{"m2k1vm3", "k1vm2", "k2vk1", "m12vm11k1", "m1vk1"} {
		s, err := index.ParseSlice(text)
		if err != nil || s.String() != text {
			t.Errorf("ParseSlice(%q) = %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "v", "m2", "m0vm1", "m2v", "vm2", "m2vm", "k1m2vm1", "m2 vm1", "m-1k3vm1", "m2vm1v", "m02vm1", "m99999999999999999999vm1"} {
		if s, err := index.ParseSlice(text); err == nil || s != (index.Slice{}) {
			t.Errorf("ParseSlice(%q) = %v, %v, want an error", text, s, err)
		}
	}
}

func TestSpaceOfAWholeGame(t *testing.T) {
	x := testgame.Space(t, "felli-mullah")
	total := uint64(0)
	for _, s := range x.Slices(0) {
		total += x.Size(s)
	}
	// 331,261,480 classes under the mirror (an independent solver), and the
	// positions on sets that are their own image a second time.
	if total < 331_261_480 || total > 350_000_000 {
		t.Errorf("felli-mullah has %d stored positions, want a few more than 331261480", total)
	}
	if n := len(x.Slices(0)); n != 27*27 {
		t.Errorf("felli-mullah has %d slices, want %d", n, 27*27)
	}
}

func BenchmarkRank(b *testing.B) {
	for _, c := range []struct{ rules, slice string }{{"felli", "m6vm6"}, {"felli-mullah", "m3k3vm3k2"}, {"fetaix", "m2k1vm2k1"}} {
		b.Run(fmt.Sprintf("%s/%s", c.rules, c.slice), func(b *testing.B) {
			x := testgame.Space(b, c.rules)
			s, _ := index.ParseSlice(c.slice)
			var ps []felli.Position
			step := max(x.Size(s)/1000, 1)
			for i := uint64(0); i < x.Size(s); i += step {
				ps = append(ps, x.Unrank(s, i))
			}
			n := 0
			for b.Loop() {
				p := ps[n%len(ps)]
				if _, i := x.Rank(p); i >= x.Size(s) {
					b.Fatal("rank out of range")
				}
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkScan(b *testing.B) {
	x := testgame.Space(b, "felli-mullah")
	s, _ := index.ParseSlice("m3k3vm3k2")
	n := uint64(0)
	for b.Loop() {
		x.Scan(s, 0, 1_000_000, func(uint64, felli.Position) bool { n++; return true })
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}

func TestCountIsWhatTheLayoutHolds(t *testing.T) {
	for _, text := range readings {
		x := testgame.Space(t, text)
		for _, s := range x.Slices(7) {
			if got, want := x.Count(s), x.Layout(s).Raw(); got != want {
				t.Errorf("%s: Count(%v) = %d, want %d", text, s, got, want)
			}
		}
	}
	x := testgame.Space(t, "fetaix")
	if n := x.Count(index.Slice{Men: 6, Mullahs: 6, OppMen: 6, OppMullahs: 6}); n < 1e12 {
		t.Errorf("Count of 24 pieces = %d, want more than 10^12", n)
	}
}
