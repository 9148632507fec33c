// Command measure prints the table of docs/performance.md: what solving,
// verifying and asking cost as whole processes. It runs the felli it is given
// on a store of its own, in a temporary folder.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	var m measurement
	flag.StringVar(&m.felli, "felli", "bin/felli", "the `program` to measure")
	flag.StringVar(&m.ruleset, "ruleset", "felli-mullah", "what to solve")
	flag.IntVar(&m.runs, "runs", 3, "how often to solve and to verify; the median counts")
	flag.IntVar(&m.queries, "queries", 40, "cold queries; their mean counts")
	flag.IntVar(&m.positions, "positions", 200_000, "positions for the warm probes and for --stdin")
	flag.Parse()
	rows, err := m.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure: error:", err)
		os.Exit(1)
	}
	fmt.Println(machine(m.felli))
	fmt.Println()
	fmt.Print(table(rows))
}

// A row is one figure of the table. Smaller is better, unless more is set.
type row struct {
	what      string
	value     float64
	unit      string
	must, aim float64
	more      bool
}

// verdict says which of its limits the figure keeps.
func (r row) verdict() string {
	kept := func(limit float64) bool { return r.more && r.value >= limit || !r.more && r.value <= limit }
	switch {
	case kept(r.aim):
		return "aim"
	case kept(r.must):
		return "must"
	default:
		return "missed"
	}
}

// table prints rows in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| what | measured | must | aim | kept |\n|---|---:|---:|---:|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.what, figure(r.value, r.unit), figure(r.must, r.unit), figure(r.aim, r.unit), r.verdict())
	}
	return b.String()
}

// figure prints three digits or whole numbers, in groups of three.
func figure(x float64, unit string) string {
	text := fmt.Sprintf("%.0f", x)
	switch {
	case x < 1:
		text = fmt.Sprintf("%.2f", x)
	case x < 100 && x != float64(int(x)):
		text = fmt.Sprintf("%.1f", x)
	}
	for i := len(text) - 3; i > 0 && !strings.Contains(text, "."); i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return strings.TrimSpace(text + " " + unit)
}
