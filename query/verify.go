package query

import (
	"context"
	"fmt"
	"runtime"

	"felli"
	"felli/index"
)

// VerifyOptions say how to verify. The zero value checks everything on all
// cores with no bound on memory.
type VerifyOptions struct {
	Workers  int     // goroutines; 0: one a core
	Memory   uint64  // bytes of tables to keep at most, beside the two being checked; 0: no bound
	Sample   float64 // the share of positions to check, in (0, 1); 0 or 1: all
	Progress func(VerifyProgress)
}

// VerifyProgress is how far [Verify] got. It is reported from several
// goroutines, one at a time.
type VerifyProgress struct {
	Slice       index.Slice // the one being checked
	Positions   uint64      // in its table
	Done, Total uint64      // positions read, of all to be read; each is read once or twice
}

// VerifyReport says what [Verify] has checked.
type VerifyReport struct {
	Ruleset   string `json:"ruleset"`
	Slices    int    `json:"slices"`
	Positions uint64 `json:"positions"` // stored positions of those slices
	Checked   uint64 `json:"checked"`   // those compared with their successors
	Derived   uint64 `json:"derived"`   // those that aren't looked up, but answered by their captures
}

// A SummaryError tells of a summary that doesn't agree with its table. It
// matches [felli.ErrCorrupt].
type SummaryError struct {
	Ruleset string
	Slice   index.Slice
	What    string // what differs
	Stored  string // in the summary
	Derived string // from the table
}

func (e *SummaryError) Error() string {
	return fmt.Sprintf("verify %s: slice %v: its summary says %s %s, its table %s", e.Ruleset, e.Slice, e.What, e.Stored, e.Derived)
}

// Is reports whether target is [felli.ErrCorrupt].
func (e *SummaryError) Is(target error) bool { return target == felli.ErrCorrupt }

// Verify recomputes the value of every stored position from the answers given
// for its successors, found with the move generator, and recomputes counts,
// longest distances and the checksum of every slice. It returns the first
// difference in slice and index order as an error that matches
// [felli.ErrCorrupt]: a *[DifferenceError] or a *[SummaryError].
//
// It checks that a win in d has a move to a loss in d-1 and none to a shorter
// one; that every move of a loss in d leads to a win, the longest in d-1; that
// a draw has no move to a loss and at least one to a draw; and that a position
// without a move is what the rules say. That this holds everywhere proves
// every value: by induction on d, wins and losses are exactly what perfect
// play forces. In a draw the player to move can always stay among draws and
// never has to enter a loss, so neither side can force a win, which is what a
// draw is: no separate argument about endless play is needed. A position whose
// captures decide it has no stored value to be wrong; its answer is derived
// here just as [Prober.Probe] derives it.
//
// With Sample only that share of the positions is compared (whole runs of
// neighbours, the same ones each time), and summaries aren't recounted; all
// tables are still read, with whatever checksums their store keeps.
//
// Verify uses no code of any solver. Cost: two scans of each table and one
// probe a move; memory: the tables that remaining slices still lead to, one
// byte a position.
func Verify(ctx context.Context, x *index.Space, tables Tables, o VerifyOptions) (*VerifyReport, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	v, err := newVerifier(ctx, x, tables, o)
	if err != nil {
		return nil, err
	}
	for i, s := range v.order {
		if i > 0 && v.order[i-1] == s.Twin() {
			continue
		}
		if err := v.pair(s); err != nil {
			return v.report, err
		}
		v.forget(v.order[i+1:])
	}
	return v.report, nil
}

// A verifier checks the slices of one ruleset, each pair behind those it leads
// to.
type verifier struct {
	ctx       context.Context
	space     *index.Space
	game      *felli.Game
	tables    Tables
	options   VerifyOptions
	derives   bool
	sampling  bool
	ruleset   string
	summaries map[index.Slice]index.Summary
	order     []index.Slice
	memory    *memory
	prober    *Prober // over memory
	report    *VerifyReport
	progress  progress
}

func newVerifier(ctx context.Context, x *index.Space, tables Tables, o VerifyOptions) (*verifier, error) {
	g := x.Game()
	v := &verifier{
		ctx: ctx, space: x, game: g, tables: tables, options: o,
		derives:   g.Capture == felli.CaptureCompulsory,
		sampling:  o.Sample > 0 && o.Sample < 1,
		ruleset:   g.String(),
		summaries: map[index.Slice]index.Summary{},
		memory:    newMemory(x, tables, o.Memory),
		report:    &VerifyReport{Ruleset: g.String()},
	}
	v.prober = NewProber(x, v.memory)
	list, err := tables.Summaries()
	if err != nil {
		return nil, err
	}
	for _, sum := range inOrder(x, list) {
		if !x.Has(sum.Slice) || sum.Size != x.Size(sum.Slice) {
			return nil, &SummaryError{v.ruleset, sum.Slice, "positions", count(sum.Size), count(x.Size(sum.Slice))}
		}
		v.summaries[sum.Slice] = sum
		v.order = append(v.order, sum.Slice)
		v.report.Slices++
		v.report.Positions += sum.Size
	}
	v.progress = progress{total: v.report.Positions, report: o.Progress}
	if v.derives && !v.sampling {
		v.progress.total *= 2 // read to fill in and count, then to check
	}
	return v, nil
}

// forget drops the tables that none of the remaining slices needs.
func (v *verifier) forget(remaining []index.Slice) {
	v.memory.keep(func(t index.Slice) bool {
		for _, s := range remaining {
			if v.mayNeed(s, t) {
				return true
			}
		}
		return false
	})
}

// mayNeed reports whether checking s can ask for a position of t. Without the
// answers of whole tables at hand, captures are played on and on, so any
// slice with no more pieces of either side counts.
func (v *verifier) mayNeed(s, t index.Slice) bool {
	if v.sampling {
		return within(t, s) || within(t.Twin(), s)
	}
	for _, d := range v.space.Dependencies(s) {
		if d == t {
			return true
		}
	}
	return false
}

// within reports whether captures and promotions can lead from s to t, the
// sides staying in place.
func within(t, s index.Slice) bool {
	return t.Men <= s.Men && t.OppMen <= s.OppMen &&
		t.Men+t.Mullahs <= s.Men+s.Mullahs && t.OppMen+t.OppMullahs <= s.OppMen+s.OppMullahs
}
