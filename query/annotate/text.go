package annotate

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"felli"
	"felli/query"
)

// WriteText writes a report for people: heading, chart, every move that wasn't
// the best, and the counts of both players.
func (r *Report) WriteText(w io.Writer, o ChartOptions) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s\n%s\n", query.Wrap(r.Heading(), max(o.width(), 40), "", "    "), r.Chart(o))
	listed := false
	for i := range r.Plies {
		if m := r.Plies[i].Mark; m == Slower || m == Mistake || m == Blunder {
			sb.WriteString(query.Wrap(r.moveTitle(i), max(o.width(), 40), "", "    "))
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
	return players.WriteText(w, o.width())
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

// countColumns is the width of the counts in the table of players, if none has
// more than four digits.
const countColumns = 40

// WriteText writes a table of so many columns, a line for each player, in
// alphabetical order. Names that are too long for it are cut.
func (ps Players) WriteText(w io.Writer, columns int) error {
	var names []string
	for name := range ps {
		names = append(names, name)
	}
	slices.Sort(names)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "player\tmoves\tbest\tslower\t?\t??\tunknown")
	for _, name := range names {
		t, shown := ps[name], name
		if name, most := []rune(name), max(columns-countColumns, 8); len(name) > most {
			shown = string(name[:most-3]) + "..."
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", shown, t.Moves, t.Best, t.Slower, t.Mistakes, t.Blunders, t.Unknown)
	}
	return tw.Flush()
}
