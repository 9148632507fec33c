package solve

import (
	"fmt"

	"felli"
	"felli/index"
	"felli/internal/largepages"
)

// The two tables of a pair: which side of the layout's frame is to move. The
// major side moves up the board, as White does, the minor side down.
const (
	majorMoves = 0
	minorMoves = 1
)

var sideOf = [2]felli.Side{felli.White, felli.Black}

// A pair is the job of solving a slice and its twin. Both tables are numbered
// by one layout, seen from the major side, so a move leads from one to the
// other without turning the board.
type pair struct {
	space   *index.Space
	game    *felli.Game
	layout  *index.Layout
	menOnly bool
	slices  [2]index.Slice // by who moves
	mats    [2]index.Material

	geometry *geometry
	frames   []frame
	maps     [2]*kindMaps // of the major and of the minor side
	identity []uint16     // 0, 1, 2, …
	mirror   []uint16     // [major number*kinds + kind on the set's mirror image]: the kind there; nil when the major side has one kind of piece
	deps     [2][]dependency

	cells   [2][]cell
	pending [2]pending
	pool    *pool
	stage   func() // called after each part of the work; may be nil
	shared  bool   // several workers write cells: use atomic operations
}

func newPair(x *index.Space, s index.Slice, pool *pool) *pair {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	l := x.Layout(s)
	return &pair{
		space: x, game: x.Game(), layout: l, pool: pool,
		slices:  [2]index.Slice{s, s.Twin()},
		mats:    [2]index.Material{l.Major, l.Minor},
		menOnly: l.Major.Mullahs+l.Minor.Mullahs == 0,
	}
}

// selfTwin reports whether both tables hold the same positions. The second
// then starts as a copy of the first; values spread in both, which is simpler
// and a check on the solver, and the first is kept.
func (j *pair) selfTwin() bool { return j.slices[0] == j.slices[1] }

// pairBytes is the memory that solving the pair of s takes besides the tables
// it reads.
func pairBytes(x *index.Space, s index.Slice) uint64 {
	l := x.Layout(s)
	size := l.Size()
	return 2*size*4 + 3*size + size/4 + frames(x, s)*frameBytes(x, s) + geometryBytes(l)
}

// solve settles every position of both tables.
func (j *pair) solve() error {
	size := j.layout.Size()
	for t := range j.cells {
		j.cells[t] = make([]cell, size)
		largepages.Advise(j.cells[t])
		j.pending[t] = newPending(size, len(j.layout.Majors.Sets))
	}
	if err := j.prepare(); err != nil {
		return err
	}
	for _, pass := range j.passes() {
		if err := j.each(pass); err != nil {
			return err
		}
		j.staged()
	}
	if err := j.spread(); err != nil {
		return err
	}
	j.staged()
	return nil
}

// passes are what is done to every block before values spread.
func (j *pair) passes() []func(*block) error {
	of := func(pass func(*block, int) error, t int) func(*block) error {
		return func(b *block) error { return pass(b, t) }
	}
	if j.selfTwin() {
		return []func(*block) error{
			of((*block).settleLeaps, majorMoves), of((*block).copyTurned, minorMoves),
			of((*block).settleQuiet, majorMoves), of((*block).copyTurned, minorMoves),
		}
	}
	return []func(*block) error{
		func(b *block) error {
			if err := b.settleLeaps(majorMoves); err != nil {
				return err
			}
			return b.settleLeaps(minorMoves)
		},
		of((*block).settleQuiet, majorMoves), of((*block).settleQuiet, minorMoves),
	}
}

// stages is how often staged is called.
func (j *pair) stages() int { return len(j.passes()) + 1 }

func (j *pair) staged() {
	if j.stage != nil {
		j.stage()
	}
}

// prepare works out what the passes look up.
func (j *pair) prepare() error {
	var err error
	if j.geometry, err = j.pool.geometries.of(j.pool, j.layout); err != nil {
		return err
	}
	j.prepareMaps()
	if j.maps[majorMoves].keep != nil {
		j.mirror = make([]uint16, len(j.layout.Majors.Sets)*j.maps[majorMoves].kinds)
	}
	return j.prepareFrames()
}

func (j *pair) prepareMaps() {
	x := j.space
	j.maps = [2]*kindMaps{
		newKindMaps(x, j.mats[0], x.MajorPromotion()),
		newKindMaps(x, j.mats[1], x.MinorPromotion()),
	}
	if j.mats[1].Men > 0 && j.mats[1].Mullahs > 0 {
		j.maps[1].mirrorSets(x, x.MinorPromotion())
	}
	for k := range max(j.maps[0].kinds, j.maps[1].kinds) {
		j.identity = append(j.identity, uint16(k))
	}
}

// prepareFrames makes the frames of all major sets.
func (j *pair) prepareFrames() error {
	j.frames = make([]frame, len(j.layout.Majors.Sets))
	return j.pool.each(len(j.frames), func() func(int) error {
		return func(i int) error {
			j.fillFrame(&j.frames[i], i)
			return nil
		}
	})
}

// each calls f with every block that has positions, on all workers. A block
// object is reused for the blocks of one worker.
func (j *pair) each(f func(*block) error) error {
	return j.share(len(j.frames), func() func(int) error {
		b := newBlock(j)
		return func(i int) error {
			fr := &j.frames[i]
			if j.layout.MajorBase(i+1) == fr.Base {
				return nil
			}
			for minor := range fr.Sets() {
				b.enter(fr, minor)
				if err := f(b); err != nil {
					return fmt.Errorf("slice %v: %w", j.slices[0], err)
				}
			}
			return nil
		}
	})
}

// share calls start once a worker and what it returns with 0 to n-1, with the
// help of whatever workers are free. While more than one works, the arrays
// that all of them write are changed by atomic operations.
func (j *pair) share(n int, start func() func(int) error) error {
	helpers := j.pool.extra(min(n, cap(j.pool.free)) - 1)
	j.shared = helpers > 0
	j.pending[0].shared, j.pending[1].shared = j.shared, j.shared
	return j.pool.eachWith(helpers, n, start)
}
