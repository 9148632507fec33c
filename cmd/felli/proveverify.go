package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof/check"
	"felli/store"
)

// A checkedProof is a line of `felli verify --proof --json`.
type checkedProof struct {
	Ruleset   string `json:"ruleset"`
	FEN       string `json:"fen"`
	Claim     string `json:"claim"`
	Tables    int    `json:"tables"` // pieces
	Positions int    `json:"positions"`
	Digest    string `json:"digest"`
}

// verifyProofs tests the certificates that the store keeps of a ruleset.
func (a *app) verifyProofs(ctx context.Context, g *felli.Game, workers int) error {
	x := index.NewSpace(g)
	tables, closeStore, err := a.read(x, store.WithCache(streamCache()))
	if err != nil {
		return err
	}
	defer closeStore()
	found := 0
	for r, err := range tables.Results(certificateKind) {
		if err != nil {
			return err
		}
		c, rest, err := check.Decode(r.Value)
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("%w: %d bytes too many", felli.ErrCorrupt, len(rest))
		}
		if err == nil && c.Game.FullString() != g.FullString() {
			err = fmt.Errorf("%w: it is of %s", felli.ErrCorrupt, c.Game)
		}
		if err != nil {
			return fmt.Errorf("certificate %q: %w", r.Key, err)
		}
		if err := a.verifyProof(ctx, x, tables, c, r.Value, workers); err != nil {
			return err
		}
		found++
	}
	if found == 0 {
		return &hinted{fmt.Errorf("%w: the store has no certificate of %s", felli.ErrNotBuilt, g), "make one first: felli prove " + g.String()}
	}
	return nil
}

// verifyProofFile tests the certificates in a file against the store's tables.
func (a *app) verifyProofFile(ctx context.Context, name string, workers int) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("%w: %w", felli.ErrInput, err)
	}
	if len(b) == 0 {
		return fmt.Errorf("%w: %s holds no certificate", felli.ErrCorrupt, name)
	}
	for len(b) > 0 {
		c, rest, err := check.Decode(b)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := a.verifyFromFile(ctx, c, b[:len(b)-len(rest)], workers); err != nil {
			return err
		}
		b = rest
	}
	return nil
}

func (a *app) verifyFromFile(ctx context.Context, c *check.Certificate, b []byte, workers int) error {
	x := index.NewSpace(c.Game)
	tables, closeStore, err := a.read(x, store.WithCache(streamCache()))
	if err != nil {
		return err
	}
	defer closeStore()
	return a.verifyProof(ctx, x, tables, c, b, workers)
}

// verifyProof tests one certificate, whose bytes are b.
func (a *app) verifyProof(ctx context.Context, x *index.Space, tables *store.Tablebase, c *check.Certificate, b []byte, workers int) error {
	var list []index.Summary
	for _, s := range x.Slices(c.Pieces) {
		sum, err := tables.Summary(s)
		if err != nil {
			return err
		}
		list = append(list, sum)
	}
	digest := index.Digest(x.Game().Ruleset, list)
	if err := check.Check(ctx, c, query.NewProber(x, tables), digest, workers); err != nil {
		return err
	}
	name := check.Name(b)
	out := checkedProof{c.Game.String(), c.Game.FEN(c.Root), c.Claim.String(), c.Pieces, len(c.Keys), hex.EncodeToString(name[:])}
	if a.json {
		return a.printJSON(out)
	}
	a.sentence("", out.Ruleset+": "+out.FEN)
	says := fmt.Sprintf("%s: right, in %s positions and all that follows, down to the tables of %d pieces",
		c.Claim.Sentence(c.Root), query.Grouped(uint64(out.Positions)), out.Tables)
	a.sentence("  ", says)
	_, err := fmt.Fprintf(a.out, "  certificate %s\n", out.Digest)
	return err
}
