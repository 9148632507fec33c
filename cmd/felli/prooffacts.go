package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"felli"
	"felli/solve/proof"
	"felli/solve/proof/check"
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

// proofFacts is what is kept about a certificate besides itself.
type proofFacts struct {
	FEN     string  `json:"fen"`
	Claim   string  `json:"claim"`  // win, loss, no win or no loss, for the side to move
	Says    string  `json:"says"`   // the same for people
	Tables  int     `json:"tables"` // pieces
	Nodes   uint64  `json:"nodes"`  // visited by the search for it; 0 if another certificate had it
	Seconds float64 `json:"seconds"`
	Entries int     `json:"positions"`
	Bytes   int     `json:"bytes"`
	Digest  string  `json:"digest"`
	// DTW is the distance, null unless it is proven; Bound is in how many
	// plies at most the winner wins, null if it isn't a win or loss.
	DTW      *felli.Plies `json:"dtw"`
	Bound    *felli.Plies `json:"bound"`
	Repaired int          `json:"repaired"` // positions withdrawn from closed sets on the way
	// From is the ruleset for which the certificate was found, if that is
	// another one.
	From string `json:"from,omitempty"`
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

// facts are those about the certificate with the given key.
func (k *keptProofs) facts(key string) (facts proofFacts, err error) {
	text, err := k.tables.Result(proofKind, key)
	if err != nil {
		return facts, err
	}
	return parseFacts(key, text)
}

func parseFacts(key string, text []byte) (facts proofFacts, err error) {
	if err := json.Unmarshal(text, &facts); err != nil {
		return facts, fmt.Errorf("%w: proof %q: %w", felli.ErrCorrupt, key, err)
	}
	return facts, nil
}

// describe adds the facts about p's certificates to a report, and their bytes.
func (k *keptProofs) describe(g *felli.Game, p felli.Position, report *proofReport) error {
	for _, question := range proof.Questions {
		key := proofKey(g, p, question)
		facts, err := k.facts(key)
		if errors.Is(err, felli.ErrNotBuilt) {
			continue
		}
		if err != nil {
			return err
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
