package solve

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"felli"
	"felli/internal/invariants"
)

// spread is the retrograde pass. In order of distance n it takes the positions
// that have just become known to be lost or won in n, first those of one
// table, then those of the other, and tells their predecessors in the other
// table: before a loss in n there is a win in n+1; before a win in n there is
// one hope less, and where it was the last, a loss. What comes from finished
// tables enters at its own distance. What is never reached is a draw.
func (j *pair) spread() error { return j.spreadBy(j.spreadFrom) }

// spreadBy is spread with from to tell the predecessors of the positions of a
// table with results in n plies.
func (j *pair) spreadBy(from func(t int, n felli.Plies) error) error {
	for n := felli.Plies(0); ; n++ {
		more := false
		least := felli.Plies(0)
		for t := range j.pending {
			if depth, ok := j.pending[t].next(n); ok && (!more || depth < least) {
				more, least = true, depth
			}
		}
		if !more {
			if invariants.Enabled {
				j.checkOpen()
			}
			return nil
		}
		n = least
		if n+2 > maxCode {
			return fmt.Errorf("slice %v: a distance is longer than %d plies, the most this solver holds", j.slices[0], maxCode-2)
		}
		for t := range j.pending {
			if err := from(t, n); err != nil {
				return err
			}
		}
	}
}

// checkOpen fails when a position that stays open, and so is a draw, has no
// move left that could hold it.
func (j *pair) checkOpen() {
	for t := range j.cells {
		for i, c := range j.cells[t] {
			if c&settled == 0 && (c&leftMask == 0 || felli.Code(c>>outsideShift)&1 == 0 && c>>outsideShift != 0) {
				invariants.Fail("slice %v, position %d: open at the end as %08x", j.slices[t], i, c)
			}
		}
	}
}

// spreadFrom tells the predecessors of the positions of table t with results
// in n plies.
func (j *pair) spreadFrom(t int, n felli.Plies) error {
	bit := depthBit(felli.Code(n) + 1)
	frames := j.pending[t].frames
	var work []int
	for i := range frames {
		if frames[i]&bit != 0 {
			work = append(work, i)
		}
	}
	if len(work) == 0 {
		return nil
	}
	return j.share(len(work), func() func(int) error {
		w := newSpreader(j, t, n)
		return func(i int) error {
			w.frame(work[i])
			return nil
		}
	})
}

// A spreader is one worker's part of spreadFrom.
type spreader struct {
	b     *block
	t     int
	n     felli.Plies
	code  felli.Code // of a result in n plies
	bit   uint64
	far   bool // some result may be 64 plies away or more
	found []place
	told  []told
}

// A place is a position of the block whose result is to be told.
type place struct{ major, minor int }

func newSpreader(j *pair, t int, n felli.Plies) *spreader {
	code := felli.Code(n) + 1
	return &spreader{
		b: newBlock(j), t: t, n: n, code: code, bit: depthBit(code), told: make([]told, 0, mostTold),
		far: felli.Code(j.pending[t].longest.Load()) >= code+64,
	}
}

// frame finds the pending positions on one major set, block by block.
func (w *spreader) frame(number int) {
	j := w.b.j
	p := &j.pending[w.t]
	if !p.take(&p.frames[number], w.bit) {
		return
	}
	fr := &j.frames[number]
	lo, hi := fr.Base, j.layout.MajorBase(number+1)
	cells := j.cells[w.t]
	blockEnd := lo // of the block entered last
	known, hoped := w.frontier()
	later := false
	for run := lo >> runShift; run<<runShift < hi; run++ {
		if !w.takeRun(p, run, lo, hi) {
			continue
		}
		first, end := max(lo, run<<runShift), min(hi, (run+1)<<runShift)
		for k, c := range cells[first:end] {
			if c != known && c>>outsideShift != hoped {
				continue
			}
			i := first + uint64(k)
			cells[i] = known
			if i >= blockEnd {
				w.tell()
				blockEnd = w.enter(fr, i)
			}
			within := int(i - w.b.first)
			w.found = append(w.found, place{within / w.b.kinds[1], within % w.b.kinds[1]})
		}
		if w.far && w.anyLater(cells[first:end]) {
			later = true
			w.keepRun(p, run)
		}
	}
	w.tell()
	w.settle(1 - w.t)
	if later {
		w.keepFrame(p, number)
	}
}

// frontier is what cells look like whose result has just become known to be in
// n plies: the whole cell, and the upper half of one with a result outside.
func (w *spreader) frontier() (known, hoped cell) {
	if w.code&1 == 1 {
		return settled | cell(w.code), noCode // an outside loss may still be averted by other moves
	}
	return settled | cell(w.code), cell(w.code)
}

// anyLater reports whether some cells wait for a later distance that shares
// its bit with this one.
func (w *spreader) anyLater(cells []cell) bool {
	for _, c := range cells {
		code := felli.Code(c)
		if c&settled == 0 {
			code = felli.Code(c >> outsideShift)
		}
		if c&silent == 0 && code > w.code && (code-w.code)&63 == 0 {
			return true
		}
	}
	return false
}

// enter moves to the block that holds index i, and tells where it ends.
func (w *spreader) enter(fr *frame, i uint64) (end uint64) {
	minor, _ := fr.Locate(i - fr.Base)
	w.b.enter(fr, minor)
	return w.b.first + uint64(w.b.size())
}

// takeRun reports whether a run may hold pending positions of the frame with
// indices from lo to hi-1. A run that the frame shares with a neighbour keeps
// its bit, as the neighbour may still need it.
func (w *spreader) takeRun(p *pending, run, lo, hi uint64) bool {
	if run<<runShift >= lo && (run+1)<<runShift <= hi {
		return p.take(&p.runs[run], w.bit)
	}
	if p.shared {
		return atomic.LoadUint64(&p.runs[run])&w.bit != 0
	}
	return p.runs[run]&w.bit != 0
}

func (w *spreader) keepRun(p *pending, run uint64) {
	if p.shared {
		atomic.OrUint64(&p.runs[run], w.bit)
	} else {
		p.runs[run] |= w.bit
	}
}

func (w *spreader) keepFrame(p *pending, number int) {
	if p.shared {
		atomic.OrUint64(&p.frames[number], w.bit)
	} else {
		p.frames[number] |= w.bit
	}
}

// tell tells the predecessors of the places found in the block.
func (w *spreader) tell() {
	if len(w.found) == 0 {
		return
	}
	if w.t == minorMoves {
		w.tellMajor()
	} else {
		w.tellMinor()
	}
	w.found = w.found[:0]
}

// origins are the points from which piece i of the side that has just moved,
// now on p, can have come, as a man and as a Mullah: as far as it is one in a
// position found.
func (w *spreader) origins(side, i int, p felli.Point) (men, mullahs felli.Mask) {
	b, j := w.b, w.b.j
	isMan, isMullah := j.mats[side].Mullahs == 0, j.mats[side].Men == 0
	for k := 0; k < len(w.found) && !(isMan && isMullah) && j.maps[side].keep != nil; k++ {
		kind := w.found[k].major
		if side == minorMoves {
			kind = w.found[k].minor
		}
		mullah := b.isMullah(side, i, kind)
		isMan, isMullah = isMan || !mullah, isMullah || mullah
	}
	if isMan {
		men = j.game.Origins(sideOf[side], felli.Man, p, b.occupied)
	}
	if isMullah {
		mullahs = j.game.Origins(sideOf[side], felli.Mullah, p, b.occupied)
	}
	return men, mullahs
}

// tellMajor tells the positions in which the major side was to move.
func (w *spreader) tellMajor() {
	b := w.b
	g := b.j.geometry
	for i, to := range b.fr.pieces {
		men, mullahs := w.origins(majorMoves, i, to)
		shifts := g.at(b.fr.Number, i)
		for m := men | mullahs; m != 0; m &= m - 1 {
			from := m.First()
			sh := &shifts[from]
			switch sh.back {
			case backNone:
			case backSame:
				w.tellFrom(sh, i, from, to, men.Has(from), mullahs.Has(from))
			default:
				for s := sh.back - backSpare; ; s++ {
					src := &g.spare[s]
					w.tellFrom(&src.shift, i, from, to, men.Has(from), mullahs.Has(from))
					if src.end {
						break
					}
				}
			}
		}
	}
}

// tellFrom tells the positions on one stored set from which piece i, now on
// to, came from.
func (w *spreader) tellFrom(sh *shift, i int, from, to felli.Point, men, mullahs bool) {
	b := w.b
	view := b.view(sh.symmetry)
	number := int(sh.number)
	first, kinds := b.j.layout.BlockOn(number, sh.move(view.relative))
	keep, mirror := b.majorKinds(sh, i, to, from), b.mirrorOf(sh)
	for _, f := range w.found {
		if mullah := b.fr.mullahs[f.major].Has(to); mullah && !mullahs || !mullah && !men {
			continue
		}
		w.inform(majorMoves, first+uint64(b.j.kept(keep, mirror, f.major)*kinds+int(view.kinds[f.minor])), number)
	}
}

// tellMinor tells the positions in which the minor side was to move.
func (w *spreader) tellMinor() {
	b := w.b
	fr := b.fr
	for i, to := range b.pieces {
		men, mullahs := w.origins(minorMoves, i, to)
		for m := men | mullahs; m != 0; m &= m - 1 {
			from := m.First()
			relative := b.relative ^ fr.Bits[from] ^ fr.Bits[to]
			first, kinds := fr.Block(relative)
			if kinds == 0 {
				continue
			}
			keep := b.minorStepKinds(relative, i, from)
			for _, f := range w.found {
				if mullah := b.minorMullah(i, f.minor); mullah && !mullahs.Has(from) || !mullah && !men.Has(from) {
					continue
				}
				at := f.minor
				if keep >= 0 {
					at = int(b.j.maps[minorMoves].keep[keep+f.minor])
				}
				w.inform(minorMoves, first+uint64(f.major*kinds+at), fr.Number)
			}
		}
	}
}

// index32 is how many bits of m are below bit.
func index32(m, bit uint32) int { return bits.OnesCount32(m & (bit - 1)) }

// inform notes that the position with index i of table t, on the major set
// with the given number, has a move to one of the positions found.
func (w *spreader) inform(t int, i uint64, number int) {
	if w.b.j.shared {
		w.informShared(&w.b.j.cells[t][i], t, i, number)
		return
	}
	if len(w.told) == cap(w.told) {
		w.settle(t)
	}
	w.told = append(w.told, told{i, number})
}

// A told is a position that is to learn of a move of it.
type told struct {
	index  uint64
	number int // of the major set it stands on
}

// mostTold is how many positions learn of their moves at a time: some loads
// from memory that wait together.
const mostTold = 256

// settle takes what the positions of table t have been told into account. Which
// of them are open, and which get their result now, can't be foretold, and
// their cells come from anywhere in memory. So there are no branches while they
// are read, and only those with a new result are looked at again.
func (w *spreader) settle(t int) {
	cells, list := w.b.j.cells[t], w.told
	w.told = list[:0]
	n := 0
	if w.code&1 == 1 { // the opponent has lost there
		won := settled | cell(w.code+1)
		for _, at := range list {
			c := cells[at.index]
			open := c/settled ^ 1
			cells[at.index] = c&(open-1) | won&-open
			list[n] = at
			n += int(open)
		}
		for _, at := range list[:n] {
			w.b.j.pending[t].mark(at.index, at.number, w.code+1)
		}
		return
	}
	for _, at := range list { // one move less is left
		c := cells[at.index]
		open := c/settled ^ 1
		if invariants.Enabled && open == 1 && c&leftMask == 0 {
			invariants.Fail("slice %v, position %d: refuted more often than it has moves", w.b.j.slices[t], at.index)
		}
		c -= open
		cells[at.index] = c
		list[n] = at
		n += int(open & ((c&leftMask - 1) >> 31))
	}
	for _, at := range list[:n] {
		if lost, ok := w.lost(cells[at.index]); ok {
			cells[at.index] = settled | cell(lost)
			w.b.j.pending[t].mark(at.index, at.number, lost)
		}
	}
}

// lost is the result of a position all of whose steps are refuted, the last
// one now, with its cell c. ok is false when a move out of the pair wins: then
// that is its result, at its own distance.
func (w *spreader) lost(c cell) (code felli.Code, ok bool) {
	outside := felli.Code(c >> outsideShift)
	if outside != 0 && outside&1 == 0 {
		return 0, false
	}
	return max(w.code+1, outside), true
}

// informShared is inform, at once, while other workers write the same table.
func (w *spreader) informShared(at *cell, t int, i uint64, number int) {
	j := w.b.j
	c := atomic.LoadUint32(at)
	if c&settled != 0 {
		return
	}
	if w.code&1 == 1 {
		// Whoever else writes the cell at this distance writes the same.
		atomic.StoreUint32(at, settled|cell(w.code+1))
		j.pending[t].mark(i, number, w.code+1)
		return
	}
	c = atomic.AddUint32(at, ^uint32(0))
	if invariants.Enabled && c&leftMask == leftMask {
		invariants.Fail("slice %v, position %d: refuted more often than it has moves", j.slices[t], i)
	}
	if c&leftMask != 0 {
		return
	}
	if lost, ok := w.lost(c); ok {
		atomic.StoreUint32(at, settled|cell(lost))
		j.pending[t].mark(i, number, lost)
	}
}
