// Package testgame sets the table for tests of other packages: a ruleset by its
// name, positions by their FEN, small games solved in memory.
//
// It stands on the solver, so the tests of the solver and of what the solver
// needs can't use it from inside their packages.
package testgame

import (
	"context"
	"math/rand/v2"
	"testing"

	"felli"
	"felli/index"
	"felli/solve"
)

// Game is the game of a ruleset such as "felli,stalemate=draw".
func Game(tb testing.TB, ruleset string) *felli.Game {
	tb.Helper()
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := felli.NewGame(r)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// Space numbers the positions of a ruleset.
func Space(tb testing.TB, ruleset string) *index.Space {
	tb.Helper()
	return index.NewSpace(Game(tb, ruleset))
}

// Position reads a FEN or the word start.
func Position(tb testing.TB, g *felli.Game, text string) felli.Position {
	tb.Helper()
	p, err := g.ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// Solved makes the tables of up to so many pieces in all; 0: of all.
func Solved(tb testing.TB, ruleset string, pieces int) (*index.Space, *index.Memory) {
	tb.Helper()
	x := Space(tb, ruleset)
	m := index.NewMemory(x.Game().Ruleset)
	if _, err := solve.Run(context.Background(), x, m, solve.Options{Pieces: pieces}); err != nil {
		tb.Fatal(err)
	}
	return x, m
}

// Somewhere is a random position of up to so many pieces (0: any number), each
// slice being as likely as another, with either side to move.
func Somewhere(x *index.Space, pieces int, rng *rand.Rand) felli.Position {
	list := x.Slices(pieces)
	s := list[rng.IntN(len(list))]
	p := x.Unrank(s, rng.Uint64N(x.Size(s)))
	if rng.IntN(2) == 0 {
		p = x.Game().Rotate(p)
	}
	return p
}
