package annotate

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"

	"felli"
)

// The measures of the picture, in its own units.
const (
	svgWidth, svgHeight = 800, 320
	svgLeft, svgRight   = 90, 20
	svgTop, svgBottom   = 40, 40
)

// SVG draws the game's course as a picture of its own: a bar for each position,
// up where White wins, the higher the sooner, down where Black does, and a sign
// at each mistake. Pointing at a bar shows the move and what it did.
func (r *Report) SVG(w io.Writer) error {
	height, known := r.heights()
	middle := float64(svgTop+svgHeight-svgBottom) / 2
	scale := middle - svgTop
	step := float64(svgWidth-svgLeft-svgRight) / float64(len(height))
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">`+"\n", svgWidth, svgHeight)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", xmlText(r.Heading()), xmlText(r.Summary()))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", svgWidth, svgHeight)
	fmt.Fprintf(&b, `<text x="%d" y="22" font-weight="bold">%s</text>`+"\n", svgLeft, xmlText(r.Heading()))
	for _, label := range []struct {
		y    float64
		text string
	}{{svgTop + 5, "White wins"}, {middle + 5, "draw"}, {svgHeight - svgBottom + 5, "Black wins"}} {
		fmt.Fprintf(&b, `<text x="%d" y="%s" text-anchor="end">%s</text>`+"\n", svgLeft-10, number(label.y), label.text)
	}
	for i, h := range height {
		x := svgLeft + step*float64(i)
		title := "start: " + r.valueAt(0)
		if i > 0 {
			title = r.moveTitle(i - 1)
		}
		top, tall, fill := middle-max(h, 0)*scale, math.Abs(h)*scale, "#d9a520"
		switch {
		case !known[i]:
			top, tall, fill = middle-3, 6, "#ccc"
		case h == 0:
			top, tall, fill = middle-3, 6, "#888"
		case h < 0:
			fill = "#1c6f8c"
		}
		fmt.Fprintf(&b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="#fff" stroke-width="%s"><title>%s</title></rect>`+"\n",
			number(x), number(top), number(step), number(tall), fill, number(min(1, step/8)), xmlText(title))
		if i > 0 && r.Plies[i-1].Mark.Glyph() != "" {
			fmt.Fprintf(&b, `<text x="%s" y="%d" text-anchor="middle" font-weight="bold" fill="#b00020">%s<title>%s</title></text>`+"\n",
				number(x+step/2), svgHeight-svgBottom+18, r.Plies[i-1].Mark.Glyph(), xmlText(title))
		}
	}
	fmt.Fprintf(&b, `<line x1="%d" y1="%s" x2="%d" y2="%s" stroke="#333"/>`+"\n", svgLeft, number(middle), svgWidth-svgRight, number(middle))
	for i := 0; i < len(height); i += tick(len(height)) {
		fmt.Fprintf(&b, `<text x="%s" y="%d" text-anchor="middle" fill="#555" font-size="11">%d</text>`+"\n",
			number(svgLeft+step*(float64(i)+0.5)), svgHeight-6, i)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// tick is how many plies lie between the numbers below the picture.
func tick(positions int) int {
	for _, n := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if positions/n <= 25 {
			return n
		}
	}
	return 1000
}

func (r *Report) moveTitle(i int) string {
	p := &r.Plies[i]
	number := (i+int(r.Plies[0].Side))/2 + 1
	dots := "."
	if p.Side == felli.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s%s: %s", number, dots, p.Text, p.Mark.Glyph(), p.Words())
}

// valueAt is the value before the i-th move, or at the end.
func (r *Report) valueAt(i int) string {
	if i < len(r.Plies) {
		return said(r.Plies[i].Side, r.Plies[i].Before)
	}
	return said(r.Game.End.ToMove, r.End)
}

func xmlText(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}

func number(x float64) string { return fmt.Sprintf("%.4g", math.Round(x*10)/10) }
