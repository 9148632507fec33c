package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof"
	"felli/solve/proof/check"
	"felli/store"
)

// askProving answers a position, and searches for what neither tables nor kept
// certificates know, for so long at most: first for its value, then for that of
// each move, those that take few nodes first. What is found isn't kept.
func (a *app) askProving(ctx context.Context, q *asked, limit time.Duration) (*query.Answer, error) {
	x := index.NewSpace(q.game)
	tables, closeStore, err := a.read(x, store.WithCache(streamCache()))
	if err != nil {
		return nil, err
	}
	defer closeStore()
	l := newLive(x, tables)
	answer, err := l.prober.Answer(q.position)
	if err != nil || answer.Missing == nil && known(answer) {
		return answer, err
	}
	pieces := builtPieces(x, tables)
	if pieces < 2 {
		return answer, nil
	}
	memory := uint64(mostProofMemory / 2)
	if free := freeMemory(); free > 0 {
		memory = min(memory, free/2)
	}
	if err := l.prepare(x, pieces, proof.Options{Memory: memory, Workers: runtime.GOMAXPROCS(0)}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTimeUp)
	defer cancel()
	return l.search(ctx, q.position)
}

// known reports whether the value of every move is.
func known(answer *query.Answer) bool {
	for _, m := range answer.Moves {
		if m.Result.Value == felli.Unknown {
			return false
		}
	}
	return true
}

// A live search proves what a query asks, in memory.
type live struct {
	kept   *keptProofs
	prober *query.Prober
	leaves *proof.Leaves
	prover *proof.Prover
}

// newLive answers from tables and certificates. Before it can search it wants
// prepare.
func newLive(x *index.Space, tables *store.Tablebase) *live {
	kept := &keptProofs{tables: tables}
	return &live{kept: kept, prober: query.NewProber(x, tables).WithProofs(kept)}
}

// prepare makes the prover, whose lines end at so many pieces.
func (l *live) prepare(x *index.Space, pieces int, o proof.Options) (err error) {
	if l.leaves, err = proof.NewLeaves(x, l.kept.tables, pieces); err != nil {
		return err
	}
	if l.prover, err = proof.NewProver(l.leaves, o); err != nil {
		return err
	}
	l.kept.once.Do(l.kept.load)
	for _, c := range l.kept.list {
		if err := l.prover.Learn(c); err != nil {
			return err
		}
	}
	return nil
}

// search proves p and its moves in rounds, each with more nodes to spend on
// what is still open.
func (l *live) search(ctx context.Context, p felli.Position) (*query.Answer, error) {
	const firstNodes, growth = 20_000, 8
	for nodes := uint64(firstNodes); ; nodes *= growth {
		l.prover.SetNodes(nodes)
		answer, err := l.prober.Answer(p)
		if err != nil {
			return nil, err
		}
		if answer.Result.Value == felli.Unknown {
			if err := l.prove(ctx, p); err != nil {
				return nil, err
			}
		}
		for _, m := range answer.Moves {
			if m.Result.Value != felli.Unknown {
				continue
			}
			if err := l.prove(ctx, m.After); err != nil {
				return nil, err
			}
		}
		answer, err = l.prober.Answer(p)
		if err != nil || ctx.Err() != nil || answer.Result.Value != felli.Unknown && known(answer) {
			return answer, err
		}
	}
}

// prove adds to the certificates what a search finds about p.
func (l *live) prove(ctx context.Context, p felli.Position) error {
	if ctx.Err() != nil {
		return nil
	}
	have, err := l.kept.covering(p, l.prober)
	if err != nil {
		return err
	}
	_, err = l.prover.Value(ctx, p, have, func(answer proof.Answer) error {
		if err := check.Check(ctx, answer.Certificate, l.leaves, l.leaves.Digest(), 1); err != nil {
			return err
		}
		l.kept.add(answer.Certificate)
		return nil
	})
	if errors.Is(err, proof.ErrStopped) || ctx.Err() != nil {
		return nil
	}
	return err
}
