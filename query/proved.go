package query

import (
	"errors"

	"felli"
)

// Proofs is what certificates say of positions beyond the tables. It must be
// safe for concurrent use.
type Proofs interface {
	// AtLeast is what the side to move in p is proven to get at the least: a
	// win in at most so many plies, a draw, or a loss where nothing is
	// proven. The error matches felli.ErrCorrupt where a certificate can't be
	// trusted.
	AtLeast(p felli.Position) (felli.Result, error)
	// Exact is p's result for its side to move, where also the distance is
	// proven; ok is false where it isn't. The error is as with AtLeast.
	Exact(p felli.Position) (r felli.Result, ok bool, err error)
}

// Limits are what a position is worth to its side to move at the least and at
// the most. They are the same where its value is known; the zero value of Most
// stands for a win.
type Limits struct{ Least, Most felli.Value }

// Known says in words what limits that aren't the same say, or "".
func (l Limits) Known() string {
	switch {
	case l.Least == felli.Draw && l.Most != felli.Draw:
		return "not lost"
	case l.Most == felli.Draw && l.Least != felli.Draw:
		return "not won"
	default:
		return ""
	}
}

// WithProofs is a prober that knows of positions beyond the tables what proofs
// say.
func (pr *Prober) WithProofs(proofs Proofs) *Prober {
	with := *pr
	with.proofs = proofs
	return &with
}

var (
	atLeastLost = felli.Result{Value: felli.Loss}
	atMostWon   = felli.Result{Value: felli.Win, DTW: 0, AtMost: true}
)

// least is what the side to move in p gets at the least: its value, if tables
// have it.
func (pr *Prober) least(p felli.Position) (r felli.Result, exact bool, err error) {
	c, err := pr.code(p)
	switch {
	case err == nil:
		return c.Result(), true, nil
	case !errors.Is(err, felli.ErrNotBuilt):
		return r, false, err
	}
	r, err = pr.proofs.AtLeast(p)
	return r, false, err
}

// proven is what proofs and tables say of p, which no table holds: exactly, or
// at the least by an entry of its own, at the most if they answer every move.
func (pr *Prober) proven(p felli.Position) (least, most felli.Result, err error) {
	if r, ok, err := pr.proofs.Exact(p); ok || err != nil {
		return r, r, err
	}
	least, err = pr.proofs.AtLeast(p)
	if err != nil || least.Value == felli.Win {
		return least, least, err
	}
	most = atLeastLost
	var room [48]felli.Move
	for i, m := range pr.game.AppendMoves(room[:0], p) {
		r, exact, err := pr.least(pr.game.Play(p, m))
		if err != nil {
			return least, most, err
		}
		if r == atLeastLost && !exact {
			most = atMostWon
			continue
		}
		if r = r.Before(); i == 0 || r.Better(most) {
			most = r
		}
		if exact && r.Value >= felli.Draw && r.Better(least) {
			least = r
		}
	}
	return bounded(least), most, nil
}

// bounded is r as something to be had at the least: a win may come sooner.
func bounded(r felli.Result) felli.Result {
	r.AtMost = r.Value == felli.Win
	return r
}

// limit turns both ends into a result, Unknown where they differ, and limits.
func limit(least, most felli.Result) (felli.Result, Limits) {
	l := Limits{least.Value, most.Value}
	switch {
	case l.Least == l.Most && l.Least == felli.Loss:
		return most, l
	case l.Least == l.Most:
		return least, l
	default:
		return felli.Result{}, l
	}
}

// rank fills in what proofs say of a move whose position no table holds.
func (pr *Prober) rankProven(m *RankedMove) error {
	least, most, err := pr.proven(m.After)
	if err != nil {
		return err
	}
	m.Result, m.Limits = limit(most.Before(), least.Before())
	return nil
}

// decideProven finds what proofs say of the position itself.
func (pr *Prober) decideProven(a *Answer) error {
	least, most, err := pr.proven(a.Position)
	if err != nil {
		return err
	}
	for i := range a.Moves {
		m := &a.Moves[i]
		if m.Result.Value != felli.Unknown && m.Result.Better(least) {
			least = bounded(m.Result)
		} else if m.Limits.Least > least.Value {
			least = felli.Result{Value: m.Limits.Least}
		}
	}
	a.Result, a.Limits = limit(least, most)
	if a.Result.Value == felli.Loss && !a.Result.AtMost {
		// No move delays it longer.
		for i := range a.Moves {
			if r := &a.Moves[i].Result; r.AtMost && r.Value == felli.Loss {
				r.DTW = min(r.DTW, a.Result.DTW)
			}
		}
		a.rank()
	}
	if a.Result.Value != felli.Unknown {
		a.Missing = nil
	}
	return nil
}
