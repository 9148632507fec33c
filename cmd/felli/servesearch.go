package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof"
	"felli/store"
)

// A searcher proves for the server what tables don't hold: one position at a
// time, in memory. What it has found it knows until another ruleset is asked
// for, the store has changed, or it wasn't asked for a while.
type searcher struct {
	memory uint64 // half of it for tables, half for the memo

	mu    sync.Mutex
	of    string // the ruleset and the content of the store that live is made for
	live  *live
	timer *time.Timer // drops live
}

// searchIdle is how long a searcher keeps its memory without being asked, and
// mostCertified how many positions its certificates may have.
const (
	searchIdle    = time.Minute
	mostCertified = 4 << 20
)

// search implements [server.Config.Search].
func (s *searcher) search(ctx context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error) {
	var base *store.Tablebase
	switch t := tables.(type) {
	case *store.Tablebase:
		base = t
	case provenTables:
		base = t.Tablebase
	default:
		return nil, fmt.Errorf("search: tables are a %T", tables)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(searchIdle, s.drop)
	if of := fmt.Sprintf("%s %p", x.Game().FullString(), base); s.of != of || s.live == nil || s.live.certified() > mostCertified {
		s.of, s.live = "", nil // let go of the memory first
		l := newLive(x, base)
		pieces := s.pieces(x, base)
		if pieces < 2 {
			return l.prober.Answer(p)
		}
		// Later requests want it too.
		if err := l.prepare(context.WithoutCancel(ctx), x, pieces, proof.Options{Memory: s.memory / 2, Workers: 1}); err != nil {
			return nil, err
		}
		s.of, s.live = of, l
	}
	return s.live.search(ctx, p)
}

func (s *searcher) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of, s.live = "", nil
	debug.FreeOSMemory() // nobody knows when the next collection would be
}

// pieces is at how many pieces the lines of a search end: the most whose tables
// are all there and fit into memory.
func (s *searcher) pieces(x *index.Space, tables *store.Tablebase) int {
	size := uint64(0)
	built := builtPieces(x, tables)
	for n := 2; n <= built; n++ {
		for _, slice := range x.Slices(n) {
			if slice.Pieces() == n {
				size += x.Size(slice)
			}
		}
		if size > s.memory/2 {
			return n - 1
		}
	}
	return built
}

// certified is how many positions the certificates found have.
func (l *live) certified() int {
	n := 0
	for _, c := range l.kept.list {
		n += len(c.Keys)
	}
	return n
}
