package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"felli"
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
		return newHeapTables(x), bytes, func() {}, nil
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

// heapTables are tables in memory. They are safe for concurrent use.
type heapTables struct {
	ruleset felli.Ruleset
	mu      sync.RWMutex
	tables  map[index.Slice]index.Finished
}

func newHeapTables(x *index.Space) *heapTables {
	return &heapTables{ruleset: x.Game().Ruleset, tables: map[index.Slice]index.Finished{}}
}

func (h *heapTables) table(s index.Slice) (index.Finished, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	t, ok := h.tables[s]
	if !ok {
		return t, &store.MissingSliceError{Ruleset: h.ruleset, Slice: s}
	}
	return t, nil
}

// Summary is that of a table written before.
func (h *heapTables) Summary(s index.Slice) (index.Summary, error) {
	t, err := h.table(s)
	return t.Summary, err
}

// Codes is a copy of a table, as the solver fills in what isn't stored.
func (h *heapTables) Codes(s index.Slice) (index.Codes, error) {
	t, err := h.table(s)
	return index.Codes{Narrow: append([]uint8(nil), t.Codes.Narrow...), Wide: append([]uint16(nil), t.Codes.Wide...)}, err
}

// Code is one code.
func (h *heapTables) Code(s index.Slice, i uint64) (felli.Code, error) {
	t, err := h.table(s)
	if err != nil {
		return 0, err
	}
	return t.Codes.At(i), nil
}

// Write keeps tables.
func (h *heapTables) Write(tables ...index.Finished) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range tables {
		h.tables[t.Slice] = t
	}
	return nil
}
