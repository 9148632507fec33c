package query

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"felli"
	"felli/index"
)

// A table is sampled in runs of neighbouring positions: of a fixed length, or
// shorter in small tables, so that the share sampled is about that asked for.
const (
	longestRun = 1 << 10
	fewestRuns = 1 << 10 // where there are so many positions
)

// sample checks a share of the positions of t one by one. It is also the plain
// version of what fill and check do for whole blocks: with a share of 1 both
// find the same.
func (v *verifier) sample(t *checked) error {
	if err := v.loadFor(t.slice); err != nil {
		return err
	}
	checked := make([]uint64, v.options.Workers)
	derived := make([]uint64, v.options.Workers)
	length := min(max(t.summary.Size/fewestRuns, 1), longestRun)
	runs := (t.summary.Size + length - 1) / length
	err := parallel(v.ctx, v.options.Workers, int(runs), func(w, run int) error {
		lo := uint64(run) * length
		hi := min(lo+length, t.summary.Size)
		defer v.progress.add(t.table, hi-lo)
		if !v.sampled(t.slice, uint64(run), runs) {
			return nil
		}
		var failed error
		var room [128]felli.Move
		v.space.Scan(t.slice, lo, hi, func(i uint64, p felli.Position) bool {
			moves := v.game.AppendMoves(room[:0], p)
			if v.derives && len(moves) > 0 && moves[0].IsCapture() {
				derived[w]++
				return true
			}
			checked[w]++
			failed = v.checkOne(t, i, p, moves)
			return failed == nil
		})
		return failed
	})
	for w := range checked {
		v.report.Checked += checked[w]
		v.report.Derived += derived[w]
	}
	return err
}

// checkOne compares the stored value of p with the answers to its successors.
func (v *verifier) checkOne(t *checked, i uint64, p felli.Position, moves []felli.Move) error {
	var best choice
	for _, m := range moves {
		c, err := v.answer(v.game.Play(p, m))
		if err != nil {
			return err
		}
		best.add(c)
	}
	var want felli.Code
	if len(moves) > 0 {
		want = best.code()
	} else {
		r, _ := v.game.Ended(p)
		want = r.Code()
	}
	if have := t.codes.At(i); have != want {
		return &DifferenceError{v.ruleset, t.slice, i, v.game.FEN(p), have.Result(), want.Result()}
	}
	return nil
}

// answer is the code of the answer to p.
func (v *verifier) answer(p felli.Position) (felli.Code, error) {
	if p.Pieces(p.ToMove) == 0 {
		return lostIn0, nil
	}
	s := index.SliceOf(p)
	if t := v.memory.at(s); t != nil && t.answers {
		return t.codes.At(v.space.RankIn(t.layout, s, p)), nil
	}
	return v.prober.code(p)
}

// sampled decides whether a run of a table is in the sample, the same way each
// time. Of a table that has fewer runs than would give one, one is.
func (v *verifier) sampled(s index.Slice, run, runs uint64) bool {
	if float64(runs)*v.options.Sample < 1 {
		return run == draw(s, runs)%runs
	}
	return float64(draw(s, run)) < v.options.Sample*(1<<32)
}

// draw is a number in [0, 1<<32) that depends on s and n only.
func draw(s index.Slice, n uint64) uint64 {
	h := sha256.Sum256(fmt.Appendf(nil, "%v %d", s, n))
	return uint64(binary.LittleEndian.Uint32(h[:]))
}

// loadFor brings into memory, while it lasts, the tables that checking s can
// ask for.
func (v *verifier) loadFor(s index.Slice) error {
	for _, t := range v.order {
		switch {
		case t == s || t == s.Twin():
			return nil
		case !v.mayNeed(s, t):
			continue
		case v.options.Memory > 0 && v.memory.used()+v.space.Size(t) > v.options.Memory:
			continue
		}
		if _, err := v.memory.load(t); err != nil {
			return err
		}
	}
	return nil
}

func count(n uint64) string { return fmt.Sprint(n) }
