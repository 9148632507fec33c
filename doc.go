// Package felli holds the games: boards, rulesets, positions, moves, un-moves
// and notation of Felli, Fetaix and their relatives. It knows nothing of
// tables, files or commands.
//
// Start with [ParseRuleset], compile it with [NewGame], read a position with
// [Game.ParseFEN] (or take [Game.Start]), and ask the game for [Game.Moves],
// [Game.Play] and [Game.Predecessors]. A [Game] never changes after NewGame
// and may be used by any number of goroutines at once.
//
// The rules, and where each comes from, are written out in docs/rules.md.
package felli
