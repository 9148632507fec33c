package query

import (
	"errors"
	"sync/atomic"

	"felli"
	"felli/index"
)

// lostIn0 is the code of an ended game: a loss in no plies.
const lostIn0 felli.Code = 1

// A Prober looks up positions in the tables of one ruleset. It remembers which
// tables are there, and may be used by any number of goroutines at once.
type Prober struct {
	space   *index.Space
	game    *felli.Game
	tables  Lookup
	holds   func(index.Slice) error        // or nil, see [Holder]
	layouts []atomic.Pointer[index.Layout] // by slice number: those of tables known to be there
	ruleset string
	derives bool
	proofs  Proofs // or nil
}

// NewProber prepares probing the tables of x's ruleset. It takes a
// pointer for each slice that the board can have: 66 kB for Fetaix.
func NewProber(x *index.Space, tables Lookup) *Prober {
	g := x.Game()
	pr := &Prober{
		space: x, game: g, tables: tables,
		ruleset: g.String(),
		derives: g.Capture == felli.CaptureCompulsory,
		layouts: make([]atomic.Pointer[index.Layout], x.Numbers()),
	}
	switch t := tables.(type) {
	case Holder:
		pr.holds = t.Holds
	case Tables:
		pr.holds = func(s index.Slice) error {
			_, err := t.Summary(s)
			return err
		}
	}
	return pr
}

// Game is the game whose positions are probed.
func (pr *Prober) Game() *felli.Game { return pr.game }

// Probe is the value of p for its side to move, and its distance. p must pass
// [felli.Game.Check]; a side to move without pieces has lost in 0. The error
// matches [felli.ErrNotBuilt] when a table that p needs isn't there.
//
// Where captures are compulsory, a position with a capture isn't looked up:
// its table holds whatever packs best there. Its captures are played out and
// the best of what they lead to is taken (depth: at most the opponent's
// pieces, in practice two or three turns).
func (pr *Prober) Probe(p felli.Position) (felli.Result, error) {
	c, err := pr.code(p)
	if err != nil {
		return felli.Result{}, err
	}
	return c.Result(), nil
}

func (pr *Prober) code(p felli.Position) (felli.Code, error) {
	if p.Pieces(p.ToMove) != 0 && pr.derives && pr.game.CanCapture(p) {
		return pr.derive(p)
	}
	return pr.quiet(p)
}

// quiet is the code of a position without a capture that is derived.
func (pr *Prober) quiet(p felli.Position) (felli.Code, error) {
	if p.Pieces(p.ToMove) == 0 {
		return lostIn0, nil
	}
	_, _, c, err := pr.lookup(p)
	if err != nil && errors.Is(err, felli.ErrNotBuilt) {
		if r, ended := pr.game.Ended(p); ended {
			return r.Code(), nil
		}
	}
	return c, err
}

// lookup ranks p, whose sides both have pieces, and reads its code.
func (pr *Prober) lookup(p felli.Position) (s index.Slice, i uint64, c felli.Code, err error) {
	s = index.SliceOf(p)
	n, ok := pr.space.Number(s)
	if !ok {
		return s, 0, 0, pr.space.NoSlice(s)
	}
	l := pr.layouts[n].Load()
	if l == nil {
		if pr.holds != nil {
			if err = pr.holds(s); err != nil {
				return s, 0, 0, err
			}
		}
		l = pr.space.Layout(s)
		pr.layouts[n].Store(l)
	}
	i = pr.space.RankIn(l, s, p)
	c, err = pr.tables.Code(s, i)
	return s, i, c, err
}

// derive plays out the captures of p, of which there is at least one.
func (pr *Prober) derive(p felli.Position) (felli.Code, error) {
	var room [128]felli.Position
	list := pr.game.AppendCaptured(room[:0], p)
	g, err := pr.exchange(list, 0, len(list), -longestGrade, winIn1)
	return g.code(), err
}

// A choice is the best of the moves seen so far, by the codes of the positions
// they lead to: the smallest loss of the opponent, else a draw, else its
// longest win. The zero value has seen none.
type choice struct {
	moves    int
	loss     felli.Code // smallest odd code, or 0
	win      felli.Code // largest even code above 0
	hasDraws bool
}

func (ch *choice) add(c felli.Code) {
	ch.moves++
	switch {
	case c == 0:
		ch.hasDraws = true
	case c&1 == 0:
		ch.win = max(ch.win, c)
	case ch.loss == 0 || c < ch.loss:
		ch.loss = c
	}
}

// code is the code of the position whose moves were seen, at least one:
// a win is 1 + the opponent's least loss, a loss 1 + its greatest win.
func (ch *choice) code() felli.Code {
	switch {
	case ch.loss != 0:
		return ch.loss + 1
	case ch.hasDraws:
		return 0
	default:
		return ch.win + 1
	}
}
