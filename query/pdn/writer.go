package pdn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"felli"
)

// Columns is how long a line of moves may be, as PGN asks.
const Columns = 79

// roster are the tags that come first, in this order.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "Ruleset", "FEN"}

// Write writes a game that has been replayed, or made by [New] and
// [Game.Play]: tags, an empty line, the moves, and "*" as the 3.0 grammar asks
// between games. The tags Result, Ruleset and, unless the game begins at the
// start, FEN are made from the game itself.
func Write(w io.Writer, x *Game) error { return WriteNarrow(w, x, Columns) }

// WriteNarrow writes a game as [Write] does, for a screen of so many columns.
// Tags aren't broken.
func WriteNarrow(w io.Writer, x *Game, columns int) error {
	_, err := w.Write(appendGame(nil, x, min(columns, Columns)))
	return err
}

// Append appends what [Write] writes to buf.
func Append(buf []byte, x *Game) []byte { return appendGame(buf, x, Columns) }

func appendGame(buf []byte, x *Game, columns int) []byte {
	start := x.End
	if len(x.Moves.Plies) > 0 {
		start = x.Moves.Plies[0].Before
	}
	for _, t := range x.header(start) {
		buf = append(append(append(buf, '['), t.Name...), ' ', '"')
		buf = append(append(buf, escape(t.Value)...), '"', ']', '\n')
	}
	buf = append(buf, '\n')
	t := typesetter{buf: buf, x: x, columns: columns}
	t.moves(&x.Moves, start, int(start.ToMove))
	t.word(Unfinished)
	t.release()
	return append(t.buf, '\n', '\n')
}

// header is the tags to write, in order, each once, with names of the grammar.
func (x *Game) header(start felli.Position) []Tag {
	values := map[string]string{}
	var names []string
	for _, t := range x.Tags {
		name := identifier(t.Name)
		for _, known := range roster {
			if strings.EqualFold(known, name) {
				name = known
			}
		}
		if _, ok := values[name]; !ok {
			names = append(names, name)
			values[name] = t.Value
		}
	}
	values["Result"], values["Ruleset"] = x.Result, x.Rules.String()
	if delete(values, "FEN"); start != x.Rules.Start() {
		values["FEN"] = x.Rules.FEN(start)
	}
	delete(values, "")
	var list []Tag
	for _, name := range append(slices.Clone(roster), names...) {
		if value, ok := values[name]; ok {
			list = append(list, Tag{name, value})
			delete(values, name)
		}
	}
	return list
}

// identifier makes a tag's name one of the grammar, or empty.
func identifier(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, name)
	clean = strings.TrimLeft(clean, "_0123456789")
	if clean == "" {
		return ""
	}
	return strings.ToUpper(clean[:1]) + clean[1:]
}

// escape makes a text fit between quotes.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(printable(text))
}

// printable makes one line of a text, without control characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}

// A typesetter breaks words into lines.
type typesetter struct {
	buf     []byte
	x       *Game
	columns int
	column  int
	sticky  string // to be set without a blank before the next word
	held    string // the last word, not set yet as something may stick to it
}

// word sets a word after the one held, and holds it.
func (t *typesetter) word(text string) {
	t.release()
	t.held, t.sticky = t.sticky+text, ""
}

// release sets the word held.
func (t *typesetter) release() {
	text := t.held
	if t.held = ""; text == "" {
		return
	}
	width := len([]rune(text))
	switch {
	case t.column == 0:
	case t.column+1+width > t.columns:
		t.buf = append(t.buf, '\n')
		t.column = 0
	default:
		t.buf = append(t.buf, ' ')
		t.column++
	}
	t.buf = append(t.buf, text...)
	t.column += width
}

// moves sets moves from p, the ply-th of the game from 0, even for White.
func (t *typesetter) moves(m *Moves, p felli.Position, ply int) {
	t.comments(m.Lead)
	number := true // before Black's move: after anything but White's move
	for i := range m.Plies {
		y := &m.Plies[i]
		before := ""
		switch {
		case p.ToMove == felli.White:
			before = fmt.Sprintf("%d. ", ply/2+1)
		case number:
			before = fmt.Sprintf("%d... ", ply/2+1)
		}
		t.word(before + y.Text + y.Glyph)
		for _, n := range y.NAGs {
			t.word("$" + strconv.Itoa(n))
		}
		number = t.comments(y.Comments)
		for j := range y.Variations {
			t.sticky += "("
			t.moves(&y.Variations[j], p, ply)
			if t.sticky != "" { // it has nothing to set
				t.sticky = strings.TrimSuffix(t.sticky, "(")
			} else {
				t.held += ")"
				number = true
			}
		}
		p = t.x.Rules.Play(p, y.Move)
		ply++
	}
}

// comments sets comments, which can't hold a closing brace. It reports whether
// there was anything to set.
func (t *typesetter) comments(list []string) (written bool) {
	for _, text := range list {
		words := strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(printable(text)))
		if len(words) == 0 {
			continue
		}
		written = true
		t.sticky += "{"
		words[len(words)-1] += "}"
		for _, w := range words {
			t.word(w)
		}
	}
	return written
}

// New begins a game at a position, which must pass [felli.Game.Check].
func New(g *felli.Game, start felli.Position) *Game {
	return &Game{Rules: g, End: start, Result: Unfinished}
}

// Play adds a legal move.
func (x *Game) Play(m felli.Move) {
	x.Moves.Plies = append(x.Moves.Plies, Ply{Text: x.Rules.MoveString(x.End, m), Before: x.End, Move: m})
	x.End = x.Rules.Play(x.End, m)
}

// Undo takes the last move back, if there is one.
func (x *Game) Undo() {
	if n := len(x.Moves.Plies); n > 0 {
		x.End = x.Moves.Plies[n-1].Before
		x.Moves.Plies = x.Moves.Plies[:n-1]
	}
}
