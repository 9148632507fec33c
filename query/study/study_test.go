package study

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"felli"
	"felli/index"
	"felli/internal/testgame"
	"felli/query"
)

type fixture struct {
	name string
	x    *index.Space
	h    *index.Memory
	// answers are those of one position of each class, by its FEN.
	answers map[string]felli.Result
	class   func(felli.Position) string
}

// fixtures are some solved games, with all answers found by probing.
func fixtures(t *testing.T) (list []*fixture) {
	t.Helper()
	for i, tt := range []struct {
		ruleset string
		pieces  int
	}{
		{"felli", 5},
		{"felli-compulsory", 5},
		{"felli-mullah", 4},
		{"felli-mullah,promote=stop,stalemate=draw", 4},
		{"felli-bouhajbane", 3},
		{"fetaix", 3},
		{"felli,stalemate=draw,men-move=forward", 6},
	} {
		if testing.Short() && i > 2 {
			break
		}
		x, tables := testgame.Solved(t, tt.ruleset, tt.pieces)
		g := x.Game()
		f := &fixture{name: tt.ruleset, x: x, h: tables, answers: map[string]felli.Result{}}
		f.class = func(p felli.Position) string {
			least := ""
			for k := range f.x.Symmetries() {
				if fen := g.FEN(image(f.x, k, p)); least == "" || fen < least {
					least = fen
				}
			}
			return least
		}
		pr := query.NewProber(f.x, f.h)
		summaries, err := tables.Summaries()
		if err != nil {
			t.Fatal(err)
		}
		for _, sum := range summaries {
			f.x.Scan(sum.Slice, 0, sum.Size, func(_ uint64, p felli.Position) bool {
				if f.answers[f.class(p)], err = pr.Probe(p); err != nil {
					t.Fatal(err)
				}
				return true
			})
		}
		list = append(list, f)
	}
	return list
}

// found are positions by class; a class that comes twice is an error.
func (f *fixture) found(t *testing.T, list []Position) map[string]felli.Result {
	t.Helper()
	m := map[string]felli.Result{}
	for _, p := range list {
		c := f.class(p.Position)
		if _, twice := m[c]; twice {
			t.Errorf("%s: %s comes twice", f.name, c)
		}
		if p.Slice != index.SliceOf(p.Position) {
			t.Errorf("%s: %s is in slice %v", f.name, c, p.Slice)
		}
		m[c] = p.Result
	}
	return m
}

func (f *fixture) position(t *testing.T, fen string) felli.Position {
	t.Helper()
	return testgame.Position(t, f.x.Game(), fen)
}

const everything = 1 << 30

func TestFinds(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Run("puzzles", f.puzzles)
			t.Run("zugzwangs", f.zugzwangs)
			t.Run("longest", f.longest)
			t.Run("rows", f.rows)
		})
	}
}

func (f *fixture) puzzles(t *testing.T) {
	g, want := f.x.Game(), map[string]felli.Result{}
	for fen, r := range f.answers {
		p := f.position(t, fen)
		moves, wins := g.Moves(p), 0
		for _, m := range moves {
			q := g.Play(p, m)
			if a, ok := f.answers[f.class(g.Normalise(q))]; ok && a.Value == felli.Loss || q.Pieces(q.ToMove) == 0 {
				wins++
			}
		}
		if r.Value == felli.Win && wins == 1 && len(moves) > 1 && !g.CanCapture(p) {
			want[fen] = r
		}
	}
	all, err := Puzzles(context.Background(), f.x, f.h, Options{Count: everything})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, f.found(t, all)); diff != "" {
		t.Errorf("puzzles (-want +got):\n%s", diff)
	}
	some, err := Puzzles(context.Background(), f.x, f.h, Options{Count: 2, Min: 5, Max: 9, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	count := map[felli.Plies]int{}
	for c, r := range f.found(t, some) {
		count[r.DTW]++
		if want[c] != r || r.DTW < 5 || r.DTW > 9 {
			t.Errorf("the sample has %s, %v", c, r)
		}
	}
	for d := felli.Plies(5); d <= 9; d++ {
		there := 0
		for _, r := range want {
			if r.DTW == d {
				there++
			}
		}
		if count[d] != min(there, 2) {
			t.Errorf("the sample has %d puzzles of distance %d, there are %d", count[d], d, there)
		}
	}
	again, _ := Puzzles(context.Background(), f.x, f.h, Options{Count: 2, Min: 5, Max: 9, Seed: 3})
	if !slices.Equal(some, again) {
		t.Error("the sample isn't the same the second time")
	}
}

func (f *fixture) zugzwangs(t *testing.T) {
	g := f.x.Game()
	want := map[string]felli.Result{}
	both := map[string]string{} // the class of each lost-lost position and that of the same with the other to move
	for fen, r := range f.answers {
		p := f.position(t, fen)
		q := p
		q.ToMove = felli.Black
		q = g.Normalise(q)
		o, ok := f.answers[f.class(q)]
		if !ok || r.Value != felli.Loss || o.Value == felli.Win || g.CanCapture(p) || g.CanCapture(q) || !g.CanMove(p) || !g.CanMove(q) {
			continue
		}
		want[fen] = r
		if o.Value == felli.Loss {
			both[fen] = f.class(q)
		}
	}
	list, err := Zugzwangs(context.Background(), f.x, f.h, Options{Count: everything})
	if err != nil {
		t.Fatal(err)
	}
	have := f.found(t, list)
	for c, other := range both { // one of the two is enough, and one must be there
		if c == other {
			continue
		}
		_, a := have[c]
		if _, b := have[other]; a == b {
			t.Errorf("of %s and %s both or neither was found: %v", c, other, a)
		}
	}
	for c, other := range both {
		if c != other {
			delete(want, c)
			delete(have, c)
		}
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("zugzwangs (-want +got):\n%s", diff)
	}
}

func (f *fixture) longest(t *testing.T) {
	g := f.x.Game()
	for _, value := range []felli.Value{felli.Win, felli.Loss} {
		var quiet []int
		most := 0
		for fen, r := range f.answers {
			if r.Value == value {
				most = max(most, int(r.DTW))
				if !g.CanCapture(f.position(t, fen)) {
					quiet = append(quiet, int(r.DTW))
				}
			}
		}
		slices.Sort(quiet)
		slices.Reverse(quiet)
		const count = 7
		list, err := Longest(context.Background(), f.x, f.h, Options{Count: count})
		if err != nil {
			t.Fatal(err)
		}
		list = slices.DeleteFunc(list, func(p Position) bool { return p.Result.Value != value })
		for c, r := range f.found(t, list) {
			if f.answers[c] != r {
				t.Errorf("%s is %v, not %v", c, f.answers[c], r)
			}
		}
		for i, p := range list {
			if i == 0 && int(p.Result.DTW) != most || int(p.Result.DTW) < quiet[min(i, len(quiet)-1)] {
				t.Errorf("number %d has distance %d; the longest is %d, without captures %v", i, p.Result.DTW, most, quiet[:min(count, len(quiet))])
			}
		}
		if len(list) < min(count, len(quiet)) {
			t.Errorf("%d positions, want %d", len(list), count)
		}
	}
}

func (f *fixture) rows(t *testing.T) {
	summaries, err := f.h.Summaries()
	if err != nil {
		t.Fatal(err)
	}
	var sums []index.Slice
	for _, sum := range slices.Backward(summaries) { // in any order
		sums = append(sums, sum.Slice)
	}
	for _, o := range []RowOptions{{}, {Workers: 3, Memory: 1000}, {Slices: sums, Workers: 2}} {
		have := map[string]felli.Result{}
		err := Rows(context.Background(), f.x, f.h, o, func(rows []Row) ([]Row, error) { return slices.Clone(rows), nil }, func(rows []Row) error {
			for _, r := range rows {
				c := f.class(r.Position)
				if _, twice := have[c]; twice {
					return fmt.Errorf("%s comes twice", c)
				}
				have[c] = r.Result
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(have, f.answers) {
			t.Errorf("%+v: %d rows, want %d, or some differ", o, len(have), len(f.answers))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Rows(ctx, f.x, f.h, RowOptions{}, func([]Row) (int, error) { return 0, nil }, func(int) error { return nil }); err == nil {
		t.Error("a cancelled context isn't noticed")
	}
	stop := errors.New("enough")
	if err := Rows(context.Background(), f.x, f.h, RowOptions{}, func([]Row) (int, error) { return 0, nil }, func(int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error of take: %v", err)
	}
}
