package store

import (
	"sync"
	"sync/atomic"

	"felli/index"
)

// A blockCache bounds the memory of decoded blocks. A block hangs in its
// table's list of blocks, where a probe finds it without any lock; the cache
// only knows which blocks there are and takes them away when they are too many:
// the first that hasn't been used since the clock's hand last came by (Corbató,
// "A Paging Experiment with the Multics System", 1968).
type blockCache struct {
	limit int64

	mu   sync.Mutex
	used int64
	ring []*block
	hand int
}

// A block is a decoded block in the cache.
type block struct {
	hot   atomic.Bool            // used since the hand came by
	codes index.Codes            // next to hot: a probe looks at both
	slot  *atomic.Pointer[block] // where it hangs
	bytes int64
}

// blockOverhead is about what a block costs besides its codes.
const blockOverhead = 128

// touch notes that b was used.
func (b *block) touch() {
	if !b.hot.Load() {
		b.hot.Store(true)
	}
}

// add hangs a decoded block into its slot, and evicts others to make room. A
// block that would fill the cache alone isn't kept.
func (c *blockCache) add(slot *atomic.Pointer[block], codes index.Codes) *block {
	b := &block{codes: codes, slot: slot, bytes: int64(codes.Len()*widthOf(codes)) + blockOverhead}
	if b.bytes > c.limit {
		return b
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := slot.Load(); other != nil { // decoded twice at once
		return other
	}
	for c.used+b.bytes > c.limit {
		c.evict()
	}
	c.used += b.bytes
	c.ring = append(c.ring, b)
	slot.Store(b)
	return b
}

// evict takes one block away; there must be one.
func (c *blockCache) evict() {
	for {
		if c.hand >= len(c.ring) {
			c.hand = 0
		}
		b := c.ring[c.hand]
		if b.hot.Swap(false) {
			c.hand++
			continue
		}
		b.slot.Store(nil)
		c.used -= b.bytes
		last := len(c.ring) - 1
		c.ring[c.hand] = c.ring[last]
		c.ring[last] = nil
		c.ring = c.ring[:last]
		return
	}
}
