// Package study finds positions worth looking at in finished tables: puzzles
// ([Puzzles]), in which one move alone wins; mutual zugzwangs ([Zugzwangs]),
// which whoever is to move would rather not be; and the longest wins and
// losses ([Longest]). [Rows] gives all positions, for export.
//
// Tables are read slice by slice, one pair at a time in memory. Of positions
// that a symmetry of the board makes one of another only one is given. Where
// there are more than asked for, a sample is taken: by a hash of the place and
// a seed, so the same one each time and on any machine.
package study
