package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/store"
)

// The exit codes.
const (
	exitDone        = 0
	exitOther       = 1
	exitInput       = 2
	exitNotBuilt    = 3
	exitCorrupt     = 4
	exitInterrupted = 130
)

// A usageError is a command line that can't be understood.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string        { return e.err.Error() }
func (e *usageError) Unwrap() error        { return e.err }
func (e *usageError) Is(target error) bool { return target == felli.ErrInput }

// A hinted error has a next step to offer.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }

// usage wraps an error in how cmd is called.
func usage(cmd *cobra.Command, err error) error {
	return &usageError{err, "usage: " + cmd.UseLine()}
}

func unknownCommand(cmd *cobra.Command, name string) error {
	err := &usageError{fmt.Errorf("unknown command %q", name), "felli --help lists the commands"}
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		err.hint = fmt.Sprintf("did you mean %q? felli --help lists the commands", near[0])
	}
	return err
}

// checkArgs makes a wrong number of arguments a usage error.
func checkArgs(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usage(cmd, err)
			}
			return nil
		}
	}
}

// exitCode tells the kind of an error.
func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, felli.ErrInput):
		return exitInput
	case errors.Is(err, felli.ErrNotBuilt):
		return exitNotBuilt
	case errors.Is(err, felli.ErrCorrupt):
		return exitCorrupt
	default:
		return exitOther
	}
}

// report prints an error, its hint and returns its exit code.
func (a *app) report(ctx context.Context, err error) int {
	code := exitCode(ctx, err)
	if err == nil {
		return code
	}
	message := err.Error()
	if code == exitInterrupted && message == context.Canceled.Error() {
		message = "interrupted"
	}
	fmt.Fprintf(a.stderr, "felli: error: %s\n", message)
	a.hint(hintFor(err))
	return code
}

// hint prints a next step; each line of it begins alike.
func (a *app) hint(text string) {
	if text == "" {
		return
	}
	for line := range strings.Lines(text) {
		fmt.Fprintf(a.stderr, "felli: hint: %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// hintFor is the next step after an error, or empty.
func hintFor(err error) string {
	var (
		parse   *felli.ParseError
		use     *usageError
		hint    *hinted
		slice   *store.MissingSliceError
		ruleset *store.MissingRulesetError
		busy    *store.BusyError
		full    *store.FullDiskError
	)
	switch {
	case errors.As(err, &hint):
		return hint.hint
	case errors.As(err, &parse):
		return parse.Hint
	case errors.As(err, &use):
		return use.hint
	case errors.As(err, &slice) && slice.Ruleset.Board.Points() > wholeGamePoints && slice.Slice.Pieces() > mostTablePieces:
		return fmt.Sprintf("search for it: felli prove %s POSITION, or felli query --prove", slice.Ruleset)
	case errors.As(err, &slice):
		return "build it first: " + solveFor(slice.Ruleset, slice.Slice.Pieces())
	case errors.As(err, &ruleset):
		return "build it first: " + solveFor(ruleset.Ruleset, 0)
	case errors.As(err, &busy):
		return "wait for it to end; queries work meanwhile"
	case errors.As(err, &full):
		return "free some space, or use another disk with --db; the same command then goes on"
	}
	return ""
}

// mostTablePieces is the most pieces that tables of larger boards are built for.
const mostTablePieces = 7

// wholeGamePoints is the largest board whose games are solved outright.
const wholeGamePoints = 19

// solveFor is the command that builds all tables of r with that many pieces;
// 0 stands for as many as one would begin with.
func solveFor(r felli.Ruleset, pieces int) string {
	command := "felli solve " + r.String()
	if r.Board.Points() > wholeGamePoints {
		if pieces == 0 {
			pieces = 5
		}
		command += fmt.Sprintf(" --pieces %d", pieces)
	}
	return command
}
