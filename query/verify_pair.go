package query

import (
	"felli"
	"felli/index"
)

// A checked table is a table on its way through the verifier.
type checked struct {
	*table
	summary index.Summary
	chunks  [][2]int // the major sets, in runs of some positions each
	tally   tally
	sum     chan [32]byte
}

// chunkPositions is how many positions a worker takes at a time, at least.
const chunkPositions = 1 << 15

// pair checks s and its twin, which lead to each other.
func (v *verifier) pair(s index.Slice) error {
	var tables []*checked
	for _, t := range []index.Slice{s, s.Twin()} {
		sum, ok := v.summaries[t]
		if !ok || len(tables) > 0 && t == s {
			continue
		}
		c, err := v.open(sum)
		if err != nil {
			return err
		}
		tables = append(tables, c)
	}
	if v.sampling {
		for _, t := range tables {
			if err := v.sample(t); err != nil {
				return err
			}
		}
		return nil
	}
	for _, t := range tables {
		if v.derives {
			if err := v.fill(t); err != nil {
				return err
			}
		}
		t.answers = true
		go func() { t.sum <- checksum(t.codes) }()
	}
	for _, t := range tables {
		if err := v.check(t); err != nil {
			return err
		}
	}
	for _, t := range tables {
		if err := t.tally.compare(v.ruleset, t.summary, <-t.sum); err != nil {
			return err
		}
	}
	return nil
}

// open reads a table and divides its positions among chunks.
func (v *verifier) open(sum index.Summary) (*checked, error) {
	loaded, err := v.memory.load(sum.Slice)
	if err != nil {
		return nil, err
	}
	if n := uint64(loaded.codes.Len()); n != sum.Size {
		return nil, &SummaryError{v.ruleset, sum.Slice, "positions", count(sum.Size), count(n)}
	}
	t := &checked{table: loaded, summary: sum, sum: make(chan [32]byte, 1)}
	majors := len(loaded.layout.Majors.Sets)
	for lo, hi := 0, 1; hi <= majors; hi++ {
		if hi == majors || loaded.layout.MajorBase(hi)-loaded.layout.MajorBase(lo) >= chunkPositions {
			t.chunks = append(t.chunks, [2]int{lo, hi})
			lo = hi
		}
	}
	return t, nil
}

// fill derives the answers of all positions with a compulsory capture and
// tallies the whole table. Captures lead to slices that are done, so nobody
// reads what is written here. When an answer doesn't fit one byte the table is
// widened and filled again.
func (v *verifier) fill(t *checked) error {
	for {
		t.tally = tally{}
		derived, fits := uint64(0), true
		err := v.eachBlock(t, func(w *blockWorker, b *block) error {
			can := w.sweep.capturers(b)
			w.sweep.begin(b)
			if err := w.sweep.captures(b, can); err != nil {
				return err
			}
			for q, mullahs := range b.ownMullahs {
				if !b.quiet(mullahs, can) {
					w.fits = t.setRow(b, q, w.sweep.best[q*len(b.oppMullahs):]) && w.fits
					w.derived += uint64(len(b.oppMullahs))
				}
				w.count(t, b, q)
			}
			return nil
		}, func(w *blockWorker) {
			w.seen.addTo(&t.tally)
			derived, fits = derived+w.derived, fits && w.fits
		})
		if err != nil {
			return err
		}
		if fits {
			v.report.Derived += derived
			return nil
		}
		t.widen()
	}
}

// check compares every stored value with the answers to its successors. Where
// fill hasn't tallied the table it does that too.
func (v *verifier) check(t *checked) error {
	return v.eachBlock(t, func(w *blockWorker, b *block) error {
		can := w.sweep.capturers(b)
		if v.derives && !b.anyQuiet(can) {
			return nil
		}
		w.sweep.begin(b)
		if !v.derives {
			if err := w.sweep.captures(b, can); err != nil {
				return err
			}
			can = [2]felli.Mask{} // nothing compulsory about them
		}
		if err := w.sweep.steps(b, can); err != nil {
			return err
		}
		for q, mullahs := range b.ownMullahs {
			if !b.quiet(mullahs, can) {
				continue
			}
			for r, oppMullahs := range b.oppMullahs {
				i := b.index(q, r)
				have, want := t.codes.At(i), lostIn0
				if best := w.sweep.best[q*len(b.oppMullahs)+r]; best != 0 {
					want = best.code()
				} else if v.game.Stalemate == felli.StalemateDraw {
					want = 0
				}
				if have != want {
					p := v.game.Normalise(b.position(mullahs, oppMullahs))
					return &DifferenceError{v.ruleset, t.slice, i, v.game.FEN(p), have.Result(), want.Result()}
				}
				w.checked++
			}
			if !v.derives {
				w.count(t, b, q)
			}
		}
		return nil
	}, func(w *blockWorker) {
		v.report.Checked += w.checked
		if !v.derives {
			w.seen.addTo(&t.tally)
		}
	})
}

// A blockWorker is what one goroutine needs to work on blocks.
type blockWorker struct {
	scanner *blockScanner
	sweep   *sweep
	weigher *weigher
	seen    histogram
	checked uint64
	derived uint64
	fits    bool
}

// setRow stores what the mover's best moves give with the q-th of its Mullah
// sets, and reports whether all of it fits.
func (t *checked) setRow(b *block, q int, best []score) bool {
	i, fits := b.index(q, 0), true
	for r := range b.oppMullahs {
		fits = t.set(i, best[r].code()) && fits
		i += b.rStride
	}
	return fits
}

// count counts the positions of a block with the q-th of the mover's Mullah
// sets.
func (w *blockWorker) count(t *checked, b *block, q int) {
	i := b.index(q, 0)
	for r := range b.oppMullahs {
		raw, self := w.weigher.weight(q, r)
		w.seen.add(i, t.codes.At(i), raw, self)
		i += b.rStride
	}
}

// eachBlock calls f for every block of t, from all workers, and then done for
// each worker. The error is that of the first block in index order.
func (v *verifier) eachBlock(t *checked, f func(*blockWorker, *block) error, done func(*blockWorker)) error {
	workers := make([]*blockWorker, v.options.Workers)
	for i := range workers {
		workers[i] = &blockWorker{
			scanner: newBlockScanner(v.space, t.slice),
			sweep:   &sweep{v: v, score: scores()},
			weigher: newWeigher(v.space, t.slice),
			fits:    true,
		}
	}
	err := parallel(v.ctx, len(workers), len(t.chunks), func(i, chunk int) error {
		w := workers[i]
		lo, hi := t.chunks[chunk][0], t.chunks[chunk][1]
		for number := lo; number < hi; number++ {
			err := w.scanner.scan(number, func(b *block) error {
				w.weigher.at(b)
				return f(w, b)
			})
			if err != nil {
				return err
			}
		}
		v.progress.add(t.table, t.layout.MajorBase(hi)-t.layout.MajorBase(lo))
		return nil
	})
	for _, w := range workers {
		done(w)
	}
	return err
}
