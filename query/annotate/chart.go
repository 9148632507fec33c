package annotate

import (
	"fmt"
	"strings"

	"felli"
)

// ChartOptions say how [Report.Chart] draws.
type ChartOptions struct {
	ASCII bool
	Width int // columns, at least 40; 0: 60
}

func (o ChartOptions) width() int {
	if o.Width == 0 {
		return 60
	}
	return o.Width
}

// chartRows is how many rows each side of the draw line has.
const chartRows = 4

// heights are the values of the game's positions, the first before the first
// move, seen by White: 1 where White has won, near 0 where the win is far, 0 in
// a draw, below where Black wins. known is false where the value isn't.
func (r *Report) heights() (height []float64, known []bool) {
	longest := 1.0
	add := func(s felli.Side, v felli.Result) {
		h := 0.0
		if v.Value == felli.Win || v.Value == felli.Loss {
			longest = max(longest, float64(v.DTW))
			h = 1 + float64(v.DTW) // the distance for now
		}
		if (v.Value == felli.Loss) == (s == felli.White) {
			h = -h
		}
		height, known = append(height, h), append(known, v.Value != felli.Unknown)
	}
	for _, p := range r.Plies {
		add(p.Side, p.Before)
	}
	add(r.Game.End.ToMove, r.End)
	for i, h := range height {
		switch {
		case h > 0:
			height[i] = 1 - 0.8*(h-1)/longest
		case h < 0:
			height[i] = -1 + 0.8*(-h-1)/longest
		}
	}
	return height, known
}

// Chart draws the game's course for a terminal: a column for each position (or
// for several in a long game, some columns for each in a short one), above the middle where White wins, the higher
// the sooner, below where Black does. Under it stand the mistakes, "?", and
// blunders, "!". Every line ends with a line feed.
func (r *Report) Chart(o ChartOptions) string {
	const margin = 12
	columns := max(o.width(), 40) - margin
	height, known := r.heights()
	per := (len(height) + columns - 1) / columns
	wide := min(max(columns/len(height), 1), 3) // a position, in a short game
	full, half, middle, unknown := "█", "▄▀", "─", "·"
	if o.ASCII {
		full, half, middle, unknown = "#", "", "-", "."
	}
	var rows [2*chartRows + 1]strings.Builder
	var marks strings.Builder
	for i := 0; i < len(height); i += per {
		at := min(i+per, len(height)) - 1 // the column shows its last position
		level := 2 * chartRows * height[at]
		zero := middle
		if !known[at] {
			zero = unknown
		}
		for row := range rows {
			rows[row].WriteString(strings.Repeat(cell(level, chartRows-row, full, half, zero), wide))
		}
		marks.WriteString(r.worst(i-1, at-1) + strings.Repeat(" ", wide-1))
	}
	var sb strings.Builder
	labels := map[int]string{0: "White wins", chartRows: "draw", 2 * chartRows: "Black wins"}
	for row := range rows {
		sb.WriteString(strings.TrimRight(fmt.Sprintf("%10s  %s", labels[row], rows[row].String()), " ") + "\n")
	}
	if line := strings.TrimRight(marks.String(), " "); line != "" {
		fmt.Fprintf(&sb, "%10s  %s\n", "mistakes", line)
	}
	if per > 1 {
		fmt.Fprintf(&sb, "%12s%d positions a column\n", "", per)
	}
	return sb.String()
}

// cell is what a column has in a row, counted from the middle upwards; level
// is the column's height in half rows.
func cell(level float64, row int, full, half, middle string) string {
	if row == 0 {
		return middle
	}
	below := row < 0
	if below {
		level, row = -level, -row
	}
	switch halves := int(level+0.5) - 2*(row-1); {
	case halves >= 2, halves == 1 && half == "":
		return full
	case halves == 1 && below:
		return string([]rune(half)[1])
	case halves == 1:
		return string([]rune(half)[0])
	}
	return " "
}

// worst is the sign of the worst of some moves, by their numbers from 0.
func (r *Report) worst(from, to int) string {
	worst := Unmarked
	for i := max(from, 0); i <= to; i++ {
		worst = max(worst, r.Plies[i].Mark)
	}
	switch worst {
	case Mistake:
		return "?"
	case Blunder:
		return "!"
	default:
		return " "
	}
}
