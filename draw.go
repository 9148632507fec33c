package felli

import "strings"

// DrawOptions say how [Game.Draw] draws. The zero value draws in Unicode,
// without colour, White at the bottom, and marks no move.
type DrawOptions struct {
	ASCII bool // only ASCII characters: w and b for men, W and B for Mullahs
	Color bool // with the colour sequences of ANSI terminals
	Flip  bool // turned by 180°, Black at the bottom
	Mark  Move // a move to mark: (origin), [destination], <taken>; none if zero
}

// Between neighbouring files of the grid lie three characters, between ranks
// one line: so a diagonal runs through the middle of both, and a board of 9×9
// fits into 40 columns.
const (
	cellWidth   = 4
	cellHeight  = 2
	drawnMargin = 3 // columns for the numbers of the ranks
)

// The styles of drawn characters, as parameters of ANSI's SGR sequence.
const (
	plainStyle = ""
	lineStyle  = "2"
	whiteStyle = "1;33"
	blackStyle = "1;36"
	markStyle  = "1;32"
)

// stroke says which lines run through a character of the drawing.
type stroke uint8

const (
	across stroke = 1 << iota
	upright
	rising
	falling
)

type drawnCell struct {
	char   rune
	style  string
	stroke stroke
}

// A drawing is a board being drawn. Row 0 is its top.
type drawing struct {
	b     *Board
	o     DrawOptions
	cells [][]drawnCell
}

// Draw draws the board with the pieces of p on it, the lines that join its
// points, and the names of ranks and files along its edges, in at most 40
// columns. Men, Mullahs and empty points can be told apart without colour. It
// ends with a line feed.
func (g *Game) Draw(p Position, o DrawOptions) string {
	d := &drawing{b: g.Board, o: o}
	for range (d.b.Height-1)*cellHeight + 1 {
		d.cells = append(d.cells, make([]drawnCell, drawnMargin+(d.b.Width-1)*cellWidth+2))
	}
	for _, line := range d.b.lines {
		for i := 1; i < len(line); i++ {
			d.edge(line[i-1], line[i])
		}
	}
	for at := range Point(d.b.Points()) {
		char, style := d.piece(p, at)
		row, column := d.place(d.b.x[at], d.b.y[at])
		d.cells[row][column] = drawnCell{char: char, style: style}
	}
	d.mark()
	d.label()
	return d.String()
}

// DrawLegend says what the characters of [Game.Draw] mean, in one line without
// a line feed.
func (g *Game) DrawLegend(o DrawOptions) string {
	whiteMan, blackMan, whiteMullah, blackMullah := "○", "●", "♔", "♚"
	if o.ASCII {
		whiteMan, blackMan, whiteMullah, blackMullah = "w", "b", "W", "B"
	}
	if g.Promotion == PromotionNone {
		return whiteMan + " White  " + blackMan + " Black"
	}
	return whiteMan + " White  " + blackMan + " Black  " + whiteMullah + " " + blackMullah + " Mullahs"
}

// place is where a place of the grid is drawn.
func (d *drawing) place(x, y int) (row, column int) {
	if d.o.Flip {
		x, y = d.b.Width-1-x, d.b.Height-1-y
	}
	return (d.b.Height - 1 - y) * cellHeight, drawnMargin + x*cellWidth
}

// edge draws the line between two adjacent points.
func (d *drawing) edge(p, q Point) {
	row, column := d.place(d.b.x[p], d.b.y[p])
	toRow, toColumn := d.place(d.b.x[q], d.b.y[q])
	if row > toRow || row == toRow && column > toColumn {
		row, column, toRow, toColumn = toRow, toColumn, row, column
	}
	if row == toRow {
		for c := column + 1; c < toColumn; c++ {
			d.cells[row][c].stroke |= across
		}
		return
	}
	kind := upright
	switch {
	case column < toColumn:
		kind = falling
	case column > toColumn:
		kind = rising
	}
	rows := toRow - row
	for i := 1; i < rows; i++ {
		d.cells[row+i][column+(toColumn-column)*i/rows].stroke |= kind
	}
}

func (d *drawing) piece(p Position, at Point) (rune, string) {
	chars := []rune("·○●♔♚")
	if d.o.ASCII {
		chars = []rune(".wbWB")
	}
	for s, style := range []string{whiteStyle, blackStyle} {
		switch {
		case p.Men[s].Has(at):
			return chars[1+s], style
		case p.Mullahs[s].Has(at):
			return chars[3+s], style
		}
	}
	return chars[0], plainStyle
}

// mark puts brackets around what the marked move touches.
func (d *drawing) mark() {
	m := d.o.Mark
	if m == (Move{}) {
		return
	}
	for taken := m.Captured; taken != 0; taken &= taken - 1 {
		d.bracket(taken.First(), '<', '>')
	}
	d.bracket(m.From, '(', ')')
	d.bracket(m.To, '[', ']')
}

func (d *drawing) bracket(at Point, left, right rune) {
	row, column := d.place(d.b.x[at], d.b.y[at])
	d.cells[row][column-1] = drawnCell{char: left, style: markStyle}
	d.cells[row][column+1] = drawnCell{char: right, style: markStyle}
}

// label names the ranks on the left and the files below.
func (d *drawing) label() {
	files := make([]drawnCell, len(d.cells[0]))
	for x := range d.b.Width {
		_, column := d.place(x, 0)
		files[column].char = 'a' + rune(x)
	}
	for y := range d.b.Height {
		row, _ := d.place(0, y)
		d.cells[row][0].char = '1' + rune(y)
	}
	d.cells = append(d.cells, files)
}

// String prints the drawing, without blanks at the ends of its lines.
func (d *drawing) String() string {
	var sb strings.Builder
	for _, row := range d.cells {
		blanks := 0
		for _, cell := range row {
			char, style := cell.char, cell.style
			if char == 0 && cell.stroke != 0 {
				char, style = d.line(cell.stroke), lineStyle
			}
			if char == 0 {
				blanks++
				continue
			}
			sb.WriteString(strings.Repeat(" ", blanks))
			blanks = 0
			if d.o.Color && style != plainStyle {
				sb.WriteString("\x1b[" + style + "m" + string(char) + "\x1b[0m")
			} else {
				sb.WriteRune(char)
			}
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// line is the character for the lines that run through one place.
func (d *drawing) line(s stroke) rune {
	unicode, ascii := '┼', '+'
	switch s {
	case across:
		unicode, ascii = '─', '-'
	case upright:
		unicode, ascii = '│', '|'
	case rising:
		unicode, ascii = '╱', '/'
	case falling:
		unicode, ascii = '╲', '\\'
	case rising | falling:
		unicode, ascii = '╳', 'X'
	}
	if d.o.ASCII {
		return ascii
	}
	return unicode
}
