package query

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// fakeTables are tables in memory, made by plain iteration over depths.
type fakeTables struct {
	ruleset string
	codes   map[index.Slice]index.Codes
	sums    map[index.Slice]index.Summary
}

func (f *fakeTables) missing(s index.Slice) error {
	return fmt.Errorf("slice %v of %s: %w", s, f.ruleset, felli.ErrNotBuilt)
}

func (f *fakeTables) Code(s index.Slice, i uint64) (felli.Code, error) {
	c, ok := f.codes[s]
	if !ok {
		return 0, f.missing(s)
	}
	return c.At(i), nil
}

func (f *fakeTables) Codes(s index.Slice) (index.Codes, error) {
	c, ok := f.codes[s]
	if !ok {
		return index.Codes{}, f.missing(s)
	}
	return index.Codes{Narrow: slices.Clone(c.Narrow), Wide: slices.Clone(c.Wide)}, nil
}

func (f *fakeTables) Summary(s index.Slice) (index.Summary, error) {
	sum, ok := f.sums[s]
	if !ok {
		return index.Summary{}, f.missing(s)
	}
	return sum, nil
}

func (f *fakeTables) Summaries() ([]index.Summary, error) {
	var list []index.Summary
	for _, sum := range f.sums {
		list = append(list, sum)
	}
	return list, nil
}

// solveSmall makes the tables of all slices up to the given number of pieces.
// Where captures are compulsory the places of positions with a capture hold
// junk, as their values mustn't be looked up.
func solveSmall(tb testing.TB, ruleset string, pieces int) (*index.Space, *fakeTables) {
	tb.Helper()
	key := fmt.Sprint(ruleset, " ", pieces)
	kept, ok := solvedSmall.Load(key)
	if !ok {
		kept, _ = solvedSmall.LoadOrStore(key, solveNew(testgame.Space(tb, ruleset), ruleset, pieces))
	}
	f := *kept.(*fakeTables)
	f.codes, f.sums = maps.Clone(f.codes), maps.Clone(f.sums)
	for s, c := range f.codes {
		f.codes[s] = index.Codes{Narrow: slices.Clone(c.Narrow)}
	}
	return testgame.Space(tb, ruleset), &f
}

// solvedSmall keeps what solveSmall has made, by ruleset and pieces.
var solvedSmall sync.Map

func solveNew(x *index.Space, ruleset string, pieces int) *fakeTables {
	f := &fakeTables{ruleset: ruleset, codes: map[index.Slice]index.Codes{}, sums: map[index.Slice]index.Summary{}}
	answers := map[index.Slice][]felli.Code{}
	done := map[index.Slice]bool{}
	for _, s := range x.Slices(pieces) {
		if done[s] {
			continue
		}
		done[s], done[s.Twin()] = true, true
		solvePair(x, s, answers)
		for _, t := range []index.Slice{s, s.Twin()} {
			f.codes[t], f.sums[t] = storeSmall(x, t, answers[t])
		}
	}
	return f
}

const (
	unsolved felli.Code = 1<<16 - 1
	junk     felli.Code = 77
)

// solvePair finds the answers of s and its twin: depth by depth, a loss when
// all moves lead to wins, the longest of the depth before, and a win when a
// move leads to a loss of the depth before.
func solvePair(x *index.Space, s index.Slice, answers map[index.Slice][]felli.Code) {
	g := x.Game()
	both := []index.Slice{s, s.Twin()}
	for _, t := range both {
		if answers[t] == nil {
			answers[t] = slices.Repeat([]felli.Code{unsolved}, int(x.Size(t)))
		}
	}
	for d, last := felli.Code(0), felli.Code(2); d <= last; d++ {
		var found []func()
		for _, t := range both {
			x.Scan(t, 0, x.Size(t), func(i uint64, p felli.Position) bool {
				if answers[t][i] != unsolved {
					return true
				}
				moves := g.Moves(p)
				if len(moves) == 0 && g.Stalemate == felli.StalemateDraw {
					return true
				}
				worst, win := felli.Code(0), false
				for _, m := range moves {
					q := g.Play(p, m)
					c := lostIn0
					if q.Pieces(q.ToMove) != 0 {
						u, j := x.Rank(q)
						c = answers[u][j]
					}
					if c != unsolved {
						last = max(last, c+2)
					}
					if c == d && c&1 == 1 {
						win = true
					}
					if c == unsolved || c == 0 || c&1 == 1 {
						c = unsolved
					}
					worst = max(worst, c)
				}
				if win || worst == d && d&1 == 0 {
					found = append(found, func() { answers[t][i] = d + 1 })
				}
				return true
			})
		}
		for _, f := range found {
			f()
			last = max(last, d+3)
		}
	}
	for _, t := range both {
		for i, c := range answers[t] {
			if c == unsolved {
				answers[t][i] = 0
			}
		}
	}
}

// storeSmall is the table and the summary that a store would keep.
func storeSmall(x *index.Space, s index.Slice, answers []felli.Code) (index.Codes, index.Summary) {
	g := x.Game()
	sum := index.Summary{Slice: s, Size: uint64(len(answers))}
	var seen histogram
	wide := index.Codes{Wide: make([]uint16, len(answers))}
	stored := index.Codes{Narrow: make([]uint8, len(answers))}
	x.Scan(s, 0, sum.Size, func(i uint64, p felli.Position) bool {
		raw, self := x.Weight(s, p)
		seen.add(i, answers[i], raw, self)
		wide.Wide[i] = uint16(answers[i])
		stored.Narrow[i] = uint8(answers[i])
		if g.Capture == felli.CaptureCompulsory && g.CanCapture(p) {
			stored.Narrow[i] = uint8(junk)
		}
		return true
	})
	var y tally
	seen.addTo(&y)
	sum.Raw, sum.Folded = y.counts()
	sum.Longest, sum.Checksum = y.longest, checksum(wide)
	return stored, sum
}
