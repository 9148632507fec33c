package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

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
	meter   *meter
	read    byteCount // of the files
	total   uint64    // bytes of the files, as far as that is known
	missing error     // why a value isn't known
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
		if err := writeFile(svgName(n.svg, n.done), func(out *bufio.Writer) error { return r.SVG(out) }); err != nil {
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
