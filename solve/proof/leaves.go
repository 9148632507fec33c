package proof

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"felli"
	"felli/index"
)

// Tables is where finished tables are. All methods must be safe for concurrent
// use.
type Tables interface {
	// Summary returns an error that matches [felli.ErrNotBuilt] when the
	// slice isn't there.
	Summary(s index.Slice) (index.Summary, error)
	// Codes reads a table as it was written.
	Codes(s index.Slice) (index.Codes, error)
}

// lostIn0 is the code of an ended game.
const lostIn0 felli.Code = 1

// Leaves are the tables of all positions with few pieces, for a search that
// looks them up millions of times: each is read whole, when a position of it is
// first asked for. They are safe for concurrent use.
//
// Where captures are compulsory a position with a capture is answered by
// playing the captures out, as tables hold no answer there; that is faster
// than to work out whole tables at the start.
type Leaves struct {
	space   *index.Space
	game    *felli.Game
	tables  Tables
	pieces  int
	derives bool
	digest  [32]byte

	mu    sync.Mutex
	side  int
	held  []atomic.Pointer[leafTable] // by the four counts of a slice
	bytes atomic.Uint64
	err   atomic.Pointer[error] // the first trouble met
}

type leafTable struct {
	slice  index.Slice
	layout *index.Layout
	codes  index.Codes
}

// NewLeaves prepares probing all slices with up to so many pieces; the error
// matches [felli.ErrNotBuilt] when one is missing.
func NewLeaves(x *index.Space, tables Tables, pieces int) (*Leaves, error) {
	l := &Leaves{
		space: x, game: x.Game(), tables: tables, pieces: pieces, side: pieces + 1,
		derives: x.Game().Capture == felli.CaptureCompulsory,
	}
	var list []index.Summary
	for _, s := range x.Slices(pieces) {
		sum, err := tables.Summary(s)
		if err != nil {
			return nil, err
		}
		list = append(list, sum)
	}
	l.digest = index.Digest(x.Game().Ruleset, list)
	l.held = make([]atomic.Pointer[leafTable], l.side*l.side*l.side*l.side)
	return l, nil
}

// Pieces is how many pieces positions may have to be looked up.
func (l *Leaves) Pieces() int { return l.pieces }

// Digest is that of the tables, see [index.Digest].
func (l *Leaves) Digest() [32]byte { return l.digest }

// Bytes is the memory that the tables read so far take.
func (l *Leaves) Bytes() uint64 { return l.bytes.Load() }

// Err is the first error that a probe met; after one, values mean nothing.
func (l *Leaves) Err() error {
	if e := l.err.Load(); e != nil {
		return *e
	}
	return nil
}

// covers reports whether p is looked up.
func (l *Leaves) covers(p felli.Position) bool {
	return p.Occupied().Len() <= l.pieces || p.Pieces(p.ToMove) == 0
}

// wins reports whether the side to move wins p, if movers is true, or whether
// its opponent does.
func (l *Leaves) wins(p felli.Position, mover bool) bool {
	if p.Pieces(p.ToMove) == 0 {
		return !mover
	}
	if l.derives && l.game.CanCapture(p) {
		var room [24]felli.Move
		for _, m := range l.game.AppendMoves(room[:0], p) {
			if l.wins(l.game.Play(p, m), !mover) == mover {
				return mover
			}
		}
		return !mover
	}
	c := l.stored(p)
	return c != 0 && c&1 == 0 == mover
}

// code is the code of p.
func (l *Leaves) code(p felli.Position) felli.Code {
	if p.Pieces(p.ToMove) == 0 {
		return lostIn0
	}
	if !l.derives || !l.game.CanCapture(p) {
		return l.stored(p)
	}
	var room [24]felli.Move
	best := felli.Result{}
	for i, m := range l.game.AppendMoves(room[:0], p) {
		r := l.code(l.game.Play(p, m)).Result().Before()
		if i == 0 || r.Better(best) {
			best = r
		}
	}
	return best.Code()
}

// Probe is the value of p and its distance. p must have at most as many pieces
// as the tables.
func (l *Leaves) Probe(p felli.Position) (felli.Result, error) {
	if !l.covers(p) {
		return felli.Result{}, fmt.Errorf("%w: %s has more than %d pieces", felli.ErrInput, l.game.FEN(p), l.pieces)
	}
	c := l.code(p)
	return c.Result(), l.Err()
}

// stored is what the table holds for p.
func (l *Leaves) stored(p felli.Position) felli.Code {
	own, opp := p.ToMove&1, p.ToMove.Other()&1
	s := index.Slice{
		Men: p.Men[own].Len(), Mullahs: p.Mullahs[own].Len(),
		OppMen: p.Men[opp].Len(), OppMullahs: p.Mullahs[opp].Len(),
	}
	at := &l.held[((s.Men*l.side+s.Mullahs)*l.side+s.OppMen)*l.side+s.OppMullahs]
	t := at.Load()
	if t == nil {
		if t = l.load(at, s); t == nil {
			return 0
		}
	}
	return t.codes.At(l.space.RankIn(t.layout, s, p))
}

func (l *Leaves) load(at *atomic.Pointer[leafTable], s index.Slice) *leafTable {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := at.Load(); t != nil {
		return t
	}
	codes, err := l.tables.Codes(s)
	if err == nil && uint64(codes.Len()) != l.space.Size(s) {
		err = errors.New("it has the wrong size")
	}
	if err != nil {
		err = fmt.Errorf("read slice %v: %w", s, err)
		l.err.CompareAndSwap(nil, &err)
		return nil
	}
	t := &leafTable{s, l.space.Layout(s), codes}
	l.bytes.Add(uint64(len(codes.Narrow)) + 2*uint64(len(codes.Wide)))
	at.Store(t)
	return t
}
