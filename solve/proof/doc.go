// Package proof finds the value of positions that no table reaches, and proves
// it. Two questions are asked of a position, whether its side to move can
// force a win and whether its opponent can; the answers make a win, a loss or a
// draw. An answer counts only with its certificate, which package check tests
// without any of the code here.
//
// Begin with [NewLeaves], the tables with which lines end, then [NewProver],
// then [Prover.Ask].
//
// The search is depth-first proof-number search (Allis, van der Meulen and van
// den Herik, "Proof-number search", 1994; Nagai, "Df-pn algorithm for searching
// AND/OR trees and its applications", 2002) with a memo of fixed size, weak
// proof numbers (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number
// search", 2008), first numbers from mobility (Breuker, "Memory versus search in
// games", 1998) and the 1+ε trick (Pawlewicz and Lew, "Improving depth-first
// pn-search: 1+ε trick", 2007).
//
// Steps to the side and Mullahs repeat positions. On its path a search counts a
// repetition as no win. So its proofs are sound, but what it calls unwinnable
// may depend on the path: graph-history interaction (Campbell, "The
// graph-history interaction: on ignoring position history", 1985; Kishimoto and
// Müller, "A general solution to the graph history interaction problem", 2004).
// It is therefore taken as a hint only, from which a closed set of positions is
// made and repaired until it is one (hold.go). And the moves of a proof, taken
// one by one from the memo, may go round in circles, so a win's certificate is
// labelled from the tables upwards (win.go).
package proof
