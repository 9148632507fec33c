package server

import (
	"context"

	"felli"
	"felli/index"
	"felli/query"
)

// stats answers /api/v1/stats/{ruleset}[/{slice}] as `felli stats --json`
// does, but for the times: nothing was counted.
func (q *request) stats(ruleset, slice string) error {
	b, err := q.server.shelf.book(ruleset)
	if err != nil {
		return err
	}
	var st *query.Statistics
	if slice == "" {
		if b.digest != "" && q.unchanged(b.digest, "stats", b.ruleset) {
			return nil
		}
		st, err = b.statistics.get(q.ctx, struct{}{}, b.collect)
	} else {
		var only []index.Slice
		if only, err = query.WithTwin(b.space, slice); err != nil {
			return err
		}
		if b.digest != "" && q.unchanged(b.digest, "stats", b.ruleset, slice) {
			return nil
		}
		if b.absent != nil {
			err = b.absent
		} else {
			st, err = query.Collect(b.space, b.tables, only...)
		}
	}
	if err != nil {
		return err
	}
	return q.sendJSON(st)
}

// collect makes the statistics of all that is held.
func (b *book) collect() (*query.Statistics, error) {
	if b.absent != nil {
		return nil, b.absent
	}
	return query.CollectFrom(b.space, held{b}, b.sums)
}

// A memo keeps what was made for a key, unless that failed. One value is made
// at a time.
type memo[K comparable, V any] struct {
	turn chan struct{} // full while a value is looked up or made
	made map[K]V
}

func newMemo[K comparable, V any]() memo[K, V] {
	return memo[K, V]{make(chan struct{}, 1), map[K]V{}}
}

// get is the value of key, made now if there is none. It waits for others to be
// made until ctx ends.
func (m memo[K, V]) get(ctx context.Context, key K, create func() (V, error)) (V, error) {
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
	v, ok := m.made[key]
	if ok {
		return v, nil
	}
	v, err := create()
	if err == nil {
		m.made[key] = v
	}
	return v, err
}

// maxCounted is the most positions of a slice that are looked at for its
// histogram. Of larger slices it is a sample.
const maxCounted = 200_000

// A histogram counts the positions of a slice by distance, as they are stored:
// symmetric ones once.
type histogram struct {
	Ruleset string         `json:"ruleset"`
	Slice   string         `json:"slice"`
	Stored  uint64         `json:"stored"`  // positions in the table
	Counted uint64         `json:"counted"` // of them looked at, evenly spread
	Draw    uint64         `json:"draw"`
	Win     []distanceTell `json:"win"` // shortest first
	Loss    []distanceTell `json:"loss"`
}

// A distanceTell is how many positions have a distance, and the first of them.
type distanceTell struct {
	DTW   felli.Plies `json:"dtw"`
	Count uint64      `json:"count"`
	FEN   string      `json:"fen"`
}

// histogram answers /api/v1/histogram/{ruleset}/{slice}.
func (q *request) histogram(ruleset, slice string) error {
	b, err := q.server.shelf.book(ruleset)
	if err != nil {
		return err
	}
	only, err := query.WithTwin(b.space, slice)
	if err != nil {
		return err
	}
	if b.digest != "" && q.unchanged(b.digest, "histogram", b.ruleset, slice) {
		return nil
	}
	h, err := b.histograms.get(q.ctx, only[0], func() (*histogram, error) { return b.count(q.ctx, only[0]) })
	if err != nil {
		return err
	}
	return q.sendJSON(h)
}

// count makes the histogram of s.
func (b *book) count(ctx context.Context, s index.Slice) (*histogram, error) {
	if err := (held{b}).Holds(s); err != nil {
		return nil, err
	}
	size := b.space.Size(s)
	h := &histogram{Ruleset: b.ruleset, Slice: s.String(), Stored: size, Win: []distanceTell{}, Loss: []distanceTell{}}
	const run = 64 // positions looked at in a row
	step := uint64(run)
	if size > maxCounted {
		step = size / (maxCounted / run)
	}
	wins, losses := map[felli.Plies]*distanceTell{}, map[felli.Plies]*distanceTell{}
	var failure error
	for lo := uint64(0); lo < size; lo += step {
		b.space.Scan(s, lo, min(lo+run, size), func(_ uint64, p felli.Position) bool {
			r, err := b.prober.Probe(p)
			if err != nil {
				failure = err
				return false
			}
			h.Counted++
			switch r.Value {
			case felli.Draw:
				h.Draw++
			case felli.Win:
				b.tell(wins, r.DTW, p)
			default:
				b.tell(losses, r.DTW, p)
			}
			return true
		})
		if failure == nil {
			failure = ctx.Err()
		}
		if failure != nil {
			return nil, failure
		}
	}
	for i := range b.sums { // a sample may lack the longest
		if sum := &b.sums[i]; sum.Slice == s {
			b.addLongest(h, wins, sum.Longest.Win, s)
			b.addLongest(h, losses, sum.Longest.Loss, s)
		}
	}
	h.Win, h.Loss = inOrder(h.Win, wins), inOrder(h.Loss, losses)
	return h, nil
}

// addLongest counts the longest win or loss if none as long was looked at.
func (b *book) addLongest(h *histogram, counts map[felli.Plies]*distanceTell, e index.Extreme, s index.Slice) {
	if e.Exists && counts[e.DTW] == nil {
		h.Counted++
		b.tell(counts, e.DTW, b.space.Unrank(s, e.Index))
	}
}

func (b *book) tell(counts map[felli.Plies]*distanceTell, d felli.Plies, p felli.Position) {
	t := counts[d]
	if t == nil {
		t = &distanceTell{DTW: d, FEN: b.game.FEN(p)}
		counts[d] = t
	}
	t.Count++
}

func inOrder(list []distanceTell, counts map[felli.Plies]*distanceTell) []distanceTell {
	for d := 0; len(list) < len(counts); d++ {
		if t := counts[felli.Plies(d)]; t != nil {
			list = append(list, *t)
		}
	}
	return list
}
