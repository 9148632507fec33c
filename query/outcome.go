package query

import "felli"

// Outcome says what a move gets the player who makes it, in at most 40
// columns: "wins in 25 plies (13 moves)", "draws".
func Outcome(r felli.Result) string {
	switch r.Value {
	case felli.Win:
		return "wins in " + howLong(r)
	case felli.Loss:
		return "loses in " + howLong(r)
	case felli.Draw:
		return "draws"
	default:
		return "unknown"
	}
}

// Count is a number of things in words: "1 move", "2 moves".
func Count(n int, one, many string) string { return plural(n, one, many) }
