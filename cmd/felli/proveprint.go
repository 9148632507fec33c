package main

import (
	"bufio"
	"fmt"
	"text/tabwriter"

	"felli"
	"felli/query"
)

// A proofReport is what `felli prove --json` prints.
type proofReport struct {
	Ruleset      string       `json:"ruleset"`
	FEN          string       `json:"fen"`
	Value        string       `json:"value"`
	Best         *string      `json:"best"`   // null where there is none, or none is known to be best
	DTW          *felli.Plies `json:"dtw"`    // null unless it is known
	Pieces       int          `json:"pieces"` // of the tables
	TablesDigest string       `json:"tables"` // their digest
	Nodes        uint64       `json:"nodes"`  // visited in this run
	Seconds      float64      `json:"seconds"`
	Memory       uint64       `json:"memory"` // bytes of the memo and of the tables in use
	Certificates []proofFacts `json:"certificates"`
	Moves        []provenMove `json:"moves,omitempty"`

	exported []byte
}

type provenMove struct {
	Move  string `json:"move"`
	FEN   string `json:"fen"`
	Value string `json:"value"` // for the player who moves
}

// proofColumns is the width of a certificate's facts beside what it says.
const proofColumns = 80

func (w *proving) print(r *proofReport) error {
	if w.json {
		return w.printJSON(r)
	}
	fmt.Fprintln(w.out, r.Ruleset)
	value := r.Value
	if r.DTW != nil && *r.DTW > 0 {
		value += " in " + query.Distance(*r.DTW)
	}
	w.sentence("", r.FEN+": "+w.screen.bold(value))
	if r.Best != nil {
		fmt.Fprintln(w.out, "best move:", *r.Best)
	}
	tw := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	for _, m := range r.Moves {
		fmt.Fprintf(tw, "  %s\t%s\n", m.Move, m.Value)
	}
	for _, c := range r.Certificates {
		says := c.Says
		switch {
		case c.DTW != nil:
			says += " in " + query.Distance(*c.DTW)
		case c.Bound != nil:
			says += " in at most " + query.Distance(*c.Bound)
		}
		format := "%s:\t%s\n\t%s positions, %s bytes, %s nodes, tables of %d pieces\n\t%s\n"
		if w.screen.width < proofColumns {
			format = "%s:\n  %s\n  %s positions, %s bytes,\n  %s nodes, tables of %d pieces\n  %s\n"
		}
		fmt.Fprintf(tw, format,
			says, c.FEN, query.Grouped(uint64(c.Entries)), query.Grouped(uint64(c.Bytes)), query.Grouped(c.Nodes), c.Tables, c.Digest)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w.out, "%s nodes in %.1f seconds, %d MB\n", query.Grouped(r.Nodes), r.Seconds, r.Memory>>20)
	return err
}

// best adds the best move to a report, and the distance if it is known: what
// `felli best` says now that the certificates are kept.
func (w *proving) best(p felli.Position, report *proofReport) error {
	answer, err := prober(w.tables.Space(), w.tables).Answer(p)
	if err != nil {
		return err
	}
	if best, ok := answer.Best(); ok {
		report.Best = &best.Text
	}
	if r := answer.Result; (r.Value == felli.Win || r.Value == felli.Loss) && !r.AtMost {
		report.DTW = &r.DTW
	}
	return nil
}

// export writes the certificates of a report to the file that was asked for.
// Where the rules or the tables decide, there are none.
func (w *proving) export(report *proofReport) error {
	if len(report.exported) > 0 {
		return writeFile(w.f.export, func(out *bufio.Writer) error {
			_, err := out.Write(report.exported)
			return err
		})
	}
	why := "the tables hold " + report.FEN
	if _, ended := w.q.game.Ended(w.q.position); ended {
		why = "the game is over"
	}
	return &usageError{fmt.Errorf("--export %s: %s, so there is no certificate to export", w.f.export, why), ""}
}
