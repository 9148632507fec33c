package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"felli"
	"felli/query"
	"felli/query/annotate"
	"felli/query/pdn"
)

// An annotator is one run of `felli annotate`.
type annotator struct {
	app      *app
	fallback *felli.Ruleset // of games that name none
	report   bool
	svg      string
	pdn      io.Writer // annotated games

	probers map[string]*opened
	players annotate.Players
	done    int
	failed  int
	first   error // why a game failed
	missing error // why a value isn't known
}

// An opened tablebase, or the reason why there is none, which is told once.
type opened struct {
	prober *query.Prober
	close  func()
	err    error
	told   bool
}

// An untold error has been told before.
type untold struct{ error }

func (e untold) Unwrap() error { return e.error }

// failedGames are games that couldn't be annotated; each has been told.
type failedGames struct {
	failed, all int
	first       error
}

func (e *failedGames) Error() string {
	return fmt.Sprintf("%d of %s couldn't be annotated", e.failed, query.Count(e.all, "game", "games"))
}

func (e *failedGames) Unwrap() error { return e.first }

// annotate annotates one game and prints it.
func (n *annotator) annotate(x *pdn.Game) error {
	r, err := x.Ruleset(n.fallback)
	if err != nil {
		return err
	}
	o := n.open(r)
	if o.err != nil {
		if o.told {
			return untold{o.err}
		}
		o.told = true
		return o.err
	}
	if err := x.Replay(o.prober.Game()); err != nil {
		return err
	}
	report, err := annotate.Game(o.prober, x)
	if err != nil {
		return err
	}
	n.done++
	if report.Missing != nil {
		n.missing = report.Missing
	}
	return n.print(report)
}

func (n *annotator) print(r *annotate.Report) error {
	a := n.app
	r.Annotate()
	columns := pdn.Columns
	if n.pdn == a.out {
		columns = a.screen.width
	}
	if err := pdn.WriteNarrow(n.pdn, r.Game, columns); err != nil {
		return err
	}
	if n.svg != "" {
		f, err := os.Create(svgName(n.svg, n.done))
		if err != nil {
			return err
		}
		if err := errors.Join(r.SVG(f), f.Close()); err != nil {
			return err
		}
	}
	switch {
	case a.json:
		return a.printJSON(r)
	case n.report:
		n.players.Add(r)
		if err := r.WriteText(a.out, annotate.ChartOptions{ASCII: !a.screen.unicode, Width: min(a.screen.width, 60)}); err != nil {
			return err
		}
		fmt.Fprintln(a.out)
	}
	return nil
}

// open opens the tables of a ruleset, once.
func (n *annotator) open(r felli.Ruleset) *opened {
	key := r.FullString()
	if o := n.probers[key]; o != nil {
		return o
	}
	o := &opened{}
	o.prober, o.close, o.err = n.app.open(r, "")
	n.probers[key] = o
	return o
}

func (n *annotator) close() {
	for _, o := range n.probers {
		if o.close != nil {
			o.close()
		}
	}
}

// fail tells why a game isn't annotated; what isn't the game's fault ends the
// run.
func (n *annotator) fail(name string, err error) error {
	if !errors.Is(err, felli.ErrInput) && !errors.Is(err, felli.ErrNotBuilt) {
		return err
	}
	n.failed++
	if n.first == nil {
		n.first = err
	}
	if errors.As(err, &untold{}) {
		return nil
	}
	fmt.Fprintf(n.app.stderr, "felli: %s: %v\n", name, err)
	return nil
}
