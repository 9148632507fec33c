package study

import (
	"context"

	"felli"
	"felli/index"
	"felli/query"
)

// Puzzles gives, of each distance asked for, Count positions that White wins
// with one move alone, all its others drawing or losing. It has at least one
// other, and none of its moves is a capture. They come by distance.
//
// It reads every code once and looks closely only at positions that would get
// into the sample: their moves are probed, in tables that must all be there.
func Puzzles(ctx context.Context, x *index.Space, tables query.Tables, o Options) ([]Position, error) {
	f, err := newFinder(ctx, x, tables, o)
	if err != nil {
		return nil, err
	}
	samples := map[felli.Code]*sample{}
	for _, s := range f.slices {
		codes, err := tables.Codes(s)
		if err != nil {
			return nil, err
		}
		err = f.eachCode(s, codes, func(i uint64, c felli.Code) error {
			if c == 0 || c&1 == 1 || !f.wants(felli.Plies(c-1)) {
				return nil
			}
			kept := samples[c]
			if kept == nil {
				kept = &sample{count: o.Count}
				samples[c] = kept
			}
			hash := place(o.Seed, s, i)
			if !kept.open(hash) {
				return nil
			}
			p := x.Unrank(s, i)
			if ok, err := f.isPuzzle(i, p); !ok || err != nil {
				return err
			}
			kept.add(hash, Position{Kind: "puzzle", Slice: s, Position: p, Result: c.Result(), index: i})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var list []Position
	for _, kept := range samples {
		for _, d := range kept.list {
			list = append(list, d.Position)
		}
	}
	return byDistance(list), nil
}

func (f *finder) isPuzzle(i uint64, p felli.Position) (bool, error) {
	if f.game.CanCapture(p) || !first(f.space, i, p) {
		return false, nil
	}
	var room [64]felli.Move
	moves := f.game.AppendMoves(room[:0], p)
	wins := 0
	for _, m := range moves {
		r, err := f.prober.Probe(f.game.Play(p, m))
		if err != nil {
			return false, err
		}
		if r.Value == felli.Loss {
			if wins++; wins > 1 {
				return false, nil
			}
		}
	}
	return wins == 1 && len(moves) > 1, nil
}
