package solve

import (
	"fmt"

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
	pool.geometries.pin(j.layout)
	defer pool.geometries.unpin(j.layout)
	if err := j.prepare(); err != nil {
		return err
	}
	return j.each(func(b *block) error {
		if err := b.bestLeaps(t); err != nil {
			return err
		}
		if codes.Wide != nil {
			return putLeaps(b, t, codes.Wide)
		}
		return putLeaps(b, t, codes.Narrow)
	})
}

// putLeaps puts the codes of the block's positions that have a leap into the
// codes of a table.
func putLeaps[C uint8 | uint16](b *block, t int, codes []C) error {
	codes = codes[b.first:][:b.size()]
	for major := range b.kinds[majorMoves] {
		for minor := range b.kinds[minorMoves] {
			if b.isQuiet(t, major, minor) {
				continue
			}
			at := b.at(majorMoves, major, minor)
			c := codeOf(b.best[at])
			if c > felli.Code(^C(0)) {
				return fmt.Errorf("a distance of %d plies doesn't fit the table: %w", c-1, felli.ErrCorrupt)
			}
			codes[at] = C(c)
		}
	}
	return nil
}
