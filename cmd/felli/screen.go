package main

import (
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// A screen is what an output can show.
type screen struct {
	terminal bool
	color    bool // also never the only carrier of a meaning
	unicode  bool
	width    int // columns
}

func screenOf(w io.Writer) screen {
	s := screen{unicode: unicodeLocale(), width: 80}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return s
	}
	s.terminal = true
	s.color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		s.width = width
	}
	return s
}

// unicodeLocale reports whether the locale is a UTF-8 one: the first of the
// variables that is set decides (POSIX, 8.2).
func unicodeLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(os.Getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return runtime.GOOS == "windows"
}

// plain is a text without the one character beyond ASCII that texts have, if
// the screen can't show it.
func (s screen) plain(text string) string {
	if s.unicode {
		return text
	}
	return strings.ReplaceAll(text, "…", "...")
}

// bold makes text stand out.
func (s screen) bold(text string) string {
	if !s.color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}
