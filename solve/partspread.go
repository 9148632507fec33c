package solve

import (
	"cmp"
	"sync/atomic"

	"felli"
	"felli/index"
)

// spreadFrom is [pair.spreadFrom] for the part in hand.
func (w *partwise) spreadFrom(t int, n felli.Plies) error {
	bit := depthBit(felli.Code(n) + 1)
	p := &w.pending[t]
	var numbers []int
	for number := range p.frames {
		if p.take(&p.frames[number], bit) {
			numbers = append(numbers, number)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	return w.chunks(len(numbers), func(i int) int { return numbers[i] }, func() func(*visitor, int, int) error {
		sp := newSpreader(w.pair, t, n)
		return func(v *visitor, first, end int) error {
			v.t = t
			v.tell(sp, first, end)
			return nil
		}
	})
}

// tell finds the positions of a chunk that have just become known to be lost or
// won in the spreader's number of plies, and tells their predecessors. It only
// looks at runs where one may be; their bits are never taken away, which costs
// at most a second look 64 plies on.
func (v *visitor) tell(sp *spreader, first, end int) {
	p := &v.pending[v.t]
	lo, hi := v.cell(first), v.cell(end)
	later := false
	for run := lo >> runShift; run<<runShift < hi; run++ {
		if atomic.LoadUint64(&p.runs[run])&sp.bit == 0 {
			continue
		}
		from, to := max(lo, run<<runShift), min(hi, (run+1)<<runShift)
		v.tellRun(sp, from, to)
		later = later || sp.far && sp.anyLater(v.cells[v.t][from:to])
	}
	if later {
		sp.keepFrame(p, v.number)
	}
}

// tellRun is tell for the cells from lo to hi-1.
func (v *visitor) tellRun(sp *spreader, lo, hi uint64) {
	known, hoped := sp.frontier()
	begin, minors := v.cell(0), uint64(len(v.partition.mullahs[1]))
	for i := lo; i < hi; i++ {
		if c := v.cells[v.t][i]; c != known && c>>outsideShift != hoped {
			continue
		}
		v.cells[v.t][i] = known
		v.p = v.partition.position(&v.menSet, int((i-begin)/minors), int((i-begin)%minors), sideOf[v.t])
		v.room = v.game.AppendPredecessors(v.room[:0], v.p)
		for q := range v.room {
			v.inform(sp, &v.room[q])
		}
	}
}

// inform tells a predecessor of v.p, if it is of this part. A position that
// stands for its mirror image too has both images' predecessors; where those
// are kept without folding, each is told. The other way round, each of two
// images that are both kept tells those of its predecessors that are kept as
// they are.
func (v *visitor) inform(sp *spreader, q *felli.Position) {
	self, turned := v.partition.orient(q)
	if turned && v.menSet.self {
		return
	}
	number, i, ok := v.partition.locate(v.part, q)
	if !ok {
		return
	}
	t := 1 - v.t
	sp.informShared(&v.cells[t][i], t, i, number)
	if self && !v.menSet.self {
		image := v.partition.mirror(q)
		number, i, _ = v.partition.locate(v.part, &image)
		sp.informShared(&v.cells[t][i], t, i, number)
	}
}

// keep writes the codes of the part into the tables.
func (w *partwise) keep() error {
	for t := range w.cells {
		if w.codes[t].Wide == nil && !fitByte(w.cells[t]) {
			wide := make([]uint16, len(w.codes[t].Narrow))
			for i, c := range w.codes[t].Narrow {
				wide[i] = uint16(c)
			}
			w.codes[t] = index.Codes{Wide: wide}
		}
		if err := w.each(t, (*visitor).put); err != nil {
			return err
		}
	}
	return nil
}

// fitByte reports whether the codes of all cells fit a byte.
func fitByte(cells []cell) bool {
	all := felli.Code(0)
	for _, c := range cells {
		all |= resultCode(c)
	}
	return all <= 1<<8-1
}

// put writes the code of v.p, and of its mirror image, into its table. Of two
// images that are both kept the smaller does so, as they may share an index.
func (v *visitor) put() error {
	image := v.partition.mirror(&v.p)
	if v.menSet.self && cmp.Or(cmp.Compare(image.Mullahs[0], v.p.Mullahs[0]), cmp.Compare(image.Mullahs[1], v.p.Mullahs[1])) < 0 {
		return nil
	}
	v.putAt(&v.p)
	v.putAt(&image)
	return nil
}

func (v *visitor) putAt(q *felli.Position) {
	i, c := v.index(q), v.cells[v.t][v.i]
	if codes := v.codes[v.t]; codes.Wide != nil {
		codes.Wide[i] = uint16(resultCode(c))
	} else {
		codes.Narrow[i] = uint8(resultCode(c))
	}
	if c&silent != 0 {
		v.captured[v.t][i/64].Or(1 << (i % 64))
	}
}

// finishAll sums up both tables, or one where they are the same, as
// [pair.finishAll] does. Where captures are compulsory only what is to be stored
// is left of their codes.
func (w *partwise) finishAll() ([]Finished, error) {
	w.prepareMaps()
	if err := w.prepareFrames(); err != nil {
		return nil, err
	}
	major, minor := w.sumUp(majorMoves), w.sumUp(minorMoves)
	if !w.selfTwin() {
		return []Finished{w.fill(majorMoves, major), w.fill(minorMoves, minor)}, nil
	}
	if major.Raw != minor.Raw {
		return nil, twoSides(w.slices[0], major.Raw, minor.Raw)
	}
	return []Finished{w.fill(majorMoves, major)}, nil
}

func (w *partwise) sumUp(t int) Finished {
	f := Finished{Summary: index.Summary{Slice: w.slices[t], Size: w.layout.Size()}, Codes: w.codes[t]}
	w.sumUpCodes(&f)
	return f
}

// fill puts, where captures are compulsory, the code before it in place of each
// that follows from captures: then the codes of all positions are gone.
func (w *partwise) fill(t int, f Finished) Finished {
	f.Stored = f.Codes
	if w.game.Capture != felli.CaptureCompulsory {
		return f
	}
	if f.Codes.Wide != nil {
		fillMarked(f.Codes.Wide, w.captured[t])
	} else {
		fillMarked(f.Codes.Narrow, w.captured[t])
	}
	f.Codes = index.Codes{}
	return f
}

func fillMarked[C uint8 | uint16](codes []C, marked []atomic.Uint64) {
	last := C(0)
	for i, code := range codes {
		if marked[i/64].Load()>>(i%64)&1 == 0 {
			last = code
		}
		codes[i] = last
	}
}
