package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A table is rows of cells, the first row being the heads. Its columns are
// flush right.
type table [][]string

// gap is what stands between columns.
const gap = 2

// widths are those of the columns.
func (t table) widths() []int {
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// width is that of all columns, with a gap before each.
func (t table) width() int {
	sum := 0
	for _, w := range t.widths() {
		sum += gap + w
	}
	return sum
}

// printTable prints a table. Where the screen is too narrow there is no gap
// before the first column and heads of two words take two lines; if that isn't
// enough the spare columns are left out, one set after the other.
func (a *app) printTable(t table, spare ...[]int) {
	lead := gap
	if t.width() > a.screen.width {
		lead = 0
		whole := t.splitHeads()
		t = whole
		var left []int
		for _, columns := range spare {
			if t.width()-gap <= a.screen.width {
				break
			}
			left = append(left, columns...)
			t = whole.without(left)
		}
		if strings.Join(t[0], "") == "" { // no head of two words is left
			t = t[1:]
		}
	}
	widths := t.widths()
	for _, row := range t {
		for i, cell := range row {
			before := gap
			if i == 0 {
				before = lead
			}
			fmt.Fprint(a.out, strings.Repeat(" ", before+widths[i]-utf8.RuneCountInString(cell)), cell)
		}
		fmt.Fprintln(a.out)
	}
}

// splitHeads gives heads of two words two lines.
func (t table) splitHeads() table {
	above, below := make([]string, len(t[0])), make([]string, len(t[0]))
	for i, head := range t[0] {
		first, second, two := strings.Cut(head, " ")
		if below[i] = first; two {
			above[i], below[i] = first, second
		}
	}
	return append(table{above, below}, t[1:]...)
}

// without leaves columns out.
func (t table) without(columns []int) table {
	left := map[int]bool{}
	for _, c := range columns {
		left[c] = true
	}
	var out table
	for _, row := range t {
		var kept []string
		for i, cell := range row {
			if !left[i] {
				kept = append(kept, cell)
			}
		}
		out = append(out, kept)
	}
	return out
}

// turned has columns for rows.
func (t table) turned() table {
	out := make(table, len(t[0]))
	for i := range out {
		for _, row := range t {
			out[i] = append(out[i], row[i])
		}
	}
	return out
}
