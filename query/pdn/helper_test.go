package pdn

import (
	"errors"
	"io"
	"strings"
	"testing"

	"felli/internal/testgame"

	"felli"
)

// readAll reads and replays every game of a text; games that fail are errors.
func readAll(tb testing.TB, text string) (games []*Game, errs []error) {
	tb.Helper()
	felliGame := testgame.Game(tb, "felli").Ruleset
	r := NewReader(strings.NewReader(text))
	for {
		x, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, errs
		}
		if err == nil {
			err = replay(x, &felliGame)
		}
		var bad *GameError
		switch {
		case errors.As(err, &bad), errors.Is(err, errUTF16):
			errs = append(errs, err)
			if bad == nil {
				return games, errs
			}
		case err != nil:
			tb.Fatal(err)
		default:
			games = append(games, x)
		}
	}
}

func replay(x *Game, fallback *felli.Ruleset) error {
	r, err := x.Ruleset(fallback)
	if err != nil {
		return err
	}
	g, err := felli.NewGame(r)
	if err != nil {
		return err
	}
	return x.Replay(g)
}

// texts are the moves of a game as they are printed.
func texts(m *Moves) string {
	var list []string
	for i := range m.Plies {
		list = append(list, m.Plies[i].Text)
	}
	return strings.Join(list, " ")
}
