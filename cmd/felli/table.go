package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A table is rows of cells, the first row being the heads. Its columns are
// flush right.
type table [][]string

// widths are those of the columns; gap is what stands before each.
const gap = 2

func (t table) widths() []int {
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

func (t table) width() int {
	sum := 0
	for _, w := range t.widths() {
		sum += gap + w
	}
	return sum
}

// printTable prints a table. Where the screen is too narrow heads of two words
// take two lines; if that isn't enough the spare columns are left out, one set
// after the other.
func (a *app) printTable(t table, spare ...[]int) {
	if t.width() > a.screen.width {
		t = t.splitHeads()
	}
	var left []int
	for _, columns := range spare {
		if t.without(left).width() <= a.screen.width {
			break
		}
		left = append(left, columns...)
	}
	t = t.without(left)
	widths := t.widths()
	for _, row := range t {
		for i, cell := range row {
			fmt.Fprint(a.out, strings.Repeat(" ", gap+widths[i]-utf8.RuneCountInString(cell)), cell)
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
