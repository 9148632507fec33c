package main

import (
	"fmt"
	"text/tabwriter"

	"felli/query"
)

// A proofReport is what `felli prove --json` prints.
type proofReport struct {
	Ruleset      string       `json:"ruleset"`
	FEN          string       `json:"fen"`
	Value        string       `json:"value"`
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
	w.sentence("", r.FEN+": "+w.screen.bold(r.Value))
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
