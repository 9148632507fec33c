package play

import (
	"testing"

	"felli/index"
	"felli/internal/testgame"
	"felli/query"
)

// solved makes the tables of up to so many pieces; 0: all.
func solved(tb testing.TB, ruleset string, pieces int) (*index.Space, *query.Prober) {
	tb.Helper()
	x, tables := testgame.Solved(tb, ruleset, pieces)
	return x, query.NewProber(x, tables)
}
