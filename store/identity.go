package store

import (
	"encoding/hex"

	"felli"
)

// Identity is the text that tells a game from all others: its board and all
// its options, but not its name. Two rulesets are one game, and share their
// tables, exactly if it is the same.
func Identity(r felli.Ruleset) string { return recordOf(r).text() }

// RulesetID is a short name made from [Identity], 16 hexadecimal digits: for
// file names and the like. What carries it should hold the identity too.
func RulesetID(r felli.Ruleset) string {
	id := idOf(r)
	return hex.EncodeToString(id[:])
}
