package object

import (
	"errors"
	"fmt"
	"io"

	"felli"
	"felli/index"
	"felli/store"
)

// An Importer puts tables into a store that is open to build. Call
// [Importer.Flush] when all were given. It is not safe for concurrent use.
type Importer struct {
	store     *store.Store
	Added     []Header // what was written, in order
	Kept      []Header // what the store held already
	tables    map[string]*store.Tablebase
	held      *index.Finished // a slice that waits for its twin, to be written with it; Flush writes it alone
	heldIn    *store.Tablebase
	heldOwner Header
}

// NewImporter imports into s.
func NewImporter(s *store.Store) *Importer {
	return &Importer{store: s, tables: map[string]*store.Tablebase{}}
}

// All imports all objects of a stream. Those of a store that come before an
// error are kept.
func (m *Importer) All(in io.Reader) error {
	r := NewReader(in)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		t, err := m.tablebase(h)
		if err != nil {
			return err
		}
		switch known, err := m.known(t, h); {
		case err != nil:
			return err
		case known:
			continue // Next reads on to the next object, and checks this one
		}
		codes, err := r.Codes()
		if err != nil {
			return err
		}
		if err := h.checkSize(t.Space()); err != nil {
			return err
		}
		if err := m.add(t, h, index.Finished{Summary: h.Summary, Codes: codes}); err != nil {
			return err
		}
	}
}

// tablebase is where an object's slice belongs.
func (m *Importer) tablebase(h Header) (*store.Tablebase, error) {
	if t := m.tables[h.Identity]; t != nil {
		return t, h.Check(t.Space(), h.Slice)
	}
	g, err := h.Game()
	if err != nil {
		return nil, err
	}
	x := index.NewSpace(g)
	if err := h.Check(x, h.Slice); err != nil {
		return nil, err
	}
	t, err := m.store.Tablebase(x)
	if err != nil {
		return nil, err
	}
	m.tables[h.Identity] = t
	return t, nil
}

// known reports whether the store holds the slice already. It is an error if
// that has other values: one of the two is wrong.
func (m *Importer) known(t *store.Tablebase, h Header) (bool, error) {
	sum, err := t.Summary(h.Slice)
	switch {
	case errors.Is(err, felli.ErrNotBuilt):
		return false, nil
	case err != nil:
		return false, err
	case sum != h.Summary:
		return false, h.corrupt("differs from the one in the store", fmt.Errorf("checksums of their values are %x and %x", h.Checksum, sum.Checksum))
	}
	m.Kept = append(m.Kept, h)
	return true, nil
}

// add writes a slice, with its twin if that comes next: so they share a file
// in the store, as after solving them.
func (m *Importer) add(t *store.Tablebase, h Header, f index.Finished) error {
	if m.held != nil && m.heldIn == t && m.held.Slice == f.Slice.Twin() {
		first, owner := *m.held, m.heldOwner
		m.held = nil
		return m.write(t, []Header{owner, h}, first, f)
	}
	if err := m.Flush(); err != nil {
		return err
	}
	if f.Slice == f.Slice.Twin() {
		return m.write(t, []Header{h}, f)
	}
	m.held, m.heldIn, m.heldOwner = &f, t, h
	return nil
}

// Flush writes what waits for its twin.
func (m *Importer) Flush() error {
	if m.held == nil {
		return nil
	}
	f, owner := *m.held, m.heldOwner
	m.held = nil
	return m.write(m.heldIn, []Header{owner}, f)
}

func (m *Importer) write(t *store.Tablebase, headers []Header, tables ...index.Finished) error {
	if err := t.Write(tables...); err != nil {
		return err
	}
	m.Added = append(m.Added, headers...)
	return nil
}
