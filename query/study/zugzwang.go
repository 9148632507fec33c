package study

import (
	"context"

	"felli"
	"felli/index"
	"felli/query"
)

// Zugzwangs gives placements that are worth less to either side when it has to
// move than when the other has: Count in which whoever is to move loses, and
// Count in which one side loses and the other draws; of these White, to move,
// is the side that loses. In none of them can a side capture, or is without a
// move. They come by distance.
func Zugzwangs(ctx context.Context, x *index.Space, tables query.Tables, o Options) ([]Position, error) {
	f, err := newFinder(ctx, x, tables, o)
	if err != nil {
		return nil, err
	}
	z := &zugzwangs{finder: f, lost: sample{count: o.Count}, drawn: sample{count: o.Count}}
	done := map[index.Slice]bool{}
	for _, s := range f.slices {
		if done[s] {
			continue
		}
		done[s], done[s.Twin()] = true, true
		if err := z.pair(s); err != nil {
			return nil, err
		}
		if s != s.Twin() {
			f.done += x.Size(s) // both were looked at
		}
	}
	var list []Position
	for _, d := range append(z.lost.list, z.drawn.list...) {
		list = append(list, d.Position)
	}
	return byDistance(list), nil
}

type zugzwangs struct {
	*finder
	lost, drawn sample
}

// pair looks through s and its twin. Both have one numbering, whoever is to
// move, so the same placement has the same index in both. In a slice that is
// its own twin the side to move is the numbering's major side, and the index
// with the other to move has to be found.
func (z *zugzwangs) pair(s index.Slice) error {
	codes, err := z.tables.Codes(s)
	if err != nil {
		return err
	}
	t := s.Twin()
	if s == t {
		return z.eachCode(s, codes, func(i uint64, c felli.Code) error {
			if c&1 == 1 && z.open(s, i) {
				p := z.space.Unrank(s, i)
				_, j := z.space.Rank(z.opposite(p))
				if d := codes.At(j); d == 0 || d&1 == 1 {
					z.offer(s, i, p, c, d)
				}
			}
			return nil
		})
	}
	others, err := z.tables.Codes(t)
	if err != nil {
		return err
	}
	return z.eachCode(s, codes, func(i uint64, c felli.Code) error {
		switch d := others.At(i); {
		case c&1 == 1 && (d == 0 || d&1 == 1):
			if z.open(s, i) {
				z.offer(s, i, z.space.Unrank(s, i), c, d)
			}
		case c == 0 && d&1 == 1:
			if z.open(t, i) {
				z.offer(t, i, z.space.Unrank(t, i), d, c)
			}
		}
		return nil
	})
}

func (z *zugzwangs) open(s index.Slice, i uint64) bool {
	hash := place(z.o.Seed, s, i)
	return z.lost.open(hash) || z.drawn.open(hash)
}

// offer takes a position in which c says that White loses, and d that Black,
// were it to move, would lose or draw, if nothing speaks against it.
func (z *zugzwangs) offer(s index.Slice, i uint64, p felli.Position, c, d felli.Code) {
	kept := &z.drawn
	if d != 0 {
		kept = &z.lost
	}
	hash := place(z.o.Seed, s, i)
	if !kept.open(hash) || !z.wants(c.Result().DTW) {
		return
	}
	q := z.opposite(p)
	if z.game.CanCapture(p) || z.game.CanCapture(q) || !z.game.CanMove(p) || !z.game.CanMove(q) {
		return
	}
	var same []felli.Position
	if d != 0 && s == s.Twin() {
		same = append(same, q) // which is found too
	}
	if first(z.space, i, p, same...) {
		kept.add(hash, Position{Kind: "zugzwang", Slice: s, Position: p, Result: c.Result(), Opposite: d.Result(), index: i})
	}
}
