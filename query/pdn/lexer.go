package pdn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxToken is the most bytes a comment, a tag or a word may have.
const maxToken = 1 << 20

type tokenKind uint8

const (
	endOfFile tokenKind = iota
	tagToken
	commentToken
	openToken
	closeToken
	nagToken  // text is its number
	wordToken // a move, a move number, a result or a strength
)

type token struct {
	kind  tokenKind
	text  string // of a tag its name
	value string // of a tag
	line  int
}

// A lexer splits a file into tokens. Only errors of the reader, and tokens
// without end, stop it.
type lexer struct {
	r     *bufio.Reader
	line  int
	fresh bool // at the beginning of a line
	begun bool
	buf   []byte
}

func newLexer(r io.Reader) *lexer {
	return &lexer{r: bufio.NewReaderSize(r, 1<<16), line: 1, fresh: true}
}

var errUTF16 = errors.New("the file is in UTF-16; save it as UTF-8 or Latin-1")

// begin skips a byte order mark.
func (l *lexer) begin() error {
	l.begun = true
	mark, err := l.r.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch {
	case bytes.HasPrefix(mark, []byte("\xef\xbb\xbf")):
		_, _ = l.r.Discard(3)
	case bytes.HasPrefix(mark, []byte("\xff\xfe")), bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return errUTF16
	}
	return nil
}

// read takes one byte; CR, LF and CR LF all come as one LF.
func (l *lexer) read() (byte, error) {
	c, err := l.r.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\r' {
		if next, err := l.r.Peek(1); err == nil && next[0] == '\n' {
			_, _ = l.r.Discard(1)
		}
		c = '\n'
	}
	l.fresh = c == '\n'
	if l.fresh {
		l.line++
	}
	return c, nil
}

func (l *lexer) peek() byte {
	if next, err := l.r.Peek(1); err == nil {
		return next[0]
	}
	return 0
}

// next is the next token, at the end of the file one of kind endOfFile. Its
// errors are those of the reader, or *tokenError.
func (l *lexer) next() (token, error) {
	if !l.begun {
		if err := l.begin(); err != nil {
			return token{}, err
		}
	}
	for {
		fresh, line := l.fresh, l.line
		c, err := l.read()
		if errors.Is(err, io.EOF) {
			return token{kind: endOfFile, line: line}, nil
		}
		if err != nil {
			return token{}, err
		}
		t := token{line: line}
		switch {
		case c <= ' ', c == ']', c == '}', c == 0x7f:
			continue
		case c == '%' && fresh:
			if _, err := l.until("\n"); err != nil {
				return token{}, err
			}
			continue
		case c == ';':
			t.kind = commentToken
			t.text, err = l.until("\n")
		case c == '{':
			t.kind = commentToken
			t.text, err = l.comment()
		case c == '[':
			t.kind = tagToken
			t.text, t.value, err = l.tag()
		case c == '(' && (l.peek() == '!' || l.peek() == '?'):
			t.kind = wordToken
			t.text, err = l.until(")\n")
		case c == '(':
			t.kind = openToken
		case c == ')':
			t.kind = closeToken
		case c == '$':
			t.kind = nagToken
			t.text, err = l.word()
		default:
			_ = l.r.UnreadByte()
			t.kind = wordToken
			t.text, err = l.word()
		}
		return t, err
	}
}

// A tokenError is a token without end.
type tokenError struct {
	line int
	what string
}

func (e *tokenError) Error() string {
	return fmt.Sprintf("a %s that begins on line %d has no end", e.what, e.line)
}

// until takes everything before the first of the given bytes, and that byte;
// at the end of the file what there is.
func (l *lexer) until(stops string) (string, error) {
	l.buf = l.buf[:0]
	begin := l.line
	for {
		c, err := l.read()
		if errors.Is(err, io.EOF) || err == nil && strings.IndexByte(stops, c) >= 0 {
			return decode(l.buf), nil
		}
		if err != nil {
			return "", err
		}
		if l.buf = append(l.buf, c); len(l.buf) > maxToken {
			return "", &tokenError{begin, "line of over a million characters"}
		}
	}
}

// tagLine is how a line begins that is certainly a tag.
var tagLine = regexp.MustCompile(`^\[[A-Za-z][A-Za-z0-9_]*[ \t]+"`)

// comment takes a comment after its brace. One that isn't closed ends where an
// empty line and a tag follow, so that the games behind it are found.
func (l *lexer) comment() (string, error) {
	l.buf = l.buf[:0]
	begin := l.line
	empty, afterEmpty := false, false // this line so far, the line before
	for {
		if l.fresh && afterEmpty && l.peek() == '[' {
			ahead, _ := l.r.Peek(80)
			if tagLine.Match(ahead) {
				return "", &tokenError{begin, "comment"}
			}
		}
		c, err := l.read()
		switch {
		case errors.Is(err, io.EOF):
			return "", &tokenError{begin, "comment"}
		case err != nil:
			return "", err
		case c == '\n':
			empty, afterEmpty = true, empty
		case c > ' ':
			empty = false
		}
		if c == '}' {
			return strings.Join(strings.Fields(decode(l.buf)), " "), nil
		}
		if l.buf = append(l.buf, c); len(l.buf) > maxToken {
			return "", &tokenError{begin, "comment of over a million characters"}
		}
	}
}

// tag takes a tag after its bracket: a name, and a value between quotes. A
// quote inside the value needs no backslash, as a value ends at a quote before
// the bracket, or at the end of the line.
func (l *lexer) tag() (name, value string, err error) {
	l.buf = l.buf[:0]
	begin, quotes := l.line, 0
	for {
		c, err := l.read()
		switch {
		case errors.Is(err, io.EOF), err == nil && c == '\n':
			name, value = splitTag(decode(l.buf))
			return name, value, nil
		case err != nil:
			return "", "", err
		}
		if l.buf = append(l.buf, c); len(l.buf) > maxToken {
			return "", "", &tokenError{begin, "tag"}
		}
		switch {
		case c == '"':
			quotes++
		case c == ']' && closesTag(l.buf, quotes):
			name, value = splitTag(decode(l.buf[:len(l.buf)-1]))
			return name, value, nil
		}
	}
}

// closesTag reports whether the bracket at the end of b closes the tag: when
// there are no quotes, or at least two of which the last stands before it.
func closesTag(b []byte, quotes int) bool {
	i := len(b) - 2
	for i >= 0 && (b[i] == ' ' || b[i] == '\t') {
		i--
	}
	return quotes == 0 || quotes > 1 && endsInQuote(b[:i+1])
}

// endsInQuote reports whether text ends in a quote that isn't escaped: one
// behind an even number of backslashes.
func endsInQuote[T string | []byte](text T) bool {
	last := len(text) - 1
	if last < 0 || text[last] != '"' {
		return false
	}
	i := last
	for i > 0 && text[i-1] == '\\' {
		i--
	}
	return (last-i)%2 == 0
}

func splitTag(text string) (name, value string) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "]"))
	name, value = text, ""
	if i := strings.IndexAny(text, " \t\""); i >= 0 {
		name, value = text[:i], strings.TrimSpace(text[i:])
	}
	value = strings.TrimPrefix(value, `"`)
	if endsInQuote(value) {
		value = strings.TrimSuffix(value, `"`)
	}
	return name, unescape.Replace(value)
}

var unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// word takes what stands together.
func (l *lexer) word() (string, error) {
	l.buf = l.buf[:0]
	for {
		next, err := l.r.Peek(1)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		if err != nil || next[0] <= ' ' || bytes.IndexByte([]byte("[]{}();$"), next[0]) >= 0 {
			return decode(l.buf), nil
		}
		c, _ := l.read() // it was there
		if l.buf = append(l.buf, c); len(l.buf) > maxToken {
			return "", &tokenError{l.line, "word of over a million characters"}
		}
	}
}

// decode makes text of bytes: UTF-8, or else Latin-1.
func decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

// skip goes on to the next line that looks like a tag, or to the end of the
// file.
func (l *lexer) skip() error {
	for {
		if l.fresh && l.peek() == '[' {
			ahead, _ := l.r.Peek(80)
			if tagLine.Match(ahead) {
				return nil
			}
		}
		if _, err := l.read(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}
