// Package index says which positions of a game exist and where each one sits:
// slices by material, their order and dependencies, and a dense numbering of
// the positions of a slice, from position to index ([Space.Rank]) and back
// ([Space.Unrank]), with fast enumeration in index order ([Space.Scan]).
//
// # How positions are numbered
//
// A slice and its twin share one [Layout]. It looks at the board from the side
// with more pieces, the major side (on a tie the one with more Mullahs), whoever
// is to move, so that a move keeps the frame in which both slices are numbered.
// An index runs, from slow to fast, through
//
//  1. the set of points the major side stands on, up to symmetry,
//  2. the set of points the minor side stands on, among those left,
//  3. which of the major side's pieces are Mullahs,
//  4. which of the minor side's are.
//
// Positions that differ only in what their pieces are lie next to each other,
// and what a move does to the sets is the same for all of them: a solver works
// out the geometry once and applies it to the whole block. Sets are ranked in
// colexicographic order (Knuth, TAOCP 4A, 7.2.1.3). Where men can't stand on
// promotion points, the pieces there are Mullahs and the block shrinks; no
// index is ever without a position.
//
// Folding by symmetry uses the major side's set alone: it is stored in its
// smallest image, and positions on a set that is its own image stay apart. That
// leaves a few positions twice (with the same value) but every index has its
// position and ranking needs no search.
//
// The package knows nothing of values, solving or files.
package index
