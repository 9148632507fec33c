package proof

import (
	"sync/atomic"

	"felli/internal/largepages"
)

// A number is a proof or disproof number.
type number uint32

// never is the number of what can't be done; smaller ones stop at most.
const (
	never number = 1<<28 - 1
	most  number = never - 1
)

// A pair is what is known of a node, seen by its side to move: phi is the proof
// number of "the side to move gets what it wants", delta that of the opposite
// (Nagai 2002). If phi is 0 the former is shown, if delta is 0 the latter; the
// other is then never.
type pair struct{ phi, delta number }

func (n pair) settled() bool { return n.phi == 0 || n.delta == 0 }

var (
	achieved = pair{0, never} // the side to move gets what it wants
	denied   = pair{never, 0}
)

// A memo is a table of pairs by node, of a fixed size: a new one takes the
// place of the one in its bucket with the least work behind it. It is safe for
// concurrent use without locks: a slot holds its key mixed with its content,
// so that one half written by another goroutine isn't found (Hyatt and Mann
// 2002).
//
//	content: 63…56 log of the work | 55…28 phi | 27…0 delta
//
// Of a settled node the one that would be never holds plies instead: an
// estimate of how many lead to the tables.
type memo struct {
	slots []slot
	shift uint
}

type slot struct{ key, content uint64 }

func (s *slot) taken() bool { return atomic.LoadUint64(&s.content) != 0 }

const (
	bucket   = 4
	slotSize = 16
	kept     = 255 // a work that is never replaced if anything else can be
)

// newMemo makes a table of at most so many bytes.
func newMemo(bytes uint64) *memo {
	bits := uint(10)
	for slotSize<<(bits+1) <= bytes {
		bits++
	}
	m := &memo{slots: make([]slot, 1<<bits), shift: 64 - bits}
	largepages.Advise(m.slots)
	return m
}

// size is the table's bytes.
func (m *memo) size() uint64 { return uint64(len(m.slots)) * slotSize }

func (m *memo) bucket(key uint64) []slot {
	h := key ^ key>>32
	i := h * 0x9e3779b97f4a7c15 >> m.shift &^ (bucket - 1)
	return m.slots[i : i+bucket : i+bucket]
}

// get is what is known of a node; plies is the estimate of a settled one.
func (m *memo) get(key uint64) (n pair, plies number, ok bool) {
	b := m.bucket(key)
	for i := range b {
		content := atomic.LoadUint64(&b[i].content)
		if atomic.LoadUint64(&b[i].key)^content != key || content == 0 {
			continue
		}
		n = pair{number(content >> 28 & uint64(never)), number(content & uint64(never))}
		switch {
		case n.phi == 0:
			plies, n.delta = n.delta, never
		case n.delta == 0:
			plies, n.phi = n.phi, never
		}
		return n, plies, true
	}
	return pair{}, 0, false
}

// fetch brings the buckets of kids closer, all at once: waiting for them one
// after the other takes most of a search's time.
func (m *memo) fetch(kids []kid) {
	for i := range kids {
		atomic.LoadUint64(&m.bucket(kids[i].key)[0].key)
	}
}

// put notes what is known of a node.
func (m *memo) put(key uint64, n pair, plies number, work uint64) {
	switch {
	case n.phi == 0:
		n.delta = max(plies, 1)
	case n.delta == 0:
		n.phi = max(plies, 1)
	}
	content := work<<56 | uint64(n.phi)<<28 | uint64(n.delta)
	b := m.bucket(key)
	var place *slot
	least := uint64(kept + 1)
	for i := range b {
		have := atomic.LoadUint64(&b[i].content)
		if have == 0 || atomic.LoadUint64(&b[i].key)^have == key {
			place = &b[i]
			break
		}
		if w := have >> 56; w < least {
			least, place = w, &b[i]
		}
	}
	atomic.StoreUint64(&place.key, key^content)
	atomic.StoreUint64(&place.content, content)
}
