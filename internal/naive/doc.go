// Package naive is a second, slow implementation of the games, written from
// the rules alone. It exists for tests: whatever the fast move generator, the
// index and the solver say is compared with what this package says, and it
// shares no code with them. Of the root package it uses the types, the boards'
// geometry and the notation, nothing else.
//
// Call [New] for a ruleset, then [Rules.Moves] for the moves of a position;
// [Solve] values every position with few pieces by going over all of them
// again and again. [RandomRuleset] draws option combinations to test with.
//
// It is plain on purpose: a position is an array of pieces by point, a chain
// is a recursion that copies the array, nothing is incremental. A position
// takes some microseconds, a table of three pieces on 25 points a second or
// two; four pieces are the most that is reasonable.
package naive
