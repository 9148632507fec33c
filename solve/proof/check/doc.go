// Package check holds proof certificates: what they say, how they are written
// to bytes ([Certificate.Append], [Decode]), and the test of whether one is
// right ([Check]).
//
// A certificate claims something of one position, its root, that no table
// holds, and gives the claim's holder (the player it speaks for) a move in
// every position that the holder can be brought to. The test generates all
// moves itself and asks tables for values; it shares nothing with the search
// that found the certificate, and needn't trust it.
//
// The format is described in docs/proof.md.
package check
