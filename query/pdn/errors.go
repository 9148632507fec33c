package pdn

import (
	"errors"
	"fmt"
	"strings"

	"felli"
)

// A GameError tells what is wrong with one game of a file; others can still be
// read. It matches [felli.ErrInput].
type GameError struct {
	Game     int // its number in the file, from 1
	FileLine int // of the fault
	Players  string
	Ply      int        // of the move, from 1; 0 when it is no move
	Side     felli.Side // who makes it
	Move     string     // as it was written
	Legal    []string   // the moves that would have been legal, in alphabetical order
	Err      error      // what is wrong
}

func (e *GameError) Error() string {
	where := fmt.Sprintf("game %d (%s), line %d", e.Game, e.Players, e.FileLine)
	if e.Ply > 0 {
		where += fmt.Sprintf(", ply %d, %s: %q", e.Ply, e.Side, e.Move)
	}
	text := where + ": " + reason(e.Err)
	if list := "legal moves: "; len(e.Legal) > 0 && !strings.Contains(text, list) {
		text += "; " + list + strings.Join(e.Legal, " ")
	}
	return text
}

// reason is what a parse error says beyond the text it speaks of.
func reason(err error) string {
	var parse *felli.ParseError
	if errors.As(err, &parse) && (parse.What == "move" || parse.What == "game") {
		return parse.Reason
	}
	return err.Error()
}

func (e *GameError) Unwrap() error { return e.Err }

// Is reports whether target is [felli.ErrInput].
func (e *GameError) Is(target error) bool { return target == felli.ErrInput }

func (x *Game) fault(err error) *GameError {
	return &GameError{Game: x.Number, FileLine: x.FileLine, Players: x.players(), Err: err}
}

func (x *Game) players() string { return x.Player(felli.White) + " - " + x.Player(felli.Black) }
