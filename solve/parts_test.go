package solve

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"felli"
	"felli/index"
	"felli/internal/naive"
)

// solveInParts solves the pair of s part by part, in chunks of a given size
// where that isn't 0.
func solveInParts(x *index.Space, s index.Slice, given map[index.Slice]index.Codes, workers, chunk int) ([]Finished, error) {
	p := newPool(context.Background(), workers)
	if err := p.acquire(); err != nil {
		return nil, err
	}
	w := newPartwise(newPair(x, s, p), given)
	if chunk > 0 {
		w.chunk = chunk
	}
	if err := w.solve(); err != nil {
		return nil, err
	}
	return w.finishAll()
}

// Part by part a pair comes out as all at once: the same counts, distances and
// checksums, and the same bytes for the store.
func TestPartsAreTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 7))
	pieces, readings := 4, 12
	if testing.Short() {
		pieces, readings = 3, 8
	}
	named := felli.Rulesets()
	for i := range readings {
		r := naive.RandomRuleset(rng, named[i%len(named)].Board)
		r.MenMove = felli.MenForward
		t.Run(r.FullString(), func(t *testing.T) {
			t.Parallel()
			x := spaceOf(t, r)
			whole := solveAll(t, x, pieces, 1)
			given := map[index.Slice]index.Codes{}
			for s, f := range whole {
				given[s] = f.Codes
			}
			compared := 0
			for _, s := range x.Slices(pieces) {
				if !s.MajorToMove() || !hasParts(x, s) {
					continue
				}
				checkPartition(t, x.Layout(s))
				tables, err := solveInParts(x, s, given, 1+i%3, i%2*5)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range tables {
					want := whole[f.Slice]
					if d := cmp.Diff(want.Summary, f.Summary); d != "" {
						t.Errorf("slice %v (-whole +parts)\n%s", f.Slice, d)
					} else if d := cmp.Diff(want.Stored, f.Stored); d != "" {
						t.Errorf("slice %v, what is stored (-whole +parts)\n%s", f.Slice, d)
					}
					compared++
				}
			}
			if compared < 3 {
				t.Errorf("only %d slices compared", compared)
			}
		})
	}
}

// Codes that don't fit a byte widen a table, and what is in it already stays.
func TestPartsWiden(t *testing.T) {
	x := space(t, "fetaix")
	given := map[index.Slice]index.Codes{}
	for s, f := range solveAll(t, x, 3, 1) {
		given[s] = f.Codes
	}
	p := newPool(context.Background(), 2)
	if err := p.acquire(); err != nil {
		t.Fatal(err)
	}
	w := newPartwise(newPair(x, index.Slice{Men: 1, Mullahs: 1, OppMen: 1}, p), given)
	if err := w.solve(); err != nil {
		t.Fatal(err)
	}
	w.part = w.partition.parts[len(w.partition.parts)/2]
	const code = 301
	var want [2][]uint16
	for table := range w.codes {
		w.cells[table] = slices.Repeat([]cell{settled | code}, int(w.partition.cells(w.part)))
		for _, c := range w.codes[table].Narrow {
			want[table] = append(want[table], uint16(c))
		}
	}
	minors := len(w.partition.mullahs[1])
	for number := range w.partition.menSets(w.part) {
		m, ok := w.partition.menSet(w.part, number)
		for k := 0; ok && k < w.partition.placements(); k++ {
			q := w.partition.position(&m, k/minors, k%minors, felli.White)
			image := x.Game().Mirror(q)
			for table := range want {
				want[table][w.index(&q)], want[table][w.index(&image)] = code, code
			}
		}
	}
	if err := w.keep(); err != nil {
		t.Fatal(err)
	}
	for table := range want {
		if d := cmp.Diff(want[table], w.codes[table].Wide); d != "" || !slices.Contains(want[table], code) {
			t.Errorf("table %d (-want +got)\n%s", table, d)
		}
	}
	if got := []uint16{7, 300, 301, 2, 9}; !fillsTo(got, 0b00110, []uint16{7, 7, 7, 2, 9}) {
		t.Errorf("filled: %v", got)
	}
}

func fillsTo(codes []uint16, marked uint64, want []uint16) bool {
	bits := make([]atomic.Uint64, 1)
	bits[0].Store(marked)
	fillMarked(codes, bits)
	return slices.Equal(codes, want)
}

// checkPartition looks whether a pair's parts are within what its memory is
// reckoned from, and no set of men comes before one that its men can reach.
func checkPartition(t *testing.T, l *index.Layout) {
	t.Helper()
	p := newPartition(l)
	x := l.Space()
	most := largestGroup(x, felli.White, l.Major.Men) * largestGroup(x, felli.Black, l.Minor.Men)
	seen := map[[2]felli.Mask]bool{}
	for _, a := range p.parts {
		if n := uint64(p.menSets(a)); n == 0 || n > most {
			t.Errorf("%v against %v: a part with %d sets of men, at most %d were reckoned with", l.Major, l.Minor, n, most)
		}
		var now [][2]felli.Mask
		for number := range p.menSets(a) {
			m, ok := p.menSet(a, number)
			if !ok {
				continue
			}
			now = append(now, m.men)
			for side := range m.men {
				for rest := m.men[side]; rest != 0; rest &= rest - 1 {
					from := rest.First()
					to := x.Game().Destinations(felli.Side(side), felli.Man, from, m.men[0]|m.men[1])
					for to &^= x.Game().PromotionPoints(felli.Side(side)); to != 0; to &= to - 1 {
						next := m.men
						next[side] ^= from.Bit() | to&-to
						q := felli.Position{Men: next}
						p.orient(&q)
						if _, _, here := p.locate(a, &q); !here && !seen[q.Men] {
							t.Fatalf("%v against %v: men on %v come before those on %v", l.Major, l.Minor, m.men, next)
						}
					}
				}
			}
		}
		for _, men := range now {
			if seen[men] {
				t.Fatalf("%v against %v: men on %v are in two parts", l.Major, l.Minor, men)
			}
			seen[men] = true
		}
	}
}
