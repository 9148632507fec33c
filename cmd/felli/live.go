package main

import (
	"context"
	"errors"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof"
	"felli/solve/proof/check"
	"felli/store"
)

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

// prepare makes the prover, whose lines end at so many pieces. If ctx ends, the
// error is [proof.ErrStopped], and the prover knows only a part of what
// certificates say.
func (l *live) prepare(ctx context.Context, x *index.Space, pieces int, o proof.Options) (err error) {
	if l.leaves, err = proof.NewLeaves(x, l.kept.tables, pieces); err != nil {
		return err
	}
	if l.prover, err = proof.NewProver(l.leaves, o); err != nil {
		return err
	}
	l.kept.once.Do(l.kept.load)
	for _, c := range l.kept.list {
		if err := l.prover.Learn(ctx, c); err != nil {
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
