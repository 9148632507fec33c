package felli

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// MoveString prints m, one of the moves of p: "b2-c3" for a step, and for a
// capture the origin and every landing point, "b2xd4xb4". Of several ways to
// play a capture it prints the alphabetically smallest.
func (g *Game) MoveString(p Position, m Move) string { return string(g.AppendMove(nil, p, m)) }

// AppendMove appends [Game.MoveString] to buf.
func (g *Game) AppendMove(buf []byte, p Position, m Move) []byte {
	names := g.Board.names
	buf = append(buf, names[m.From]...)
	if !m.IsCapture() {
		return append(append(buf, '-'), names[m.To]...)
	}
	path := g.newPathFinder(p, m, nil).find()
	if path == nil { // m is no move of p
		path = []Point{m.To}
	}
	for _, to := range path {
		buf = append(append(buf, 'x'), names[to]...)
	}
	return buf
}

// moveList prints the legal moves of p in alphabetical order.
func (g *Game) moveList(p Position) string {
	var texts []string
	for _, m := range g.Moves(p) {
		texts = append(texts, g.MoveString(p, m))
	}
	sort.Strings(texts)
	return strings.Join(texts, " ")
}

// ParseMove reads a legal move of p as [Game.MoveString] prints it. Of a
// capture it accepts every way to play it, and one shortened by leaving out
// landing points (never the last) when only one legal move fits. Its errors
// are *[ParseError]; they say why the move isn't legal and list those that are.
func (g *Game) ParseMove(p Position, text string) (Move, error) {
	word := strings.TrimSpace(text)
	m, f := g.parseMove(p, word)
	if f != nil {
		offset := max(strings.Index(text, word), 0) + f.offset
		return Move{}, &ParseError{What: "move", Input: text, Offset: offset, Reason: f.reason, Hint: f.hint}
	}
	return m, nil
}

// PlayMoves plays moves separated by blanks, as [Game.ParseMove] reads them,
// from p, and returns the position they lead to and the moves. Its errors are
// *[ParseError]; they name the ply, counted from 1, and the side.
func (g *Game) PlayMoves(p Position, text string) (Position, []Move, error) {
	var moves []Move
	offset := 0
	for i, word := range strings.Fields(text) {
		offset += strings.Index(text[offset:], word)
		m, f := g.parseMove(p, word)
		if f != nil {
			return Position{}, nil, &ParseError{
				What: "moves", Input: text, Offset: offset + f.offset,
				Reason: fmt.Sprintf("ply %d, %s: %q: %s", i+1, p.ToMove, word, f.reason), Hint: f.hint,
			}
		}
		moves = append(moves, m)
		p = g.Play(p, m)
		offset += len(word)
	}
	return p, moves, nil
}

// A moveFault tells what is wrong with a move text.
type moveFault struct {
	offset       int
	reason, hint string
}

func (g *Game) parseMove(p Position, text string) (Move, *moveFault) {
	points, capture, f := g.Board.parsePath(text)
	if f != nil {
		return Move{}, f
	}
	var fits []Move
	for _, m := range g.Moves(p) {
		if m.From != points[0] || m.To != points[len(points)-1] || m.IsCapture() != capture {
			continue
		}
		if !capture {
			return m, nil
		}
		path := g.newPathFinder(p, m, points[1:]).find()
		if slices.Equal(path, points[1:]) {
			return m, nil
		}
		if path != nil {
			fits = append(fits, m)
		}
	}
	switch len(fits) {
	case 0:
		return Move{}, &moveFault{reason: g.whyIllegal(p, points, capture)}
	case 1:
		return fits[0], nil
	}
	var texts []string
	for _, m := range fits {
		texts = append(texts, g.MoveString(p, m))
	}
	sort.Strings(texts)
	return Move{}, &moveFault{reason: "ambiguous, write one of " + strings.Join(texts, ", ")}
}

// parsePath reads the points of a move text. All its separators are the same:
// one "-" for a step, one "x" or more for a capture.
func (b *Board) parsePath(text string) (points []Point, capture bool, f *moveFault) {
	const hint = "a step is written b2-c3, a capture b2xd4xb4"
	names := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == 'x' })
	if len(names) < 2 {
		return nil, false, &moveFault{0, fmt.Sprintf("%q is no move", text), hint}
	}
	capture = strings.Contains(text, "x")
	sep, offset := "-", 0
	if capture {
		sep = "x"
	}
	for i, name := range strings.Split(text, sep) {
		if i > 1 && !capture {
			return nil, false, &moveFault{offset, "a step has one destination", hint}
		}
		p, ok := b.Point(name)
		if !ok {
			return nil, false, &moveFault{offset, fmt.Sprintf("unknown point %q, %s", name, b.pointHelp(name)), hint}
		}
		points = append(points, p)
		offset += len(name) + 1
	}
	return points, capture, nil
}

// whyIllegal says why no legal move of p fits a well written one.
func (g *Game) whyIllegal(p Position, points []Point, capture bool) string {
	s, from, to := p.ToMove, points[0], points[len(points)-1]
	legal := "not legal"
	switch {
	case p.Pieces(s) == 0:
		return fmt.Sprintf("the game is over, %s has no pieces", s)
	case !g.CanMove(p):
		return fmt.Sprintf("the game is over, %s has no legal move", s)
	case p.Pieces(s.Other()).Has(from):
		legal = fmt.Sprintf("the piece on %s is %s's, and it is %s's turn", g.Board.names[from], s.Other(), s)
	case !p.Pieces(s).Has(from):
		legal = fmt.Sprintf("there is no piece on %s", g.Board.names[from])
	case !capture && g.Capture == CaptureCompulsory && g.canStep(p, from, to):
		legal = "a capture is compulsory"
	case capture && g.goesOn(p, points):
		legal = "the capture must go on while the piece can leap"
	case !capture && g.captures(p, from, to):
		legal = "a capture is written with x"
	}
	return legal + "; legal moves: " + g.moveList(p)
}

// goesOn reports whether a longer capture of p begins with the given path.
func (g *Game) goesOn(p Position, points []Point) bool {
	for _, m := range g.Moves(p) {
		if m.From != points[0] || m.Captured.Len() < len(points) {
			continue
		}
		f := g.newPathFinder(p, m, nil)
		f.lead = points[1:]
		if f.find() != nil {
			return true
		}
	}
	return false
}

// canStep reports whether a piece could step from one point to the other if
// no capture were compulsory.
func (g *Game) canStep(p Position, from, to Point) bool {
	return g.Destinations(p.ToMove, p.kindAt(p.ToMove, from), from, p.Occupied()).Has(to)
}

// captures reports whether a legal capture leads from one point to the other.
func (g *Game) captures(p Position, from, to Point) bool {
	return slices.ContainsFunc(g.Moves(p), func(m Move) bool { return m.From == from && m.To == to && m.IsCapture() })
}
