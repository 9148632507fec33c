package main

import (
	"errors"
	"fmt"
	"strings"

	"felli"
	"felli/store"
)

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
