package query

import (
	"strings"
	"unicode/utf8"
)

// Unbroken is a space at which [Wrap] doesn't end a line: U+00A0. It prints as
// a plain one.
const Unbroken = "\u00a0"

// Wrap breaks a text into lines of at most width columns; a longer word stands
// alone. The first line begins with first, the others with rest. White space in
// the text is folded. The last line ends with a line feed too.
func Wrap(text string, width int, first, rest string) string {
	var sb strings.Builder
	sb.WriteString(first)
	column, fresh := utf8.RuneCountInString(first), true
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }) {
		size := utf8.RuneCountInString(word)
		if !fresh && column+1+size > width {
			sb.WriteString("\n" + rest)
			column, fresh = utf8.RuneCountInString(rest), true
		}
		if !fresh {
			sb.WriteByte(' ')
			column++
		}
		sb.WriteString(strings.ReplaceAll(word, Unbroken, " "))
		column, fresh = column+size, false
	}
	sb.WriteByte('\n')
	return sb.String()
}
