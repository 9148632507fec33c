package annotate

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"felli"
)

// WriteText writes a report for people: heading, chart, every move that wasn't
// the best, and the counts of both players.
func (r *Report) WriteText(w io.Writer, o ChartOptions) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s\n\n%s\n", r.Heading(), r.Chart(o))
	listed := false
	for i := range r.Plies {
		if m := r.Plies[i].Mark; m == Slower || m == Mistake || m == Blunder {
			sb.WriteString(wrap(r.moveTitle(i), max(o.width(), 40)))
			listed = true
		}
	}
	if listed {
		sb.WriteByte('\n')
	}
	players := Players{}
	players.Add(r)
	if _, err := io.WriteString(w, sb.String()); err != nil {
		return err
	}
	return players.WriteText(w)
}

// wrap breaks a text into lines of so many columns, all but the first indented.
func wrap(text string, width int) string {
	var sb strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch size := utf8.RuneCountInString(word); {
		case i == 0:
			column = size
		case column+1+size > width:
			sb.WriteString("\n    ")
			column = 4 + size
		default:
			sb.WriteByte(' ')
			column += 1 + size
		}
		sb.WriteString(word)
	}
	sb.WriteByte('\n')
	return sb.String()
}

// Players are the counts of several games by player. Make it with a literal.
type Players map[string]Tally

// Add adds a game.
func (ps Players) Add(r *Report) {
	for s, tally := range r.Tally {
		name := r.Game.Player(felli.Side(s))
		t := ps[name]
		t.Add(tally)
		ps[name] = t
	}
}

// WriteText writes a table, a line for each player, in alphabetical order.
func (ps Players) WriteText(w io.Writer) error {
	var names []string
	for name := range ps {
		names = append(names, name)
	}
	slices.Sort(names)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "player\tmoves\tbest\tslower\t?\t??\tunknown")
	for _, name := range names {
		t := ps[name]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", name, t.Moves, t.Best, t.Slower, t.Mistakes, t.Blunders, t.Unknown)
	}
	return tw.Flush()
}
