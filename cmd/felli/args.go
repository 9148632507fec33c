package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/internal/memory"
)

// parseGame reads RULESET.
func parseGame(text string) (*felli.Game, error) {
	r, err := felli.ParseRuleset(text)
	if err != nil {
		return nil, err
	}
	return felli.NewGame(r)
}

// A asked is a RULESET and a POSITION, with the moves played from it.
type asked struct {
	game     *felli.Game
	position felli.Position
	moves    string // the flag --moves
}

// addMoves adds the flag --moves to cmd.
func (q *asked) addMoves(cmd *cobra.Command) {
	cmd.Flags().StringVar(&q.moves, "moves", "", `moves to play from POSITION first: "c2-c3 c4xc2"`)
}

// parse reads the arguments RULESET [POSITION]; without a position it is the start.
func (q *asked) parse(args []string) error {
	var err error
	if q.game, err = parseGame(args[0]); err != nil {
		return err
	}
	text := "start"
	if len(args) > 1 {
		text = args[1]
	}
	if q.position, err = q.game.ParsePosition(text); err != nil {
		return err
	}
	q.position, _, err = q.game.PlayMoves(q.position, q.moves)
	return err
}

// beyond gives an error that the position isn't known the hint that felli prove
// finds it, if it has more pieces than tables are built for.
func (q *asked) beyond(err error) error {
	g := q.game
	if !errors.Is(err, felli.ErrNotBuilt) || g.Board.Points() <= wholeGamePoints || q.position.Occupied().Len() <= mostTablePieces {
		return err
	}
	command := "felli prove " + g.String()
	if q.position != g.Start() {
		command += " " + g.FEN(q.position)
	}
	return &hinted{err, "search for it: " + command}
}

// parseDepth reads a depth of perft.
func parseDepth(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil {
		return 0, &felli.ParseError{What: "depth", Input: text, Reason: "want a number of plies from 0 to 255"}
	}
	return int(n), nil
}

// parseSize reads a number of bytes such as 800M or 1.5G. 0 is none given.
func parseSize(text string) (uint64, error) { return memory.Parse(text) }

// parsePercent reads a share such as 1%, 1 or 0.5 (all in percent).
func parsePercent(text string) (float64, error) {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(n > 0 && n <= 100) {
		return 0, &felli.ParseError{What: "sample", Input: text, Reason: "want a percentage above 0, up to 100, such as 1%"}
	}
	return n / 100, nil
}
