package atlas

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
)

// The measures of the drawing, in its units, and its colours: three that stay
// apart for the colour-blind. What a cell means is written in it too.
const (
	cellWidth, cellHeight = 40, 22
	letter                = 6.2 // the width of one, on the whole
	line                  = 14
)

var fills = map[string]string{"win": "#9ecae1", "loss": "#fdae6b", "draw": "#eeeeee"}

// SVG draws the chart as a matrix: the first half of the axes down its side,
// the other half along its top, and in each cell W, L or D for the start's
// value with its distance. A combination that means the same as one drawn
// before is in grey letters; one that isn't known has a question mark.
func (c *Chart) SVG(w io.Writer, rows map[string]Row) error {
	half := (len(c.Axes) + 1) / 2
	down, across := c.Axes[:half], c.Axes[half:]
	left, top := 10.0, 10.0+float64(line*(len(across)+2))
	var xs []float64 // where the values of each axis down the side begin
	for _, a := range down {
		xs = append(xs, left)
		longest := len(a.Option)
		for _, v := range a.Values {
			longest = max(longest, len(v))
		}
		left += letter*float64(longest) + 10
	}
	// The names of the axes along the top end where the cells begin.
	for _, a := range across {
		left = max(left, 10+letter*float64(len(a.Option))+10)
	}
	height, width := combinations(down), combinations(across)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" font-family="sans-serif" font-size="11">`+"\n",
		left+float64(cellWidth*width)+10, top+float64(cellHeight*height)+10)
	fmt.Fprintf(out, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		html.EscapeString("The start of "+c.Base.FullString()+" under "+describe(c.Axes)))
	for i, a := range across {
		y := 10 + float64(line*(i+1))
		text(out, left-6, y, "end", "#000", a.Option)
		each(across, i, func(from, to int, value string) {
			middle := left + float64(cellWidth*(from+to))/2
			text(out, middle, y, "middle", "#000", short(value, (to-from)*cellWidth))
		})
	}
	for i, a := range down {
		text(out, xs[i], top-6, "start", "#000", a.Option)
		each(down, i, func(from, to int, value string) {
			text(out, xs[i], top+float64(cellHeight*(from+to))/2+4, "start", "#000", value)
		})
	}
	seen := map[string]bool{}
	for cell, r := range c.Cells {
		x, y := left+float64(cellWidth*(cell%width)), top+float64(cellHeight*(cell/width))
		name := r.String()
		row, known := rows[name]
		fill, ink := "white", "#000"
		letters := "?"
		if known {
			fill, letters = fills[row.Value], mark(row)
		}
		if seen[name] {
			ink = "#999"
		}
		seen[name] = true
		fmt.Fprintf(out, `<g><title>%s</title><rect x="%.0f" y="%.0f" width="%d" height="%d" fill="%s" stroke="white"/>`,
			html.EscapeString(name), x, y, cellWidth, cellHeight, fill)
		text(out, x+cellWidth/2, y+15, "middle", ink, letters)
		fmt.Fprintln(out, "</g>")
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// mark is a row in a few letters: W31, L20, D.
func mark(r Row) string {
	m := strings.ToUpper(r.Value[:1])
	if r.DTW != nil {
		m += fmt.Sprint(*r.DTW)
	}
	return m
}

func text(w io.Writer, x, y float64, anchor, ink, s string) {
	fmt.Fprintf(w, `<text x="%.0f" y="%.0f" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, anchor, ink, html.EscapeString(s))
}

// short cuts a text to what a width holds.
func short(s string, width int) string {
	if most := int(float64(width) / letter); len(s) > most {
		return s[:max(most-1, 1)] + "."
	}
	return s
}

func combinations(axes []Axis) int {
	n := 1
	for _, a := range axes {
		n *= len(a.Values)
	}
	return n
}

// each calls f with each run of combinations of axes that have one value of
// the i-th.
func each(axes []Axis, i int, f func(from, to int, value string)) {
	inner := combinations(axes[i+1:])
	for run := range combinations(axes[:i+1]) {
		f(run*inner, (run+1)*inner, axes[i].Values[run%len(axes[i].Values)])
	}
}

func describe(axes []Axis) string {
	var list []string
	for _, a := range axes {
		list = append(list, a.Option+" "+strings.Join(a.Values, "/"))
	}
	return strings.Join(list, ", ")
}
