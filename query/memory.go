package query

import (
	"felli"
	"felli/index"
)

// A table is the table of one slice, in memory.
type table struct {
	slice  index.Slice
	layout *index.Layout
	codes  index.Codes
	// answers is set once positions with a compulsory capture hold their
	// answers too: then no code needs deriving any more.
	answers bool
}

func (t *table) bytes() uint64 { return uint64(len(t.codes.Narrow)) + 2*uint64(len(t.codes.Wide)) }

// set stores c, and reports whether it fits.
func (t *table) set(i uint64, c felli.Code) bool {
	if t.codes.Wide != nil {
		t.codes.Wide[i] = uint16(c)
		return true
	}
	t.codes.Narrow[i] = uint8(c)
	return c < 1<<8
}

// widen gives each code two bytes.
func (t *table) widen() {
	wide := make([]uint16, len(t.codes.Narrow))
	for i, c := range t.codes.Narrow {
		wide[i] = uint16(c)
	}
	t.codes = index.Codes{Wide: wide}
}

// A memory is tables read whole, and the rest of the tablebase behind them. It
// is a [Lookup]. Tables are added and dropped by one goroutine while no other
// uses it.
type memory struct {
	space  *index.Space
	tables Tables
	limit  uint64 // bytes to keep; 0: no limit
	side   int
	held   []*table // by slice, see key
}

func newMemory(x *index.Space, tables Tables, limit uint64) *memory {
	side := x.Game().Board.MaxPieces + 1
	return &memory{space: x, tables: tables, limit: limit, side: side, held: make([]*table, side*side*side*side)}
}

func (m *memory) key(s index.Slice) int {
	return ((s.Men*m.side+s.Mullahs)*m.side+s.OppMen)*m.side + s.OppMullahs
}

// at is the table of s if it is in memory, else nil.
func (m *memory) at(s index.Slice) *table { return m.held[m.key(s)] }

// Code is the stored code, or the answer where a table has answers.
func (m *memory) Code(s index.Slice, i uint64) (felli.Code, error) {
	if t := m.at(s); t != nil {
		return t.codes.At(i), nil
	}
	return m.tables.Code(s, i)
}

// load reads the table of s, if it isn't held.
func (m *memory) load(s index.Slice) (*table, error) {
	if t := m.at(s); t != nil {
		return t, nil
	}
	codes, err := m.tables.Codes(s)
	if err != nil {
		return nil, err
	}
	t := &table{slice: s, layout: m.space.Layout(s), codes: codes}
	m.held[m.key(s)] = t
	return t, nil
}

func (m *memory) used() uint64 {
	var n uint64
	for _, t := range m.held {
		if t != nil {
			n += t.bytes()
		}
	}
	return n
}

// keep drops the tables for which need is false, and then the largest ones
// until the rest is within the limit: what was dropped is read block by block
// if asked for.
func (m *memory) keep(need func(index.Slice) bool) {
	for i, t := range m.held {
		if t != nil && !need(t.slice) {
			m.held[i] = nil
		}
	}
	for m.limit > 0 && m.used() > m.limit {
		largest := -1
		for i, t := range m.held {
			if t != nil && (largest < 0 || t.bytes() > m.held[largest].bytes()) {
				largest = i
			}
		}
		m.held[largest] = nil
	}
}
