package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
	"unsafe"

	"felli/internal/exit"
)

// onTerminal runs the program with standard output and error on a terminal of
// so many columns and returns what it shows, and its exit code.
func onTerminal(t *testing.T, columns uint16, env []string, stdin string, args ...string) (shown string, code int) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals to be had: ", err)
	}
	defer master.Close()
	var number, locked uint32
	ioctl(t, master, syscall.TIOCGPTN, unsafe.Pointer(&number))
	ioctl(t, master, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	size := [4]uint16{40, columns}
	ioctl(t, master, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	slave, err := os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd := felliCommand(t, args...)
	cmd.Env = append(append(os.Environ(), "TERM=xterm", "NO_COLOR=", "LC_ALL=C.UTF-8"), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), slave, slave
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	text, _ := io.ReadAll(master) // ends with an error when the process does
	_ = cmd.Wait()                // how it ended is in the exit code
	return strings.ReplaceAll(string(text), "\r\n", "\n"), cmd.ProcessState.ExitCode()
}

func ioctl(t *testing.T, f *os.File, request uintptr, arg unsafe.Pointer) {
	t.Helper()
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(arg)); errno != 0 {
		t.Fatal(errno)
	}
}

// A showing is a command whose output people read.
type showing struct {
	args, stdin string
	code        int
}

// showings are runs of every command, in a folder with the tables of up to four
// pieces of felli and the game game.pdn.
var showings = map[string][]showing{
	"rules": {{args: "rules"}, {args: "rules fetaix,promote=pass,men-capture=any,stalemate=draw"}},
	"moves": {{args: "moves felli start"}, {args: "moves felli-mullah W:Wa1,Kc3:Bb4,d4"}},
	"perft": {{args: "perft felli 4"}},
	"solve": {
		{args: "solve felli --pieces 4"},
		{args: "solve felli-mullah,promote=stop,stalemate=draw --dry-run"},
		{args: "solve felli-mullah,promote=stop,stalemate=draw --pieces 4"},
		{args: "solve fetaix --pieces 3"},
	},
	"verify": {{args: "verify felli"}, {args: "verify fetaix", code: 0}, {args: "verify fetaix --proof", code: 0}},
	"stats":  {{args: "stats felli"}, {args: "stats felli-mullah,promote=stop,stalemate=draw"}, {args: "stats felli m2vm1"}},
	"prove":  {{args: "prove fetaix W:WKc3,Ka1:Bb5,d5,e4 --pieces 3 --each"}},
	"query":  {{args: "query felli W:Wa1,a5:Bc3"}, {args: "query fetaix start", code: exit.NotBuilt}, {args: "query lau-kata-kati B:Wd4:B"}},
	"best":   {{args: "best felli W:Wa1,a5:Bc3"}},
	"line":   {{args: "line felli W:Wa1,a5:Bc3"}, {args: "line felli W:Wa1:Be5"}},
	"play": {
		{args: "play felli W:Wa1,a5:Bc3", stdin: "help\nwhy\nhint\nmoves\nlevel\na1-b2\nxyz\nflip\nundo\nresign\n"},
		{args: "play felli W:Wa1,a5:Bc3 --watch"},
	},
	"annotate": {{args: "annotate game.pdn --report"}, {args: "annotate game.pdn", code: 0}},
	"puzzles":  {{args: "puzzles felli"}, {args: "puzzles felli --pdn --count 1"}},
	"zugzwang": {{args: "zugzwang felli"}},
	"longest":  {{args: "longest felli"}},
	"atlas": {
		{args: "atlas felli --only chain=single"},
		{args: "atlas fetaix"},
		{args: "atlas felli --only chain=single,removal=deferred,capture=compulsory"},
	},
	"version":    {{args: "version"}},
	"help":       {{args: "--help"}, {args: "help annotate"}},
	"completion": {{args: "completion"}},
	// What these write is for programs: a log, a protocol, data, pages.
	"serve": nil, "ugi": nil, "export": nil, "import": nil, "export-site": {{args: "export-site felli site"}}, "man": nil,
}

const shownGame = `[White "A player whose name is rather long for a table"]
[Black "B"]
[Ruleset "felli"]
[FEN "W:Wa1,a5:Bc3"]

1. a1-b2 c3xa1 2. a5-b4 a1-c1 *
`

// unbreakable matches what can't be wrapped: a FEN or a digest, with at most one
// word before it, a tag of a game, and a command of an example.
var unbreakable = regexp.MustCompile(`^\s*(\S+\s+)?([WB]:W\S*:B\S*|[0-9a-f]{64})$|^\[.*"\]$|^  (felli|printf) `)

var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// Every command fits a terminal of 60 columns: its output, its progress and its
// help. In a terminal without Unicode there is none.
func TestNarrowTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("game.pdn", []byte(shownGame), 0o666); err != nil {
		t.Fatal(err)
	}
	names := []string{"solve"} // the others need its tables
	for _, c := range (&app{}).rootCommand().Commands() {
		if names = append(names, c.Name()); showings[c.Name()] == nil {
			if _, ok := showings[c.Name()]; !ok {
				t.Errorf("%s isn't shown here", c.Name())
			}
		}
	}
	locales := []string{"C.UTF-8", "C"}
	if testing.Short() {
		locales = locales[1:]
	}
	for _, locale := range locales {
		t.Run(locale, func(t *testing.T) {
			env := []string{"FELLI_DB=db", "LC_ALL=" + locale}
			for _, name := range slices.Compact(names) {
				list := append([]showing{{args: name + " --help"}}, showings[name]...)
				for _, s := range list {
					shown, code := onTerminal(t, 60, env, s.stdin, strings.Fields(s.args)...)
					if code != s.code || strings.TrimSpace(shown) == "" {
						t.Errorf("%s: exit code %d, want %d\n%s", s.args, code, s.code, shown)
					}
					checkLines(t, s.args, shown, locale == "C")
				}
			}
		})
	}
}

// checkLines finds lines that are too long, or not of ASCII. Messages, which
// may hold a command to be copied, are left to the terminal to break.
func checkLines(t *testing.T, args, shown string, ascii bool) {
	t.Helper()
	for line := range strings.FieldsFuncSeq(escapes.ReplaceAllString(shown, ""), func(r rune) bool { return r == '\n' || r == '\r' }) {
		if n := utf8.RuneCountInString(line); n > 60 && !unbreakable.MatchString(line) && !strings.HasPrefix(line, "felli: ") {
			t.Errorf("%s: %d columns: %s", args, n, line)
		}
		if ascii && len(line) != utf8.RuneCountInString(line) {
			t.Errorf("%s: not ASCII: %s", args, line)
		}
	}
}

// Colour is for terminals, and there for those who want it.
func TestColor(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"rules", "felli"}
	for _, tt := range []struct {
		env  string
		want bool
	}{{"A=b", true}, {"NO_COLOR=1", false}, {"TERM=dumb", false}} {
		if shown, _ := onTerminal(t, 80, []string{tt.env}, "", args...); escapes.MatchString(shown) != tt.want {
			t.Errorf("with %s colours are shown: %v, want %v", tt.env, !tt.want, tt.want)
		}
	}
	plain, err := felliCommand(t, args...).Output()
	if err != nil || escapes.Match(plain) {
		t.Errorf("over a pipe it writes %q, %v", plain, err)
	}
	bright, _ := onTerminal(t, 80, nil, "", args...)
	bare, _ := onTerminal(t, 80, []string{"NO_COLOR=1"}, "", args...)
	if escapes.ReplaceAllString(bright, "") != bare {
		t.Errorf("without colours something else is said:\n%s\n%s", bright, bare)
	}
}
