package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/store"
)

// atlasTables are tables to solve into and to look up the start in.
type atlasTables interface {
	solve.Tables
	query.Lookup
}

// temporaryTables are tables for one ruleset: in memory, of which they take
// bytes, if they are a small part of it; else in a store beside the
// real one. remove must be called.
func (a *app) temporaryTables(x *index.Space, memory uint64) (tables atlasTables, bytes uint64, remove func(), err error) {
	for _, s := range x.Slices(0) {
		bytes += x.Size(s)
	}
	if memory == 0 || 8*bytes < memory {
		return index.NewMemory(x.Game().Ruleset), bytes, func() {}, nil
	}
	dir, err := a.dir()
	if err != nil {
		return nil, 0, nil, err
	}
	if dir, err = os.MkdirTemp(filepath.Dir(dir), ".felli-atlas-"); err != nil {
		return nil, 0, nil, err
	}
	s, err := store.Create(dir)
	if err != nil {
		return nil, 0, nil, errors.Join(err, os.RemoveAll(dir))
	}
	remove = func() {
		if err := errors.Join(s.Close(), os.RemoveAll(dir)); err != nil {
			fmt.Fprintf(a.stderr, "felli: remove the temporary store %s: %v\n", dir, err)
		}
	}
	stored, err := s.Tablebase(x)
	if err != nil {
		remove()
		return nil, 0, nil, err
	}
	return stored, 0, remove, nil
}
