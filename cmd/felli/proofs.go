package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof"
	"felli/solve/proof/check"
	"felli/store"
)

// Under these kinds a store keeps certificates, and facts about them.
const (
	certificateKind = "certificate"
	proofKind       = "proof"
)

// proofKey is the key of a certificate: its root with White to move, and the
// question it answers.
func proofKey(g *felli.Game, p felli.Position, claim check.Claim) string {
	question := "win"
	if claim == check.Loss || claim == check.NotLoss {
		question = "loss"
	}
	return question + " " + g.FEN(g.Normalise(p))
}

// keptProofs are the certificates of a ruleset in the store. They are read when
// they are first asked of a position. It is a [query.Proofs].
type keptProofs struct {
	tables *store.Tablebase
	once   sync.Once
	list   []*check.Certificate
	packer *check.Packer
	err    error
}

// prober answers from tables and, beyond them, from certificates if there are
// any.
func prober(x *index.Space, tables *store.Tablebase) *query.Prober {
	plain := query.NewProber(x, tables)
	for range tables.Results(certificateKind) {
		return plain.WithProofs(&keptProofs{tables: tables})
	}
	return plain
}

func (k *keptProofs) load() {
	if k.packer, k.err = check.NewPacker(k.tables.Space().Game()); k.err != nil {
		k.err = nil // such a game has no certificates
		return
	}
	for r, err := range k.tables.Results(certificateKind) {
		if err != nil {
			k.err = err
			return
		}
		c, _, err := check.Decode(r.Value)
		if err != nil {
			k.err = fmt.Errorf("%s %q: %w", r.Kind, r.Key, err)
			return
		}
		k.list = append(k.list, c)
	}
}

// add makes k know a certificate that the store doesn't have.
func (k *keptProofs) add(c *check.Certificate) {
	k.once.Do(k.load)
	k.list = append(k.list, c)
}

// AtLeast is what an entry of a certificate promises to the side to move in p.
func (k *keptProofs) AtLeast(p felli.Position) (felli.Result, error) {
	k.once.Do(k.load)
	best := felli.Result{Value: felli.Loss}
	if k.err != nil || len(k.list) == 0 {
		return best, k.err
	}
	key := k.packer.Pack(p)
	for _, c := range k.list {
		i, ok := c.Find(key)
		switch {
		case !ok:
		case c.Claim.Wins():
			r := felli.Result{Value: felli.Win, DTW: felli.Plies(min(c.Bounds[i], uint32(felli.MaxPlies))), AtMost: true}
			if r.Better(best) {
				best = r
			}
		case best.Value != felli.Win:
			best = felli.Result{Value: felli.Draw}
		}
	}
	return best, nil
}

// verdict reads what certificates say of p.
func (k *keptProofs) verdict(g *felli.Game, p felli.Position) (proof.Verdict, error) {
	var v proof.Verdict
	for _, c := range k.list {
		if g.Normalise(c.Root) == g.Normalise(p) {
			v[(c.Claim+1)%2] = c
		}
	}
	for i, question := range proof.Questions {
		if v[i] != nil {
			continue
		}
		b, err := k.tables.Result(certificateKind, proofKey(g, p, question))
		if errors.Is(err, felli.ErrNotBuilt) {
			continue
		}
		if err != nil {
			return v, err
		}
		c, _, err := check.Decode(b)
		if err != nil {
			return v, err
		}
		v[i] = c
	}
	return v, nil
}

// describe adds the facts about p's certificates to a report, and their bytes.
func (k *keptProofs) describe(g *felli.Game, p felli.Position, report *proofReport) error {
	for _, question := range proof.Questions {
		key := proofKey(g, p, question)
		text, err := k.tables.Result(proofKind, key)
		if errors.Is(err, felli.ErrNotBuilt) {
			continue
		}
		if err != nil {
			return err
		}
		var facts proofFacts
		if err := json.Unmarshal(text, &facts); err != nil {
			return fmt.Errorf("%w: proof %q: %w", felli.ErrCorrupt, key, err)
		}
		report.Certificates = append(report.Certificates, facts)
		b, err := k.tables.Result(certificateKind, key)
		if err != nil {
			return err
		}
		report.exported = append(report.exported, b...)
	}
	return nil
}
