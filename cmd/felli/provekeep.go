package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"

	"felli"
	"felli/index"
	"felli/solve/proof"
	"felli/solve/proof/check"
	"felli/store"
)

// keep tests a certificate and puts it into the store, with facts about how it
// was found.
func (w *proving) keep(ctx context.Context, c *check.Certificate, facts proofFacts) error {
	digest, err := tablesDigest(w.tables, c.Pieces)
	if err != nil {
		return err
	}
	if err := check.Check(ctx, c, w.prober, digest, w.workers); err != nil {
		return err
	}
	b, err := c.Append(nil)
	if err != nil {
		return err
	}
	name := check.Name(b)
	facts.FEN, facts.Claim, facts.Says = w.q.game.FEN(c.Root), c.Claim.String(), c.Claim.Sentence(c.Root)
	facts.Tables, facts.Entries, facts.Bytes, facts.Digest = c.Pieces, len(c.Keys), len(b), hex.EncodeToString(name[:])
	if c.Claim.Wins() {
		n := w.prover.Bound(c)
		facts.Bound = &n
	}
	text, err := json.Marshal(facts)
	if err != nil {
		return err
	}
	key := proofKey(w.q.game, c.Root, c.Claim)
	if err := w.tables.PutResults(store.Result{Kind: certificateKind, Key: key, Value: b}, store.Result{Kind: proofKind, Key: key, Value: text}); err != nil {
		return err
	}
	w.kept.add(c)
	w.say("proven and kept: %s: %s", facts.FEN, facts.Says)
	return nil
}

// tablesDigest is the digest of the tables of up to so many pieces.
func tablesDigest(tables *store.Tablebase, pieces int) (digest [32]byte, err error) {
	var list []index.Summary
	for _, s := range tables.Space().Slices(pieces) {
		sum, err := tables.Summary(s)
		if err != nil {
			return digest, err
		}
		list = append(list, sum)
	}
	return index.Digest(tables.Space().Game().Ruleset, list), nil
}

// adopt keeps a certificate that covers its root, but is kept as another
// position's.
func (w *proving) adopt(ctx context.Context, c *check.Certificate) error {
	_, err := w.kept.facts(proofKey(w.q.game, c.Root, c.Claim))
	if errors.Is(err, felli.ErrNotBuilt) {
		err = w.keep(ctx, c, proofFacts{})
	}
	return err
}

// learn makes the prover know all certificates in the store, before the first
// question is asked that have doesn't answer.
func (w *proving) learn(ctx context.Context, have proof.Verdict) error {
	if w.learnt || have.Value() != felli.Unknown {
		return nil
	}
	w.learnt = true
	for _, c := range w.kept.list {
		if err := w.prover.Learn(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// shortest looks for the distance of p, if it is proven won or lost, and keeps
// it.
func (w *proving) shortest(ctx context.Context, p felli.Position, verdict proof.Verdict) error {
	for i, c := range verdict {
		if c == nil || c.Claim != proof.Questions[i] {
			continue
		}
		key := proofKey(w.q.game, p, c.Claim)
		facts, err := w.kept.facts(key)
		if err != nil || facts.DTW != nil {
			return err
		}
		n, proven := w.prover.Shortest(ctx, c)
		if !proven {
			w.say("%s: a win in at most %d plies; whether there is a shorter one isn't known", w.q.game.FEN(p), n)
			return nil
		}
		facts.DTW = &n
		text, err := json.Marshal(facts)
		if err != nil {
			return err
		}
		return w.tables.PutResult(proofKind, key, text)
	}
	return nil
}
