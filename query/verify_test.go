package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// smallGames are rulesets and piece counts that between them use every kind of
// capture, promotion and end.
var smallGames = []struct {
	ruleset string
	pieces  int
}{
	{"felli", 4},
	{"felli-compulsory,stalemate=draw", 4},
	{"felli-mullah", 4},
	{"felli-mullah,promote=pass,removal=deferred,promotion=rank", 3},
	{"felli-bouhajbane,stalemate=draw", 3},
	{"fetaix", 3},
	{"fetach", 3},
	{"butterfly", 3},
}

func eachSmallGame(t *testing.T, f func(t *testing.T, x *index.Space, tables *fakeTables)) {
	t.Helper()
	for _, game := range smallGames {
		t.Run(game.ruleset, func(t *testing.T) {
			pieces := game.pieces
			if testing.Short() {
				pieces = min(pieces, 3)
				if strings.HasPrefix(game.ruleset, "fet") {
					pieces = 2
				}
			}
			x, tables := solveSmall(t, game.ruleset, pieces)
			f(t, x, tables)
		})
	}
}

func TestBlocksAreScan(t *testing.T) {
	for _, game := range smallGames {
		t.Run(game.ruleset, func(t *testing.T) {
			x := testgame.Space(t, game.ruleset)
			pieces := 4
			switch large := x.Game().Board.Points() > 20; {
			case large && testing.Short():
				pieces = 2
			case large || testing.Short():
				pieces = 3
			}
			for _, s := range x.Slices(pieces) {
				checkBlocks(t, x, s)
			}
		})
	}
}

func checkBlocks(t *testing.T, x *index.Space, s index.Slice) {
	t.Helper()
	sc, w := newBlockScanner(x, s), newWeigher(x, s)
	var next uint64
	for number := range sc.majors() {
		err := sc.scan(number, func(b *block) error {
			w.at(b)
			seen := make([]bool, b.size())
			for q, own := range b.ownMullahs {
				for r, opp := range b.oppMullahs {
					i := b.index(q, r)
					got, want := x.Game().Normalise(b.position(own, opp)), x.Unrank(s, i)
					if got != want || i < next || i >= next+uint64(b.size()) || seen[i-next] {
						return fmt.Errorf("position %d is %v, want %v", i, got, want)
					}
					seen[i-next] = true
					raw, self := w.weight(q, r)
					wantRaw, wantSelf := x.Weight(s, want)
					if raw != wantRaw || self != wantSelf {
						return fmt.Errorf("weight of %v = %d, %d, want %d, %d", want, raw, self, wantRaw, wantSelf)
					}
				}
			}
			next += uint64(b.size())
			return nil
		})
		if err != nil {
			t.Fatalf("%v: %v", s, err)
		}
	}
	if next != x.Size(s) {
		t.Fatalf("%v: blocks hold %d positions, want %d", s, next, x.Size(s))
	}
}

func TestVerify(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		for _, o := range []VerifyOptions{{}, {Workers: 3}, {Memory: 1}} {
			var last VerifyProgress
			o.Progress = func(p VerifyProgress) { last = p }
			report, err := Verify(context.Background(), x, tables, o)
			if err != nil {
				t.Fatalf("Verify(%+v): %v", o, err)
			}
			if report.Slices != len(tables.sums) || report.Checked+report.Derived != report.Positions {
				t.Errorf("Verify(%+v) = %+v, want %d slices and every position", o, *report, len(tables.sums))
			}
			if last.Done != last.Total {
				t.Errorf("progress ends at %d of %d", last.Done, last.Total)
			}
		}
	})
}

// TestVerifyPlain checks that the plain version finds as many positions and
// nothing wrong.
func TestVerifyPlain(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		full, err := Verify(context.Background(), x, tables, VerifyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		plain, err := Verify(context.Background(), x, tables, VerifyOptions{Sample: 1 - 1e-12})
		if err != nil {
			t.Fatal(err)
		}
		if *plain != *full {
			t.Errorf("plain check: %+v, want %+v", *plain, *full)
		}
		some, err := Verify(context.Background(), x, tables, VerifyOptions{Sample: 0.3, Memory: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if some.Checked >= full.Checked {
			t.Errorf("a sample of 30 %% checks %d positions, all are %d", some.Checked, full.Checked)
		}
	})
}

func TestVerifyFindsChangedCode(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		all := slices.DeleteFunc(x.Slices(3), func(s index.Slice) bool { return tables.codes[s].Len() == 0 })
		for _, s := range []index.Slice{all[0], all[len(all)/2], all[len(all)-1]} {
			at := quietPosition(x, s)
			if at < 0 {
				continue
			}
			good := tables.codes[s].Narrow[at]
			for _, bad := range []uint8{good + 2, good ^ 1, 0} {
				if bad == good {
					continue
				}
				tables.codes[s].Narrow[at] = bad
				for _, o := range []VerifyOptions{{Workers: 4}, {Sample: 1 - 1e-12}} {
					_, err := Verify(context.Background(), x, tables, o)
					if !errors.Is(err, felli.ErrCorrupt) {
						t.Fatalf("%v position %d changed from %d to %d: Verify(%+v) = %v, want ErrCorrupt", s, at, good, bad, o, err)
					}
				}
			}
			tables.codes[s].Narrow[at] = good
		}
	})
}

// quietPosition is the last position of s without a capture, or -1.
func quietPosition(x *index.Space, s index.Slice) int {
	at := -1
	x.Scan(s, 0, x.Size(s), func(i uint64, p felli.Position) bool {
		if !x.Game().CanCapture(p) {
			at = int(i)
		}
		return true
	})
	return at
}

func TestVerifyShowsFirstDifference(t *testing.T) {
	x, tables := solveSmall(t, "felli-mullah", 3)
	s, err := index.ParseSlice("m1k1vk1")
	if err != nil {
		t.Fatal(err)
	}
	var quiet []uint64
	x.Scan(s, 0, x.Size(s), func(i uint64, p felli.Position) bool {
		if !x.Game().CanCapture(p) {
			quiet = append(quiet, i)
		}
		return true
	})
	for _, i := range quiet[len(quiet)/2:] {
		tables.codes[s].Narrow[i] = 251
	}
	for _, workers := range []int{1, 5} {
		_, err := Verify(context.Background(), x, tables, VerifyOptions{Workers: workers})
		var diff *DifferenceError
		if !errors.As(err, &diff) {
			t.Fatalf("Verify = %v, want a DifferenceError", err)
		}
		if want := quiet[len(quiet)/2]; diff.Slice != s || diff.Index != want {
			t.Errorf("%d workers: first difference in %v at %d, want %v at %d: %v", workers, diff.Slice, diff.Index, s, want, diff)
		}
	}
}

func TestVerifySummary(t *testing.T) {
	x, tables := solveSmall(t, "felli", 3)
	s, _ := index.ParseSlice("m1vm2")
	good := tables.sums[s]
	for name, change := range map[string]func(*index.Summary){
		"positions":        func(sum *index.Summary) { sum.Raw.Win++ },
		"folded positions": func(sum *index.Summary) { sum.Folded.Draw++ },
		"longest loss":     func(sum *index.Summary) { sum.Longest.Loss.Index++ },
		"checksum":         func(sum *index.Summary) { sum.Checksum[31] ^= 1 },
	} {
		sum := good
		change(&sum)
		tables.sums[s] = sum
		_, err := Verify(context.Background(), x, tables, VerifyOptions{})
		var wrong *SummaryError
		if !errors.As(err, &wrong) || wrong.What != name || wrong.Slice != s || !errors.Is(err, felli.ErrCorrupt) {
			t.Errorf("%s changed: Verify = %v", name, err)
		}
	}
}

func TestVerifyStops(t *testing.T) {
	x, tables := solveSmall(t, "felli", 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Verify(ctx, x, tables, VerifyOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify with a cancelled context = %v", err)
	}
}

// A sample of a small store is about as large as asked for, and of each table
// something is in it.
func TestSampleOfSmall(t *testing.T) {
	eachSmallGame(t, func(t *testing.T, x *index.Space, tables *fakeTables) {
		t.Helper()
		for _, share := range []float64{1e-9, 0.25} {
			report, err := Verify(context.Background(), x, tables, VerifyOptions{Sample: share})
			if err != nil {
				t.Fatal(err)
			}
			got, want := report.Checked+report.Derived, float64(report.Positions)*share
			if got < uint64(report.Slices) || share > 0.1 && (float64(got) < want/2 || float64(got) > want*2) {
				t.Errorf("a share of %v of %d positions in %d tables: %d looked at", share, report.Positions, report.Slices, got)
			}
		}
	})
}

// Captures whose values need a second byte make a table wider.
func TestVerifyWidens(t *testing.T) {
	x := testgame.Space(t, "felli-compulsory")
	s, _ := index.ParseSlice("m1vm1")
	m := newMemory(x, &fakeTables{codes: map[index.Slice]index.Codes{s: {Narrow: []uint8{1, 2, 255}}}}, 0)
	tab, err := m.load(s)
	if err != nil {
		t.Fatal(err)
	}
	if tab.set(0, 300) {
		t.Error("300 fits one byte")
	}
	tab.widen()
	if !tab.set(0, 300) || tab.codes.At(0) != 300 || tab.codes.At(2) != 255 {
		t.Errorf("after widening: %v", tab.codes.Wide)
	}
}
