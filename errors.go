package felli

import (
	"errors"
	"fmt"
)

// The three kinds of error that callers tell apart with [errors.Is].
// Absent is never broken: a table that was not built is ErrNotBuilt, one that
// can't be trusted is ErrCorrupt.
var (
	// ErrInput marks what a person or program typed wrongly.
	ErrInput = errors.New("bad input")
	// ErrNotBuilt marks a value that no table in the store holds yet.
	ErrNotBuilt = errors.New("not built")
	// ErrCorrupt marks a damaged or foreign table or store.
	ErrCorrupt = errors.New("corrupt or foreign store")
)

// A ParseError tells what was wrong with an input text. It matches [ErrInput].
type ParseError struct {
	What   string // the kind of text: "FEN", "ruleset", "move", ...
	Input  string // the whole text
	Offset int    // byte offset of the fault in Input, in [0, len(Input)]
	Reason string // what is wrong, and what would be right
	Hint   string // a next step, or empty
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("parse %s %q: %s", e.What, e.Input, e.Reason)
}

// Is reports whether target is [ErrInput].
func (e *ParseError) Is(target error) bool { return target == ErrInput }
