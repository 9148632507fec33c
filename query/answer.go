package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"felli"
	"felli/index"
)

// An Answer is what is known of a position: its value and all its moves. The
// zero value is ready for [Prober.AnswerInto].
type Answer struct {
	Ruleset  string // with only the options that differ from the named one
	Position felli.Position
	Result   felli.Result // for the side to move; Unknown beyond the tables
	Ended    bool         // the side to move has no piece or no move
	Moves    []RankedMove // every legal move, the best first
	Missing  error        // why Result is Unknown: matches felli.ErrNotBuilt; else nil
	Limits   Limits       // what proofs say of the value, where it is Unknown

	game    *felli.Game
	scratch []felli.Move
}

// A RankedMove is a legal move and what the player gets by it.
type RankedMove struct {
	Move   felli.Move
	Text   string         // as [felli.Game.MoveString] prints it
	After  felli.Position // the position it leads to
	Result felli.Result   // for the player who moves; a distance counts the move
	Limits Limits         // what proofs say of the value, where it is Unknown
}

// Known reports whether anything is known of the position's value or of that
// of any of its moves.
func (a *Answer) Known() bool {
	return a.Missing == nil || a.Limits.Known() != "" || slices.ContainsFunc(a.Moves, func(m RankedMove) bool {
		return m.Result.Value != felli.Unknown || m.Limits.Known() != ""
	})
}

// Best is the best move; ok is false when there is none, or none is known to
// be best because the value isn't known.
func (a *Answer) Best() (best RankedMove, ok bool) {
	if len(a.Moves) == 0 || a.Result.Value == felli.Unknown {
		return RankedMove{}, false
	}
	return a.Moves[0], true
}

// Answer probes p and every move of it. p must pass [felli.Game.Check].
//
// Moves are ranked wins first, the shortest leading, then draws, unknown ones
// and losses, the longest leading; ties by notation. A position that no table
// holds has the value Unknown unless its moves decide it, and Missing says
// which table would know. Any other trouble is an error; a stored value that
// contradicts its moves matches [felli.ErrCorrupt].
func (pr *Prober) Answer(p felli.Position) (*Answer, error) {
	a := &Answer{}
	if err := pr.AnswerInto(a, p); err != nil {
		return nil, err
	}
	return a, nil
}

// AnswerInto is [Prober.Answer] into memory that is used again: what a held
// before is overwritten, its slices included. On error a means nothing.
func (pr *Prober) AnswerInto(a *Answer, p felli.Position) error {
	*a = Answer{
		Ruleset: pr.ruleset, Position: p,
		game: pr.game, Moves: a.Moves[:0], scratch: a.scratch[:0],
	}
	a.scratch = pr.game.AppendMoves(a.scratch, p)
	if len(a.scratch) == 0 {
		a.Result, a.Ended = pr.game.Ended(p)
		return nil
	}
	for _, m := range a.scratch {
		after := pr.game.Play(p, m)
		c, err := pr.code(after)
		ranked := RankedMove{Move: m, Text: pr.game.MoveString(p, m), After: after}
		switch {
		case err == nil:
			ranked.Result = c.Result().Before()
		case errors.Is(err, felli.ErrNotBuilt):
			a.Missing = err
			if pr.proofs != nil {
				if err := pr.rankProven(&ranked); err != nil {
					return err
				}
			}
		default:
			return err
		}
		a.Moves = append(a.Moves, ranked)
	}
	a.rank()
	return pr.decide(a)
}

// rank puts the best moves first.
func (a *Answer) rank() {
	slices.SortFunc(a.Moves, func(m, n RankedMove) int {
		switch {
		case m.Result.Better(n.Result):
			return -1
		case n.Result.Better(m.Result):
			return 1
		default:
			return strings.Compare(m.Text, n.Text)
		}
	})
}

// decide finds the value of the position, whose moves are ranked: the stored
// one, or else the one that follows from the moves.
func (pr *Prober) decide(a *Answer) error {
	best := a.Moves[0].Result
	all := a.Missing == nil
	if pr.derives && a.Moves[0].Move.IsCapture() {
		return pr.follow(a, best, all)
	}
	s, i, c, err := pr.lookup(a.Position)
	switch {
	case errors.Is(err, felli.ErrNotBuilt):
		if !all {
			a.Missing = err
		}
		return pr.follow(a, best, all)
	case err != nil:
		return err
	}
	a.Result, a.Missing = c.Result(), nil
	if all && a.Result != best {
		return &DifferenceError{
			Ruleset: pr.ruleset, Slice: s, Index: i, FEN: pr.game.FEN(a.Position),
			Stored: a.Result, Derived: best,
		}
	}
	return nil
}

// follow takes the value from the best move, if it must be the best: when all
// are known, or when it wins at once; or else from proofs.
func (pr *Prober) follow(a *Answer, best felli.Result, all bool) error {
	switch {
	case all, best == felli.Result{Value: felli.Win, DTW: 1}:
		a.Result, a.Missing = best, nil
	case pr.proofs != nil:
		return pr.decideProven(a)
	}
	return nil
}

// A DifferenceError tells of a stored value that doesn't follow from the
// position's successors. It matches [felli.ErrCorrupt].
type DifferenceError struct {
	Ruleset string
	Slice   index.Slice
	Index   uint64 // in the slice's table
	FEN     string // the position
	Stored  felli.Result
	Derived felli.Result // what its successors say
}

func (e *DifferenceError) Error() string {
	return fmt.Sprintf("verify %s: slice %v, position %d, %s: stored as a %s, but its moves make it a %s",
		e.Ruleset, e.Slice, e.Index, e.FEN, Brief(e.Stored), Brief(e.Derived))
}

// Is reports whether target is [felli.ErrCorrupt].
func (e *DifferenceError) Is(target error) bool { return target == felli.ErrCorrupt }
