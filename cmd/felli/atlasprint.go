package main

import (
	"fmt"
	"strings"

	"felli"
	"felli/query/atlas"
)

func (a *app) printAtlasJSON(chart *atlas.Chart, rows map[string]atlas.Row) error {
	out := struct {
		Ruleset string         `json:"ruleset"`
		Rows    []atlas.Row    `json:"rows"`
		Unknown []string       `json:"unknown"`
		Effects []atlas.Effect `json:"effects"`
	}{chart.Base.String(), []atlas.Row{}, []string{}, chart.Effects(rows)}
	for _, r := range chart.Rulesets() {
		if row, ok := rows[r.String()]; ok {
			out.Rows = append(out.Rows, row)
		} else {
			out.Unknown = append(out.Unknown, r.String())
		}
	}
	return a.printJSON(out)
}

func (a *app) printAtlas(chart *atlas.Chart, rows map[string]atlas.Row) {
	list := chart.Rulesets()
	unknown := 0
	for _, r := range list {
		row, ok := rows[r.String()]
		if !ok {
			unknown++
			continue
		}
		a.hanging(row.Brief(), 12, r.String())
	}
	if unknown < len(list) {
		fmt.Fprintln(a.out)
	}
	a.paragraph(fmt.Sprintf("%d combinations, %d different games", len(chart.Cells), len(list)), "")
	if unknown > 0 {
		how := "without --known they are solved"
		if chart.Base.Board.Points() > wholeGamePoints {
			how = "felli prove settles a game's value"
		}
		a.paragraph(fmt.Sprintf("%d games aren't known yet, such as %s (%s)", unknown, firstUnknown(list, rows), how), "")
	}
	if unknown == len(list) {
		return
	}
	fmt.Fprintln(a.out)
	for _, e := range chart.Effects(rows) {
		a.paragraph(e.String(), "")
		for _, name := range e.Example {
			a.hanging("    "+rows[name].Brief(), 16, name)
		}
	}
}

func firstUnknown(list []felli.Ruleset, rows map[string]atlas.Row) string {
	for _, r := range list {
		if _, ok := rows[r.String()]; !ok {
			return r.String()
		}
	}
	return ""
}

// hanging prints a label and, from a column on, a ruleset, broken at commas
// where the screen ends.
func (a *app) hanging(label string, column int, ruleset string) {
	line := fmt.Sprintf("%-*s", column, label)
	width := len(line)
	for part := range strings.SplitAfterSeq(ruleset, ",") {
		if width+len(part) > a.screen.width && width > column {
			line += "\n" + strings.Repeat(" ", column)
			width = column
		}
		line, width = line+part, width+len(part)
	}
	fmt.Fprintln(a.out, line)
}
