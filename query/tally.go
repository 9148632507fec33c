package query

import (
	"crypto/sha256"
	"fmt"
	"math"

	"felli"
	"felli/index"
)

// A tally counts positions by value, and finds the longest distances.
type tally struct {
	raw, self index.Counts // self: raw positions that are their own mirror image
	longest   index.Longest
}

// A histogram counts positions by code, without a branch on who wins; a tally
// follows from it.
type histogram struct {
	codes []codeCount // by code
}

// A codeCount is how often a code was seen: raw positions, self of them their
// own mirror images, and the first index.
type codeCount struct{ raw, self, first uint64 }

// reserve makes room for codes up to most.
func (h *histogram) reserve(most felli.Code) {
	for len(h.codes) <= int(most) {
		h.codes = append(h.codes, codeCount{first: math.MaxUint64})
	}
}

// add counts the position with index i and code c, which stands for raw
// positions, self of them their own mirror images.
func (h *histogram) add(i uint64, c felli.Code, raw, self uint64) {
	if int(c) >= len(h.codes) {
		h.reserve(c)
	}
	n := &h.codes[c]
	n.raw += raw
	n.self += self
	n.first = min(n.first, i)
}

// addTo adds what was counted to a tally.
func (h *histogram) addTo(y *tally) {
	for code, n := range h.codes {
		if n.raw == 0 {
			continue
		}
		c := felli.Code(code)
		raw, self, longest := &y.raw.Draw, &y.self.Draw, (*index.Extreme)(nil)
		switch {
		case c == 0:
		case c&1 == 0:
			raw, self, longest = &y.raw.Win, &y.self.Win, &y.longest.Win
		default:
			raw, self, longest = &y.raw.Loss, &y.self.Loss, &y.longest.Loss
		}
		*raw += n.raw
		*self += n.self
		if longest != nil {
			extend(longest, index.Extreme{Exists: true, DTW: felli.Plies(c - 1), Index: n.first})
		}
	}
}

// extend makes e the longer of e and o; of equal ones the first in the index.
func extend(e *index.Extreme, o index.Extreme) {
	if !o.Exists {
		return
	}
	if !e.Exists || o.DTW > e.DTW || o.DTW == e.DTW && o.Index < e.Index {
		*e = o
	}
}

// counts are all positions, and the classes under the mirror: of a class of
// two, and of a position that is its own image, half of raw+self.
func (y *tally) counts() (raw, folded index.Counts) {
	raw = y.raw
	raw.Positions = raw.Win + raw.Loss + raw.Draw
	folded.Win = (y.raw.Win + y.self.Win) / 2
	folded.Loss = (y.raw.Loss + y.self.Loss) / 2
	folded.Draw = (y.raw.Draw + y.self.Draw) / 2
	folded.Positions = folded.Win + folded.Loss + folded.Draw
	return raw, folded
}

// compare checks what the summary says against the tally and the checksum.
func (y *tally) compare(ruleset string, sum index.Summary, check [32]byte) error {
	raw, folded := y.counts()
	for _, d := range []struct {
		what            string
		stored, derived any
	}{
		{"positions", sum.Raw, raw},
		{"folded positions", sum.Folded, folded},
		{"longest win", sum.Longest.Win, y.longest.Win},
		{"longest loss", sum.Longest.Loss, y.longest.Loss},
		{"checksum", fmt.Sprintf("%x", sum.Checksum), fmt.Sprintf("%x", check)},
	} {
		if d.stored != d.derived {
			return &SummaryError{ruleset, sum.Slice, d.what, fmt.Sprintf("%+v", d.stored), fmt.Sprintf("%+v", d.derived)}
		}
	}
	return nil
}

// checksum is SHA-256 over the codes, two bytes each, little-endian.
func checksum(codes index.Codes) [32]byte {
	h := sha256.New()
	var buf [1 << 13]byte
	n := uint64(codes.Len())
	for lo := uint64(0); lo < n; lo += uint64(len(buf) / 2) {
		hi := min(lo+uint64(len(buf)/2), n)
		for i := lo; i < hi; i++ {
			c := codes.At(i)
			buf[2*(i-lo)], buf[2*(i-lo)+1] = byte(c), byte(c>>8)
		}
		h.Write(buf[:2*(hi-lo)])
	}
	return [32]byte(h.Sum(nil))
}

// A weigher knows for how many positions those of a block stand.
type weigher struct {
	space      *index.Space
	slice      index.Slice
	layout     *index.Layout
	mirrorOnly bool // the mirror is the only symmetry

	block    *block
	orbit    uint64
	plain    bool   // no position of the block is its own mirror image
	own, opp []bool // which Mullah sets are their own mirror images
}

func newWeigher(x *index.Space, s index.Slice) *weigher {
	return &weigher{space: x, slice: s, layout: x.Layout(s), mirrorOnly: x.Symmetries() == 2}
}

// at prepares for block b.
func (w *weigher) at(b *block) {
	w.block = b
	w.orbit = uint64(w.layout.Majors.Orbit(b.number))
	w.plain = w.layout.Majors.Keeps(b.number) == 1
	if w.plain || !w.mirrorOnly {
		return
	}
	if !w.symmetric(b.own) || !w.symmetric(b.opp) {
		w.plain = true
		return
	}
	w.own, w.opp = w.own[:0], w.opp[:0]
	for _, m := range b.ownMullahs {
		w.own = append(w.own, w.symmetric(m))
	}
	for _, m := range b.oppMullahs {
		w.opp = append(w.opp, w.symmetric(m))
	}
}

func (w *weigher) symmetric(m felli.Mask) bool { return w.space.Map(1, m) == m }

// weight must equal [index.Space.Weight].
func (w *weigher) weight(q, r int) (raw, self uint64) {
	switch {
	case w.plain:
		return w.orbit, 0
	case !w.mirrorOnly:
		p := w.block.position(w.block.ownMullahs[q], w.block.oppMullahs[r])
		return w.space.Weight(w.slice, w.space.Game().Normalise(p))
	case w.own[q] && w.opp[r]:
		return w.orbit, w.orbit
	default:
		return w.orbit, 0
	}
}
