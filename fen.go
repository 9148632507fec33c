package felli

import (
	"fmt"
	"strings"
)

// FEN prints p in the draughts notation PDN FEN with point names, such as
// "W:Wa1,c1,Kd2:BKb4,a5": the side to move, White's pieces, Black's pieces, K
// before a Mullah, each list by rank upward and then by file.
func (g *Game) FEN(p Position) string { return string(g.AppendFEN(nil, p)) }

// AppendFEN appends [Game.FEN] to buf.
func (g *Game) AppendFEN(buf []byte, p Position) []byte {
	letters := [...]byte{'W', 'B'}
	buf = append(buf, letters[p.ToMove&1])
	for s, letter := range letters {
		buf = append(buf, ':', letter)
		first := true
		for m := p.Pieces(Side(s)) & g.Board.all; m != 0; m &= m - 1 {
			if !first {
				buf = append(buf, ',')
			}
			first = false
			if p.Mullahs[s].Has(m.First()) {
				buf = append(buf, 'K')
			}
			buf = append(buf, g.Board.names[m.First()]...)
		}
	}
	return buf
}

// ParsePosition reads a FEN or the word "start".
func (g *Game) ParsePosition(text string) (Position, error) {
	if strings.TrimSpace(text) == "start" {
		return g.Start(), nil
	}
	return g.ParseFEN(text)
}

// ParseFEN reads a position as [Game.FEN] prints it and checks it with
// [Game.Check]. The order inside a list, the order of the two lists, blanks,
// the case of W, B and K, and a closing full stop don't matter. Its errors
// are *[ParseError].
func (g *Game) ParseFEN(text string) (Position, error) {
	f := newFENText(text)
	var p Position
	parts := f.split(':')
	first := f.part(parts[0])
	side, ok := sideOf(first)
	if !ok || len(first) != 1 {
		return Position{}, f.fail(parts[0].lo, "side to move %q, want W or B at the beginning", first)
	}
	p.ToMove = side
	if len(parts) > 3 {
		return Position{}, f.fail(parts[3].lo, "a third list of pieces, want one for White and one for Black")
	}
	var listed [2]bool
	for _, part := range parts[1:] {
		side, ok := sideOf(f.part(part))
		if !ok {
			return Position{}, f.fail(part.lo, "a list of pieces begins with %q, want W or B before the first point", f.part(part))
		}
		if listed[side] {
			return Position{}, f.fail(part.lo, "a second list for %s, want one for White and one for Black", side)
		}
		listed[side] = true
		if err := g.parsePieces(f, span{part.lo + 1, part.hi}, side, &p); err != nil {
			return Position{}, err
		}
	}
	for s, ok := range listed {
		if !ok {
			return Position{}, f.fail(len(f.text), "the list for %s is missing, want :%c and its points (:%c alone when it has none)",
				Side(s), "WB"[s], "WB"[s])
		}
	}
	if at, reason := g.fault(p); reason != "" {
		return Position{}, f.fail(f.find(g.Board, at), "%s", reason)
	}
	return p, nil
}

// parsePieces reads the points of one list into p.
func (g *Game) parsePieces(f *fenText, list span, s Side, p *Position) error {
	if list.lo == list.hi {
		return nil
	}
	for _, item := range f.splitSpan(list, ',') {
		name := f.part(item)
		if name == "" {
			return f.fail(item.lo, "a comma too many in the list for %s, want a point between commas", s)
		}
		men := &p.Men[s]
		if name[0] == 'K' || name[0] == 'k' {
			men, name = &p.Mullahs[s], name[1:]
		}
		at, ok := g.Board.Point(name)
		if !ok {
			return f.fail(item.lo, "unknown point %q, %s", name, g.Board.pointHelp(name))
		}
		if p.Occupied().Has(at) {
			return f.fail(item.lo, "point %q named twice, name each once", name)
		}
		*men |= at.Bit()
	}
	return nil
}

// pointHelp says which points there are, or how to write the one meant.
func (b *Board) pointHelp(name string) string {
	if lower := strings.ToLower(name); lower != name {
		if _, ok := b.Point(lower); ok {
			return fmt.Sprintf("write %q", lower)
		}
	}
	return fmt.Sprintf("the points of the %s board are %s", b.Name, strings.Join(b.names, " "))
}

func sideOf(text string) (Side, bool) {
	if text == "" {
		return White, false
	}
	switch text[0] {
	case 'W', 'w':
		return White, true
	case 'B', 'b':
		return Black, true
	}
	return White, false
}

// A fenText is a FEN without blanks and closing full stop that remembers where
// each byte came from.
type fenText struct {
	input string
	text  string
	at    []int // at[i] is the place of text[i] in input; at[len(text)] ends it
}

// A span is text[lo:hi].
type span struct{ lo, hi int }

func newFENText(input string) *fenText {
	f := &fenText{input: input, at: make([]int, 0, len(input)+1)}
	kept := make([]byte, 0, len(input))
	for i := range len(input) {
		if !isBlank(input[i]) {
			kept, f.at = append(kept, input[i]), append(f.at, i)
		}
	}
	if n := len(kept); n > 0 && kept[n-1] == '.' {
		kept, f.at = kept[:n-1], f.at[:n-1]
	}
	end := 0
	if n := len(f.at); n > 0 {
		end = f.at[n-1] + 1
	}
	f.text, f.at = string(kept), append(f.at, end)
	return f
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (f *fenText) part(s span) string { return f.text[s.lo:s.hi] }

func (f *fenText) split(sep byte) []span { return f.splitSpan(span{0, len(f.text)}, sep) }

func (f *fenText) splitSpan(s span, sep byte) []span {
	parts := make([]span, 0, 8)
	lo := s.lo
	for i := s.lo; i < s.hi; i++ {
		if f.text[i] == sep {
			parts, lo = append(parts, span{lo, i}), i+1
		}
	}
	return append(parts, span{lo, s.hi})
}

// find is where point p is named, or the beginning for NoPoint.
func (f *fenText) find(b *Board, p Point) int {
	if p == NoPoint {
		return 0
	}
	return max(strings.Index(f.text, b.names[p]), 0)
}

func (f *fenText) fail(at int, format string, args ...any) error {
	return &ParseError{
		What: "FEN", Input: f.input, Offset: f.at[at], Reason: fmt.Sprintf(format, args...),
		Hint: "a position looks like W:Wa1,c1,Kd2:BKb4,a5 (side to move, White's points, Black's points, K before a Mullah)",
	}
}
