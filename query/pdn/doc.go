// Package pdn reads and writes games in Portable Draughts Notation, the
// draughts players' game record, in the form of its 3.0 draft (Wesselink 2012)
// with point names and the tag Ruleset.
//
// Reading is liberal: a [Reader] takes what older programs and people write
// and goes on after a game it can't read. [Game.Replay] then plays the moves on
// a board, which finds illegal ones and gives every move its canonical text.
// Writing is strict: [Write] gives what the 3.0 grammar allows and no more, and
// a Reader reads it back.
//
// A file is read game by game, so its length doesn't matter. The package knows
// nothing of tables or values. docs/pdn.md describes the format.
package pdn
