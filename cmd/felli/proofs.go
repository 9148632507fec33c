package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof/check"
	"felli/store"
)

// keptProofs are the certificates of a ruleset in the store. They are read when
// they are first asked of a position. It is a [query.Proofs].
type keptProofs struct {
	tables *store.Tablebase
	once   sync.Once
	list   []*check.Certificate
	exact  map[felli.Position]felli.Result // proven distances, by position with White to move
	packer *check.Packer
	err    error
}

// prober answers from tables and, beyond them, from certificates if there are
// any.
func prober(x *index.Space, tables *store.Tablebase) *query.Prober {
	plain := query.NewProber(x, tables)
	if kept := (&keptProofs{tables: tables}); kept.any() {
		return plain.WithProofs(kept)
	}
	return plain
}

// provenTables are tables of which the store has certificates too. They are
// what a server wants: see [server.Proven].
type provenTables struct {
	*store.Tablebase
	*keptProofs
}

// any reports whether there are any certificates.
func (k *keptProofs) any() bool {
	for _, err := range k.tables.Results(proofKind) {
		_ = err // it comes back when the certificates are read
		return true
	}
	return false
}

// Edition implements [server.Proven].
func (k *keptProofs) Edition() (string, error) {
	sum := sha256.New()
	for r, err := range k.tables.Results(proofKind) {
		if err != nil {
			return "", err
		}
		_, _ = sum.Write(r.Value)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
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
	k.err = k.loadExact()
}

// loadExact reads the distances that have been proven.
func (k *keptProofs) loadExact() error {
	g := k.tables.Space().Game()
	k.exact = map[felli.Position]felli.Result{}
	for r, err := range k.tables.Results(proofKind) {
		if err != nil {
			return err
		}
		facts, err := parseFacts(r.Key, r.Value)
		if err != nil {
			return err
		}
		value, ok := map[string]felli.Value{check.Win.String(): felli.Win, check.Loss.String(): felli.Loss}[facts.Claim]
		if facts.DTW == nil || !ok {
			continue
		}
		p, err := g.ParseFEN(facts.FEN)
		if err != nil {
			return fmt.Errorf("%w: proof %q: %w", felli.ErrCorrupt, r.Key, err)
		}
		k.exact[g.Normalise(p)] = felli.Result{Value: value, DTW: *facts.DTW}
	}
	return nil
}

// Exact implements [query.Proofs]. A distance is proven only of the root of a
// certificate.
func (k *keptProofs) Exact(p felli.Position) (r felli.Result, ok bool, err error) {
	k.once.Do(k.load)
	if k.err != nil || len(k.exact) == 0 {
		return r, false, k.err
	}
	r, ok = k.exact[k.tables.Space().Game().Normalise(p)]
	return r, ok, nil
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
