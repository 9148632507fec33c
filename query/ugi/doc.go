// Package ugi speaks the Universal Game Interface, which is the Universal Chess
// Interface made neutral: match runners and boards on screens ask an [Engine]
// for moves, and ask it, as the referee, whether and how a game is over.
//
// An Engine reads and writes lines and opens tables through a function it is
// given, so it needs no process of its own. docs/ugi.md lists what it
// understands.
package ugi
