package pdn

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// The most that one game may have; what is more is no game.
const (
	maxPlies = 1 << 16
	maxDepth = 64 // variations in variations
)

// A Reader reads the games of a file one by one, in memory for one game.
type Reader struct {
	lex   *lexer
	ahead *token // read, but of the next game
	games int
}

// NewReader prepares to read games from r: UTF-8 or Latin-1 text, with or
// without a byte order mark, with any line ends.
func NewReader(r io.Reader) *Reader { return &Reader{lex: newLexer(r)} }

// Next reads the next game; its moves aren't checked yet, see [Game.Replay].
// After the last game the error is [io.EOF]. After a *[GameError] reading can
// go on with the next game; after any other error it can't.
//
// A game ends at "*" or a result, and before a tag that follows moves. Move
// numbers and the ellipsis are passed over: who is to move is known without.
func (r *Reader) Next() (*Game, error) {
	for {
		x, err := r.game()
		if x == nil || err != nil || !x.empty() {
			return x, err
		}
	}
}

func (x *Game) empty() bool {
	return len(x.Tags) == 0 && len(x.Moves.Plies) == 0 && len(x.Moves.Lead) == 0
}

// game reads a game, which may be empty: two results in a row.
func (r *Reader) game() (*Game, error) {
	b := &builder{game: &Game{}}
	b.stack = []*Moves{&b.game.Moves}
	for {
		t, err := r.take()
		if err != nil {
			return nil, r.recover(b, err)
		}
		if b.game.FileLine == 0 {
			b.game.FileLine = t.line
		}
		switch {
		case t.kind == endOfFile:
			if b.game.empty() {
				return nil, io.EOF
			}
			r.ahead = &t
			return r.finish(b), nil
		case t.kind == tagToken && b.beginsNext(t):
			r.ahead = &t
			return r.finish(b), nil
		}
		ended, err := b.add(t)
		if err != nil {
			return nil, r.recover(b, err)
		}
		if ended {
			return r.finish(b), nil
		}
	}
}

func (r *Reader) take() (token, error) {
	if t := r.ahead; t != nil {
		r.ahead = nil
		return *t, nil
	}
	return r.lex.next()
}

func (r *Reader) finish(b *builder) *Game {
	x := b.game
	if !x.empty() {
		r.games++
		x.Number = r.games
	}
	if x.Result == "" {
		text, _ := x.Tag("Result")
		if x.Result, _ = resultOf(text); x.Result == "" {
			x.Result = Unfinished
		}
	}
	return x
}

// recover skips the rest of a game that can't be read.
func (r *Reader) recover(b *builder, err error) error {
	var open *tokenError
	var deep *limitError
	if !errors.As(err, &open) && !errors.As(err, &deep) {
		return err
	}
	x := r.finish(b)
	if x.empty() {
		r.games++
		x.Number = r.games
	}
	if err := r.lex.skip(); err != nil {
		return err
	}
	return x.fault(err)
}

// A limitError is a game too large to be one.
type limitError struct{ what string }

func (e *limitError) Error() string { return e.what }

// A builder makes a game of tokens.
type builder struct {
	game  *Game
	stack []*Moves // the moves being read, and within them the variations
	plies int
	joins bool // the last word can go on: no comment or glyph came after it
}

// beginsNext reports whether a tag belongs to the next game: when there are
// moves already, or when it is the game's first tag once more.
func (b *builder) beginsNext(t token) bool {
	x := b.game
	if len(x.Moves.Plies) > 0 || len(b.stack) > 1 {
		return true
	}
	return len(x.Tags) > 0 && strings.EqualFold(x.Tags[0].Name, t.text)
}

// add takes a token; ended says that the game is complete.
func (b *builder) add(t token) (ended bool, err error) {
	joins := b.joins
	b.joins = false
	switch t.kind {
	case endOfFile: // handled before
	case tagToken:
		if t.text != "" {
			b.game.Tags = append(b.game.Tags, Tag{t.text, t.value})
		}
	case commentToken:
		b.comment(t.text)
	case openToken:
		return false, b.open()
	case closeToken:
		if len(b.stack) > 1 {
			b.stack = b.stack[:len(b.stack)-1]
		}
	case nagToken:
		b.nag(t.text)
	case wordToken:
		return b.word(t, joins)
	}
	return false, nil
}

func (b *builder) moves() *Moves { return b.stack[len(b.stack)-1] }

// last is the ply last read, or nil.
func (b *builder) last() *Ply {
	m := b.moves()
	if len(m.Plies) == 0 {
		return nil
	}
	return &m.Plies[len(m.Plies)-1]
}

func (b *builder) comment(text string) {
	if text = strings.TrimSpace(text); strings.TrimSpace(printable(text)) == "" {
		return
	}
	if p := b.last(); p != nil {
		p.Comments = append(p.Comments, text)
		return
	}
	m := b.moves()
	m.Lead = append(m.Lead, text)
}

// open begins a variation. One before the first move is an alternative to
// nothing: its moves are read and dropped.
func (b *builder) open() error {
	if len(b.stack) > maxDepth {
		return &limitError{"variations are nested too deeply"}
	}
	p := b.last()
	if p == nil {
		b.stack = append(b.stack, &Moves{})
		return nil
	}
	p.Variations = append(p.Variations, Moves{})
	b.stack = append(b.stack, &p.Variations[len(p.Variations)-1])
	return nil
}

// glyphs are the numeric annotation glyphs that have signs.
var glyphs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

func (b *builder) nag(text string) {
	n, err := strconv.ParseUint(text, 10, 8)
	p := b.last()
	switch {
	case err != nil || p == nil || n == 0:
	case int(n) < len(glyphs):
		p.Glyph = glyphs[n]
	default:
		p.NAGs = append(p.NAGs, int(n))
	}
}

func (b *builder) strength(text string) {
	p := b.last()
	if p == nil {
		return
	}
	for _, g := range glyphs[1:] {
		if text == g {
			p.Glyph = g
			return
		}
	}
	p.Glyph = glyphs[1+strings.IndexByte("!?", text[0])] // "!!!" and the like
}

// separators are what may stand between the points of a move.
const separators = "-x:X"

func (b *builder) word(t token, joins bool) (ended bool, err error) {
	text := t.text
	if result, ok := resultOf(text); ok {
		if len(b.stack) > 1 {
			return false, nil // the end of a variation
		}
		if b.game.Result = result; result == Unfinished {
			b.game.Result = "" // the tag may know more
		}
		return true, nil
	}
	if digits := strings.TrimLeft(text, "0123456789"); digits == "" || digits != text && digits[0] == '.' {
		text = digits
	}
	if text = strings.TrimLeft(text, ".…"); text == "" {
		return false, nil
	}
	move := strings.TrimRight(text, "!?*+#")
	if move == "" {
		if strings.IndexByte("!?", text[0]) >= 0 {
			b.strength(text)
		}
		return false, nil
	}
	p := b.last()
	if joins && p != nil && (strings.ContainsRune(separators, rune(move[0])) || strings.ContainsRune(separators, rune(p.Text[len(p.Text)-1]))) {
		p.Text += move // "b2 - c3"
	} else {
		if b.plies++; b.plies > maxPlies {
			return false, &limitError{"it has over " + strconv.Itoa(maxPlies) + " moves"}
		}
		m := b.moves()
		m.Plies = append(m.Plies, Ply{Text: move, FileLine: t.line})
	}
	if marks := strings.Trim(text[len(move):], "*+#"); marks != "" {
		b.strength(marks)
	} else {
		b.joins = true
	}
	return false, nil
}
