package main

import (
	"context"
	"errors"

	"felli"
	"felli/index"
	"felli/solve/proof"
	"felli/solve/proof/check"
)

// verdict is what the certificates that the store has say of p: its own, those
// of other positions that cover it, or those of p under rules that differ in
// one option, if they are right under these too.
func (w *proving) verdict(ctx context.Context, p felli.Position) (proof.Verdict, error) {
	v, err := w.kept.covering(p, w.prober)
	if err != nil {
		return v, err
	}
	return v, w.borrow(ctx, p, &v)
}

// covering is what certificates say of p: its own, and those of other positions
// that cover it.
func (k *keptProofs) covering(p felli.Position, tables check.Prober) (proof.Verdict, error) {
	k.once.Do(k.load)
	if k.err != nil {
		return proof.Verdict{}, k.err
	}
	v, err := k.verdict(k.tables.Space().Game(), p)
	if err != nil {
		return v, err
	}
	for _, c := range k.list {
		if v.Value() != felli.Unknown {
			break
		}
		if about := c.About(p, tables); about != nil && v[question(about.Claim)] == nil {
			v[question(about.Claim)] = about
		}
	}
	return v, nil
}

// question is the number in [proof.Questions] of what a claim answers.
func question(c check.Claim) int {
	if c == check.Loss || c == check.NotLoss {
		return 1
	}
	return 0
}

// borrow tries the certificates of p under rules that differ in one option,
// and keeps those that are right under these rules too.
func (w *proving) borrow(ctx context.Context, p felli.Position, v *proof.Verdict) error {
	list, err := w.store.Rulesets()
	if err != nil {
		return err
	}
	for _, r := range list {
		if v.Value() != felli.Unknown {
			return nil
		}
		if r.Board.Name != w.q.game.Board.Name || differingOptions(r, w.q.game.Ruleset) != 1 {
			continue
		}
		g, err := felli.NewGame(r)
		if err != nil {
			continue
		}
		tables, err := w.store.Tablebase(index.NewSpace(g))
		if err != nil {
			return err
		}
		theirs, err := (&keptProofs{tables: tables}).verdict(g, p)
		if err != nil {
			return err
		}
		for i, c := range theirs {
			if c == nil || v[i] != nil || v.Value() != felli.Unknown || c.Pieces != w.leaves.Pieces() {
				continue
			}
			c = c.Under(w.q.game, w.leaves.Digest())
			err := w.keep(ctx, c, proofFacts{From: r.String()})
			var wrong *check.Error
			switch {
			case errors.As(err, &wrong):
			case err != nil:
				return err
			default:
				v[i] = c
			}
		}
	}
	return nil
}

// differingOptions counts the options in which two rulesets differ.
func differingOptions(a, b felli.Ruleset) int {
	n := 0
	for _, spec := range felli.OptionSpecs() {
		if spec.Value(a.Options) != spec.Value(b.Options) {
			n++
		}
	}
	return n
}
