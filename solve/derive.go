package solve

import (
	"felli"
	"felli/index"
)

// derive works out the codes of the positions of s whose mover must capture,
// and puts them into codes; their places hold fillers in a store. need returns
// the tables, whole, that captures lead to.
func derive(pool *pool, x *index.Space, s index.Slice, codes index.Codes, need func(index.Slice) (index.Codes, error)) error {
	if x.Game().Capture != felli.CaptureCompulsory || codes.Len() == 0 {
		return nil
	}
	j := newPair(x, s, pool)
	t := majorMoves
	if !s.MajorToMove() {
		t = minorMoves
	}
	given := map[index.Slice]index.Codes{}
	for _, d := range x.Dependencies(s) {
		if d.Pieces() == s.Pieces() {
			continue // a promotion without capture
		}
		c, err := need(d)
		if err != nil {
			return err
		}
		given[d] = c
	}
	j.deps[t] = j.dependencies(t, func(s index.Slice) (index.Codes, bool) { c, ok := given[s]; return c, ok })
	j.cells[t] = make([]cell, j.layout.Size())
	if err := j.prepare(); err != nil {
		return err
	}
	if err := j.each(func(b *block) error { return b.settleLeaps(t) }); err != nil {
		return err
	}
	for i, c := range j.cells[t] {
		if c&silent == 0 {
			continue
		}
		if codes.Wide != nil {
			codes.Wide[i] = uint16(resultCode(c))
		} else {
			codes.Narrow[i] = uint8(resultCode(c))
		}
	}
	return nil
}
