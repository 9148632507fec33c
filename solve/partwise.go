package solve

import (
	"fmt"
	"sync/atomic"

	"felli"
	"felli/index"
	"felli/internal/largepages"
)

// A partwise is the job of solving a pair part by part, see [partition].
type partwise struct {
	*pair     // whose cells and pending are those of the part in hand
	partition *partition
	deps      [2][]given // by who moves, by slice number: the tables that moves out of the pair lead to
	codes     [2]index.Codes
	captured  [2][]atomic.Uint64 // where captures are compulsory, bits by index: the mover must capture
	part      part
	room      [2]partRoom // by table: for any part
	chunk     int         // placements of the major side's Mullahs that one worker takes at a time
	stuck     score       // of having no move
}

// A partRoom is what the largest part takes for one table.
type partRoom struct {
	cells   []cell
	pending pending
}

// A given table is a finished one, with its numbering.
type given struct {
	layout *index.Layout
	codes  index.Codes
}

func newPartwise(j *pair, tables map[index.Slice]index.Codes) *partwise {
	w := &partwise{pair: j, partition: newPartition(j.layout)}
	for t := range w.deps {
		w.deps[t] = make([]given, j.space.Numbers())
		for _, s := range j.space.Dependencies(j.slices[t]) {
			if codes, ok := tables[s]; ok {
				n, _ := j.space.Number(s)
				w.deps[t][n] = given{j.space.Layout(s), codes}
			}
		}
		w.codes[t] = index.Codes{Narrow: make([]uint8, j.layout.Size())}
		if j.game.Capture == felli.CaptureCompulsory {
			w.captured[t] = make([]atomic.Uint64, j.layout.Size()/64+1)
		}
	}
	const most = 4096 // cells of a chunk
	w.chunk = max(1, most/len(w.partition.mullahs[1]))
	w.stuck = score(1) // lost in 0
	if j.game.Stalemate == felli.StalemateDraw {
		w.stuck = drawScore
	}
	return w
}

// solve settles every position of both tables, and turns them into codes.
func (w *partwise) solve() error {
	total, done, told := uint64(0), uint64(0), uint64(0)
	stages := uint64(w.stages())
	cells, sets := uint64(0), 0
	for _, a := range w.partition.parts {
		total += w.partition.cells(a)
		cells, sets = max(cells, w.partition.cells(a)), max(sets, w.partition.menSets(a))
	}
	w.shared = true
	for t := range w.room {
		w.room[t] = partRoom{make([]cell, cells), newPending(cells, sets)}
		w.room[t].pending.shared = true
		largepages.Advise(w.room[t].cells)
	}
	for _, a := range w.partition.parts {
		if err := w.solvePart(a); err != nil {
			return err
		}
		done += w.partition.cells(a)
		for ; told < stages && done*(stages+1) >= total*(told+1); told++ {
			w.staged()
		}
	}
	for ; told < stages; told++ {
		w.staged()
	}
	w.room = [2]partRoom{}
	for t := range w.cells {
		w.cells[t], w.pending[t] = nil, pending{}
	}
	return nil
}

// solvePart settles the positions of one part; those before it are settled.
func (w *partwise) solvePart(a part) error {
	w.part = a
	size := w.partition.cells(a)
	for t := range w.cells {
		w.cells[t] = w.room[t].cells[:size]
		w.pending[t] = w.room[t].pending
		w.pending[t].runs = w.pending[t].runs[:size>>runShift+1]
		w.pending[t].frames = w.pending[t].frames[:w.partition.menSets(a)]
		w.pending[t].longest.Store(0)
		clear(w.cells[t])
		clear(w.pending[t].runs)
		clear(w.pending[t].frames)
	}
	w.closeHoles()
	for _, pass := range []func(*visitor) error{(*visitor).captures, (*visitor).quiet} {
		for t := range w.cells {
			if err := w.each(t, pass); err != nil {
				return err
			}
		}
	}
	if err := w.spreadBy(w.spreadFrom); err != nil {
		return err
	}
	return w.keep()
}

// closeHoles settles the cells that stand for no position.
func (w *partwise) closeHoles() {
	n := w.partition.placements()
	for number := range w.partition.menSets(w.part) {
		if _, ok := w.partition.menSet(w.part, number); ok {
			continue
		}
		for t := range w.cells {
			for i := range w.cells[t][number*n : (number+1)*n] {
				w.cells[t][number*n+i] = settled | silent
			}
		}
	}
}

// A visitor goes through the positions of a chunk for one worker.
type visitor struct {
	*partwise
	menSet menSet
	number int // of the set of men
	p      felli.Position
	t      int    // whose turn it is in p
	i      uint64 // p's cell
	room   []felli.Position
	moves  []felli.Move
}

// each calls f with every position of the part in table t, on all workers.
func (w *partwise) each(t int, f func(*visitor) error) error {
	all := func(i int) int { return i }
	return w.chunks(w.partition.menSets(w.part), all, func() func(*visitor, int, int) error {
		return func(v *visitor, first, end int) error {
			v.t = t
			return v.visit(first, end, f)
		}
	})
}

// chunks calls start once a worker, and what it returns with every chunk of n
// sets of men, the i-th with the number that number gives: the placements of the
// major side's Mullahs from first to end-1.
func (w *partwise) chunks(n int, number func(i int) int, start func() func(v *visitor, first, end int) error) error {
	major := len(w.partition.mullahs[0])
	chunks := (major + w.chunk - 1) / w.chunk
	return w.pool.each(n*chunks, func() func(int) error {
		v, f := &visitor{partwise: w}, start()
		return func(i int) error {
			var ok bool
			v.number = number(i / chunks)
			if v.menSet, ok = w.partition.menSet(w.part, v.number); !ok {
				return nil
			}
			first := i % chunks * w.chunk
			return f(v, first, min(first+w.chunk, major))
		}
	})
}

// cell is the cell of the first position whose major side's Mullahs stand in
// the given way.
func (v *visitor) cell(major int) uint64 {
	return uint64(v.number)*uint64(v.partition.placements()) + uint64(major)*uint64(len(v.partition.mullahs[1]))
}

// visit calls f with the positions on the visitor's set of men whose major
// side's Mullahs stand in the ways from first to end-1.
func (v *visitor) visit(first, end int, f func(*visitor) error) error {
	v.i = v.cell(first)
	for major := first; major < end; major++ {
		for minor := range v.partition.mullahs[1] {
			v.p = v.partition.position(&v.menSet, major, minor, sideOf[v.t])
			if err := f(v); err != nil {
				return fmt.Errorf("slice %v: %w", v.slices[0], err)
			}
			v.i++
		}
	}
	return nil
}

// outside is the score of a move that leads out of the pair to q.
func (v *visitor) outside(q *felli.Position) (score, error) {
	if q.Pieces(q.ToMove) == 0 {
		return scoreAfter(1), nil
	}
	s := index.SliceOf(*q)
	n, ok := v.space.Number(s)
	if !ok || v.deps[v.t][n].layout == nil {
		return 0, fmt.Errorf("a move leads to a slice that isn't among the dependencies")
	}
	dep := &v.deps[v.t][n]
	return scoreAfter(dep.codes.At(v.space.RankIn(dep.layout, s, *q))), nil
}

// captures settles, where captures are compulsory, the positions whose mover
// can capture.
func (v *visitor) captures() error {
	if v.game.Capture != felli.CaptureCompulsory {
		return nil
	}
	var best score
	v.room = v.game.AppendCaptured(v.room[:0], v.p)
	for k := range v.room {
		s, err := v.outside(&v.room[k])
		if err != nil {
			return err
		}
		best = max(best, s)
	}
	if best == 0 { // no capture
		return nil
	}
	c := codeOf(best)
	if c > maxCode {
		return tooLong(c)
	}
	v.cells[v.t][v.i] = silentCell(c)
	return nil
}

// quiet works out what is known of the positions that captures leaves open,
// and how many of their moves stay in the part.
func (v *visitor) quiet() error {
	if v.cells[v.t][v.i]&silent != 0 {
		return nil
	}
	var best score
	count := uint16(0)
	v.moves = v.game.AppendMoves(v.moves[:0], v.p)
	for _, m := range v.moves {
		q := v.game.Play(v.p, m)
		if m.IsCapture() || m.Promotes {
			s, err := v.outside(&q)
			if err != nil {
				return err
			}
			best = max(best, s)
			continue
		}
		best, count = v.inside(&q, best, count)
	}
	if best == 0 && count == 0 {
		best = v.stuck
	}
	var c felli.Code
	if best != 0 {
		c = codeOf(best)
	}
	if c > maxCode {
		return tooLong(c)
	}
	v.start(v.t, v.i, v.number, newCell(best, c, count))
	return nil
}

// inside takes into account a move that stays in the pair.
func (v *visitor) inside(q *felli.Position, best score, count uint16) (score, uint16) {
	seen := *q
	v.partition.orient(&seen)
	if _, i, ok := v.partition.locate(v.part, &seen); ok {
		return see(best, count, v.cells[1-v.t][i])
	}
	return max(best, scoreAfter(v.codes[1-v.t].At(v.index(q)))), count
}

// index is the index of a position in its table.
func (w *partwise) index(q *felli.Position) uint64 {
	return w.layout.Rank(q.Pieces(felli.White), q.Mullahs[felli.White], q.Pieces(felli.Black), q.Mullahs[felli.Black])
}
