package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"felli"
	"felli/index"
	"felli/query/atlas"
	"felli/store"
)

// Under these names a store keeps the row of a ruleset.
const (
	rowKind = "atlas"
	rowKey  = "start"
)

// keptRows are the rows that the store has.
func (a *app) keptRows(chart *atlas.Chart) (map[string]atlas.Row, error) {
	rows := map[string]atlas.Row{}
	dir, err := a.dir()
	if err != nil {
		return nil, err
	}
	s, err := store.Open(dir)
	if errors.Is(err, felli.ErrNotBuilt) {
		return rows, nil
	} else if err != nil {
		return nil, err
	}
	defer s.Close()
	for _, r := range chart.Rulesets() {
		g, err := felli.NewGame(r)
		if err != nil {
			return nil, err
		}
		tables, err := s.Tablebase(index.NewSpace(g))
		if errors.Is(err, felli.ErrNotBuilt) {
			continue
		} else if err != nil {
			return nil, err
		}
		row, err := keptRow(tables)
		if err == nil {
			row.Ruleset = r.String()
			rows[row.Ruleset] = row
		} else if !errors.Is(err, felli.ErrNotBuilt) {
			return nil, err
		}
	}
	return rows, nil
}

// keptRow is a ruleset's row, or else what its start was proven to be.
func keptRow(tables *store.Tablebase) (row atlas.Row, err error) {
	text, err := tables.Result(rowKind, rowKey)
	if errors.Is(err, felli.ErrNotBuilt) {
		return provenRow(tables)
	}
	if err == nil {
		if bad := json.Unmarshal(text, &row); bad != nil {
			err = fmt.Errorf("%w: atlas row of %v: %w", felli.ErrCorrupt, tables.Ruleset(), bad)
		}
	}
	return row, err
}

// provenRow is what proof search has settled about a ruleset's start, if the
// store keeps it; else the error matches felli.ErrNotBuilt. Its distance isn't
// known.
func provenRow(tables *store.Tablebase) (atlas.Row, error) {
	g := tables.Space().Game()
	verdict, err := (&keptProofs{tables: tables}).verdict(g, g.Start())
	if err == nil && verdict.Value() == felli.Unknown {
		err = &store.MissingResultError{Ruleset: tables.Ruleset(), Kind: rowKind, Key: rowKey}
	}
	return atlas.Row{Ruleset: g.String(), Value: verdict.Value().String()}, err
}
