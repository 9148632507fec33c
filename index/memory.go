package index

import (
	"fmt"
	"slices"
	"sync"

	"felli"
)

// A Memory is the tables of one ruleset in memory: what a store is on disk, for
// games that are small or aren't to be kept. Solving writes into it, queries
// look up in it. It is safe for concurrent use; make it with [NewMemory].
type Memory struct {
	ruleset felli.Ruleset
	mu      sync.RWMutex
	tables  map[Slice]Finished
	order   []Slice // as written
}

// NewMemory is empty tables for a ruleset.
func NewMemory(r felli.Ruleset) *Memory {
	return &Memory{ruleset: r, tables: map[Slice]Finished{}}
}

// table finds a table; the error matches [felli.ErrNotBuilt].
func (m *Memory) table(s Slice) (Finished, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	t, ok := m.tables[s]
	if !ok {
		return t, fmt.Errorf("slice %v of %v: %w", s, m.ruleset, felli.ErrNotBuilt)
	}
	return t, nil
}

// Summary is that of a table written before, else an error that matches
// [felli.ErrNotBuilt].
func (m *Memory) Summary(s Slice) (Summary, error) {
	t, err := m.table(s)
	return t.Summary, err
}

// Summaries are those of all tables, in the order in which they were written.
func (m *Memory) Summaries() ([]Summary, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	list := make([]Summary, 0, len(m.order))
	for _, s := range m.order {
		list = append(list, m.tables[s].Summary)
	}
	return list, nil
}

// Codes is a copy of a table, in memory of the caller's own.
func (m *Memory) Codes(s Slice) (Codes, error) {
	t, err := m.table(s)
	return Codes{Narrow: slices.Clone(t.Codes.Narrow), Wide: slices.Clone(t.Codes.Wide)}, err
}

// Code is the code of position i of s, i in [0, Space.Size(s)).
func (m *Memory) Code(s Slice, i uint64) (felli.Code, error) {
	t, err := m.table(s)
	if err != nil {
		return 0, err
	}
	return t.Codes.At(i), nil
}

// Holds is nil if there is a table of s, else an error that matches
// [felli.ErrNotBuilt].
func (m *Memory) Holds(s Slice) error {
	_, err := m.table(s)
	return err
}

// Write keeps tables as they are, all at once; their codes must not be changed
// any more. It returns nil.
func (m *Memory) Write(tables ...Finished) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range tables {
		if _, again := m.tables[t.Slice]; !again {
			m.order = append(m.order, t.Slice)
		}
		m.tables[t.Slice] = t
	}
	return nil
}
