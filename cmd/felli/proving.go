package main

import (
	"context"
	"encoding/hex"
	"errors"
	"sync"
	"time"

	"felli"
	"felli/query"
	"felli/solve/proof"
	"felli/store"
)

// A proving is one run of `felli prove`.
type proving struct {
	*app
	q       *asked
	f       proveFlags
	store   *store.Store
	tables  *store.Tablebase
	leaves  *proof.Leaves
	prober  *query.Prober
	prover  *proof.Prover
	kept    *keptProofs
	memory  uint64 // bytes that the process may take
	workers int
	begin   time.Time

	learnt bool // the prover knows the certificates in the store

	mu    sync.Mutex // guards told, and messages
	told  time.Time
	first felli.Position // the position that is being proved
}

// run proves the position, and each move if asked to, and prints the result.
func (w *proving) run(ctx context.Context) error {
	defer boundHeap(w.memory)()
	p := w.q.position
	ctx, cancel := withinTime(ctx, w.f.time)
	defer cancel()
	report := &proofReport{
		Ruleset: w.q.game.String(), FEN: w.q.game.FEN(p), Certificates: []proofFacts{},
		Pieces: w.leaves.Pieces(), TablesDigest: hex.EncodeToString(digestBytes(w.leaves)),
	}
	value, err := w.position(ctx, p, report, true)
	if err == nil && w.f.each {
		err = w.eachMove(ctx, p, report)
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) { // while a certificate was tested
		err = proof.ErrStopped
	}
	if err != nil && !errors.Is(err, proof.ErrStopped) {
		return err
	}
	report.Value = value.String()
	if bad := w.best(p, report); bad != nil {
		return errors.Join(err, bad)
	}
	report.Seconds = time.Since(w.begin).Seconds()
	report.Nodes = w.prover.Nodes()
	report.Memory = w.prover.MemoBytes() + w.leaves.Bytes()
	if err := w.print(report); err != nil {
		return err
	}
	if err != nil {
		return stoppedProof(ctx, w.q.game, p, err)
	}
	if w.f.export != "" {
		return w.export(report)
	}
	return nil
}

func digestBytes(l *proof.Leaves) []byte { d := l.Digest(); return d[:] }

// position finds the value of p: in the tables, among the certificates kept,
// or by a search whose certificates are tested and kept. If other positions'
// certificates cover p, they are kept as its own too, if own is true.
func (w *proving) position(ctx context.Context, p felli.Position, report *proofReport, own bool) (felli.Value, error) {
	g := w.q.game
	if r, ended := g.Ended(p); ended {
		return r.Value, nil
	}
	if p.Occupied().Len() <= w.leaves.Pieces() {
		r, err := w.prober.Probe(p)
		return r.Value, err
	}
	have, err := w.verdict(ctx, p)
	if err != nil {
		return felli.Unknown, err
	}
	for _, c := range have {
		if c == nil || !own && !w.f.dtw {
			continue
		}
		if err := w.adopt(ctx, c); err != nil {
			return felli.Unknown, err
		}
	}
	w.first = p
	verdict := have
	if err = w.learn(ctx, have); err == nil {
		verdict, err = w.prover.Value(ctx, p, have, func(c proof.Answer) error {
			return w.keep(ctx, c.Certificate, proofFacts{Nodes: c.Nodes, Seconds: c.Elapsed.Seconds(), Repaired: c.Repaired})
		})
	}
	if w.f.dtw && err == nil {
		err = w.shortest(ctx, p, verdict)
	}
	if bad := w.kept.describe(g, p, report); bad != nil {
		return felli.Unknown, errors.Join(err, bad)
	}
	return verdict.Value(), err
}

// eachMove proves every move of p.
func (w *proving) eachMove(ctx context.Context, p felli.Position, report *proofReport) error {
	g := w.q.game
	for _, m := range g.Moves(p) {
		after := g.Play(p, m)
		value, err := w.position(ctx, after, report, false)
		report.Moves = append(report.Moves, provenMove{g.MoveString(p, m), g.FEN(after), value.Negate().String()})
		if err != nil {
			return err
		}
	}
	return nil
}
