// Package annotate tells what the moves of a game were worth: [Game] values
// every move of a replayed game and finds the mistakes, [Report.Annotate]
// writes that into the game as comments, and [Report.Chart] and [Report.SVG]
// draw the game's course.
//
// It reads values through package query and games through package pdn, and
// knows nothing of files or terminals.
package annotate
