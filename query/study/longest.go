package study

import (
	"cmp"
	"context"
	"slices"

	"felli"
	"felli/index"
	"felli/query"
)

// Longest gives the Count longest wins and the Count longest losses for White
// within the distances asked for, the longest first. Among them is an example
// for each slice's longest; the others are positions without a capture.
func Longest(ctx context.Context, x *index.Space, tables query.Tables, o Options) ([]Position, error) {
	f, err := newFinder(ctx, x, tables, o)
	if err != nil {
		return nil, err
	}
	var list []Position
	half := f.total
	f.total *= 2 // each slice may be looked through twice
	for i, g := range []*ranking{
		{finder: f, kind: "longest win", parity: 0, extreme: func(sum index.Summary) index.Extreme { return sum.Longest.Win }},
		{finder: f, kind: "longest loss", parity: 1, extreme: func(sum index.Summary) index.Extreme { return sum.Longest.Loss }},
	} {
		found, err := g.find()
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
		f.done = half * uint64(i+1) // most slices needn't be looked through
	}
	return list, nil
}

// A ranking is the longest wins or losses so far.
type ranking struct {
	*finder
	kind    string
	parity  felli.Code // of the codes: wins are even, losses odd
	extreme func(index.Summary) index.Extreme
	list    []Position
}

// find goes through the slices, those with the longest first, as long as they
// can add something.
func (g *ranking) find() ([]Position, error) {
	var summaries []index.Summary
	for _, s := range g.slices {
		sum, err := g.tables.Summary(s)
		if err != nil {
			return nil, err
		}
		if g.extreme(sum).Exists {
			summaries = append(summaries, sum)
		}
	}
	slices.SortStableFunc(summaries, func(a, b index.Summary) int { return cmp.Compare(g.extreme(b).DTW, g.extreme(a).DTW) })
	for _, sum := range summaries {
		most := g.extreme(sum)
		if !g.open(most.DTW) {
			break
		}
		codes, err := g.tables.Codes(sum.Slice)
		if err != nil {
			return nil, err
		}
		if p := g.space.Unrank(sum.Slice, most.Index); g.wants(most.DTW) {
			g.add(Position{Kind: g.kind, Slice: sum.Slice, Position: p, Result: (felli.Code(most.DTW) + 1).Result(), index: most.Index})
		}
		err = g.eachCode(sum.Slice, codes, func(i uint64, c felli.Code) error {
			if c == 0 || c&1 != g.parity || !g.wants(felli.Plies(c-1)) || !g.open(felli.Plies(c-1)) {
				return nil
			}
			p := g.space.Unrank(sum.Slice, i)
			if i == most.Index || g.game.CanCapture(p) || !first(g.space, i, p) || g.isImage(p, sum.Slice, most.Index) {
				return nil
			}
			g.add(Position{Kind: g.kind, Slice: sum.Slice, Position: p, Result: c.Result(), index: i})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return g.list, nil
}

// isImage reports whether p is a mirror image of the position with index j.
func (g *ranking) isImage(p felli.Position, s index.Slice, j uint64) bool {
	for k := range g.space.Symmetries() {
		if t, i := g.space.Rank(image(g.space, k, p)); t == s && i == j {
			return true
		}
	}
	return false
}

// open reports whether a position of that distance would be kept.
func (g *ranking) open(d felli.Plies) bool {
	return len(g.list) < g.o.Count || g.o.Count > 0 && d > g.list[len(g.list)-1].Result.DTW
}

// add puts p behind those that are as long.
func (g *ranking) add(p Position) {
	at := len(g.list)
	for at > 0 && g.list[at-1].Result.DTW < p.Result.DTW {
		at--
	}
	g.list = slices.Insert(g.list, at, p)
	if len(g.list) > g.o.Count {
		g.list = g.list[:g.o.Count]
	}
}
