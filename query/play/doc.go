// Package play plays games with the tables: a [Level] picks a move as well, or
// as badly, as is wanted, a [Table] keeps a game with its history and knows when
// it is over, and a [Session] is a game against a person who types.
//
// A Session reads and writes lines and knows nothing of terminals, so it works
// over a pipe as well.
package play
