package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"felli"
	"felli/query"
	"felli/query/play"
)

// An Opener opens the tables of a ruleset in a store: the default one when
// store is empty. With an error there may still be a prober, which answers what
// the rules decide; if there is one, close must be called.
type Opener func(r felli.Ruleset, store string) (pr *query.Prober, close func(), err error)

// An Engine is one conversation. Make it with [New].
type Engine struct {
	Version string // as it is told to the other side
	open    Opener
	ruleset felli.Ruleset
	store   string
	level   play.Level
	seed    uint64
	repeats int

	out    *bufio.Writer
	rand   *rand.Rand
	prober *query.Prober // nil: the tables aren't open
	close  func()
	game   *felli.Game
	table  *play.Table // nil: the last position wasn't understood
}

// New prepares a conversation about a ruleset, which the other side may change.
func New(r felli.Ruleset, store string, open Opener) *Engine {
	return &Engine{open: open, ruleset: r, store: store, seed: 1, repeats: play.Repetitions}
}

// Run obeys the lines of in until "quit", the end of in or of ctx. Every answer
// is flushed at once. Its errors are those of reading and writing and of ctx;
// whatever else goes wrong is told as a line "info string error: …".
func (e *Engine) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	e.out = bufio.NewWriter(out)
	defer e.shut()
	e.restart()
	lines := make(chan string)
	failed := make(chan error, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			text, err := r.ReadString('\n')
			if text != "" {
				select {
				case lines <- text:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					failed <- err
				}
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case text, ok := <-lines:
			if !ok {
				select {
				case err := <-failed:
					return err
				default:
					return nil
				}
			}
			if quit := e.obey(strings.Fields(text)); quit {
				return e.out.Flush()
			}
			if err := e.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// obey does what a line says; words it doesn't know are passed over, as the
// protocol asks.
func (e *Engine) obey(words []string) (quit bool) {
	if len(words) == 0 {
		return false
	}
	var err error
	switch rest := words[1:]; words[0] {
	case "ugi":
		e.introduce()
	case "isready":
		if err := e.ready(); err != nil {
			e.complain(err)
		}
		e.say("readyok")
	case "uginewgame":
		e.restart()
	case "setoption":
		err = e.setOption(rest)
	case "position":
		err = e.position(rest)
	case "go":
		err = e.search()
	case "query":
		err = e.query(rest)
	case "stop": // an answer takes no time that could be cut short
	case "quit":
		return true
	default:
		e.say("info string unknown command %q", words[0])
	}
	if err != nil {
		e.complain(err)
	}
	return false
}

func (e *Engine) say(format string, args ...any) {
	fmt.Fprintf(e.out, format, args...)
	_ = e.out.WriteByte('\n') // the error is met when the line is flushed
}

// complain tells an error in one line.
func (e *Engine) complain(err error) {
	e.say("info string error: %s", strings.Join(strings.Fields(err.Error()), " "))
}

func (e *Engine) introduce() {
	e.say("id name felli %s", e.Version)
	e.say("id author the felli authors")
	for _, o := range options() {
		e.say("option name %s type %s default %s%s", o.name, o.kind, orEmpty(o.value(e)), o.more)
	}
	e.say("ugiok")
}

func orEmpty(text string) string {
	if text == "" {
		return "<empty>"
	}
	return text
}

// shut closes the tables.
func (e *Engine) shut() {
	if e.close != nil {
		e.close()
	}
	e.prober, e.close = nil, nil
}

// ready opens the tables if they aren't open.
func (e *Engine) ready() error {
	if e.prober != nil {
		return nil
	}
	var err error
	e.prober, e.close, err = e.open(e.ruleset, e.store)
	return err
}

// restart forgets the game: the start is on the board.
func (e *Engine) restart() {
	e.rand = rand.New(rand.NewPCG(e.seed, 0))
	g, err := felli.NewGame(e.ruleset)
	if err != nil { // no ruleset that was parsed
		e.complain(err)
		return
	}
	e.game = g
	e.newTable(g.Start())
}

func (e *Engine) newTable(p felli.Position) {
	e.table = play.NewTable(e.game, p)
	e.table.Repetitions = e.repeats
}
