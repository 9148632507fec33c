package solve

import (
	"math/bits"
	"sync/atomic"

	"felli"
)

// pending remembers where in a table there are results whose predecessors
// don't know them yet, and at which distances. It keeps a set of distances,
// modulo 64, for every run of 64 positions and for every major set, so that
// the retrograde pass finds the frontier of a distance in index order without
// a list of it, and without looking at what has nothing to tell.
type pending struct {
	runs    []uint64 // by index>>runShift
	frames  []uint64 // by major set
	shared  bool
	longest *atomic.Uint32 // the largest code marked
}

const (
	runShift  = 6
	runLength = 1 << runShift
)

func newPending(size uint64, frames int) pending {
	return pending{runs: make([]uint64, size>>runShift+1), frames: make([]uint64, frames), longest: new(atomic.Uint32)}
}

// depthBit is the bit of the distance that c stands for.
func depthBit(c felli.Code) uint64 { return 1 << ((c - 1) & 63) }

// mark notes that position i, on the major set with the given number, has or
// may get result c, which isn't a draw.
func (p *pending) mark(i uint64, number int, c felli.Code) {
	if uint32(c) > p.longest.Load() {
		p.raise(uint32(c))
	}
	bit := depthBit(c)
	run, frame := &p.runs[i>>runShift], &p.frames[number]
	if !p.shared {
		*run |= bit
		*frame |= bit
		return
	}
	if atomic.LoadUint64(run)&bit == 0 {
		atomic.OrUint64(run, bit)
	}
	if atomic.LoadUint64(frame)&bit == 0 {
		atomic.OrUint64(frame, bit)
	}
}

func (p *pending) raise(c uint32) {
	for old := p.longest.Load(); old < c && !p.longest.CompareAndSwap(old, c); {
		old = p.longest.Load()
	}
}

// take clears the bit of a distance in a word and reports whether it was set.
func (p *pending) take(word *uint64, bit uint64) bool {
	if !p.shared {
		had := *word&bit != 0
		*word &^= bit
		return had
	}
	if atomic.LoadUint64(word)&bit == 0 {
		return false
	}
	return atomic.AndUint64(word, ^bit)&bit != 0
}

// next is the nearest distance, from n on, at which something may be pending;
// ok is false when nothing is.
func (p *pending) next(n felli.Plies) (depth felli.Plies, ok bool) {
	var all uint64
	for _, f := range p.frames {
		all |= f
	}
	if all == 0 {
		return 0, false
	}
	return n + felli.Plies(bits.TrailingZeros64(bits.RotateLeft64(all, -int(n&63)))), true
}
