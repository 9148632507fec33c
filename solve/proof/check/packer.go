package check

import (
	"fmt"

	"felli"
)

// maxPackedPoints is the largest board whose positions fit a key: 5^27 < 2^63.
const maxPackedPoints = 27

// A Packer gives every position a number of its own, its key. It never changes
// after [NewPacker].
//
// A key is written in base 5, a digit a point, the lowest for the first point
// of the board: 0 empty, 1 a man and 2 a Mullah of the side to move, 3 and 4
// the opponent's. If Black is to move the board is turned by 180° first. Of a
// position and its left-right mirror image the smaller number is the key of
// both.
type Packer struct {
	game   *felli.Game
	points int
	// digits[side to move][byte of the mask][its value] is the sum of the
	// powers of 5 of the points, as they are and mirrored.
	digits [2]digitTable
}

type digitTable [4][256]twoSums

type twoSums struct{ plain, mirror uint64 }

// NewPacker prepares keys for the positions of g, in a few microseconds. The
// board may have at most 27 points.
func NewPacker(g *felli.Game) (*Packer, error) {
	c := &Packer{game: g, points: g.Board.Points()}
	if c.points > maxPackedPoints {
		return nil, fmt.Errorf("number the positions of %s: the board has %d points, more than %d", g, c.points, maxPackedPoints)
	}
	power := [32]uint64{1}
	for i := 1; i < c.points; i++ {
		power[i] = 5 * power[i-1]
	}
	for side := range c.digits {
		for b := range c.digits[side] {
			for value := range 256 {
				var s twoSums
				for bit := range 8 {
					p := felli.Point(8*b + bit)
					if value>>bit&1 == 0 || int(p) >= c.points {
						continue
					}
					if side == int(felli.Black) {
						p = g.Board.RotatePoint(p)
					}
					s.plain += power[p]
					s.mirror += power[g.Board.MirrorPoint(p)]
				}
				c.digits[side][b][value] = s
			}
		}
	}
	return c, nil
}

// Pack is the key of p.
func (c *Packer) Pack(p felli.Position) uint64 {
	t := &c.digits[p.ToMove&1]
	own, opp := p.ToMove&1, p.ToMove.Other()&1
	s := t.sum(p.Pieces(own))
	o := t.sum(p.Pieces(opp))
	s.plain += 3 * o.plain
	s.mirror += 3 * o.mirror
	if p.Mullahs[0]|p.Mullahs[1] != 0 {
		m, n := t.sum(p.Mullahs[own]), t.sum(p.Mullahs[opp])
		s.plain += m.plain + n.plain
		s.mirror += m.mirror + n.mirror
	}
	return min(s.plain, s.mirror)
}

func (t *digitTable) sum(m felli.Mask) twoSums {
	a, b, c, d := &t[0][m&255], &t[1][m>>8&255], &t[2][m>>16&255], &t[3][m>>24]
	return twoSums{a.plain + b.plain + c.plain + d.plain, a.mirror + b.mirror + c.mirror + d.mirror}
}

// Unpack is the position with the given key, seen with White to move. The error
// matches [felli.ErrCorrupt] when it is the key of no position.
func (c *Packer) Unpack(key uint64) (felli.Position, error) {
	var p felli.Position
	rest := key
	for i := range c.points {
		bit := felli.Point(i).Bit()
		switch rest % 5 {
		case 1:
			p.Men[felli.White] |= bit
		case 2:
			p.Mullahs[felli.White] |= bit
		case 3:
			p.Men[felli.Black] |= bit
		case 4:
			p.Mullahs[felli.Black] |= bit
		}
		rest /= 5
	}
	if rest != 0 || c.Pack(p) != key {
		return felli.Position{}, fmt.Errorf("key %d: %w: it is no position's", key, felli.ErrCorrupt)
	}
	if err := c.game.Check(p); err != nil {
		return felli.Position{}, fmt.Errorf("key %d: %w: %s", key, felli.ErrCorrupt, err) //nolint:errorlint // a bad key isn't bad input
	}
	return p, nil
}
