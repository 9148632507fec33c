package cluster

import (
	"felli/index"
	"felli/solve"
)

// A Graph says which jobs a build has and which need which. It is a pure
// function of the ruleset and the number of pieces.
//
// A job is a pair of slices, named by the one whose major side is to move. A
// finer cut, such as parts of a pair by how many men stand on each row, would be
// more jobs of this kind: nothing here or in the workflows knows more of a job
// than its name and what it needs.
type Graph struct {
	Pairs []index.Slice // in an order in which they can be solved one by one
	Needs [][]int       // by pair: the pairs it reads, by number
	place map[index.Slice]int
}

// NewGraph is the graph of all tables with up to so many pieces in all; 0 means
// all there are.
func NewGraph(x *index.Space, pieces int) *Graph {
	g := &Graph{place: map[index.Slice]int{}}
	for _, s := range x.Slices(pieces) {
		if s.MajorToMove() {
			g.place[s] = len(g.Pairs)
			g.Pairs = append(g.Pairs, s)
		}
	}
	g.Needs = make([][]int, len(g.Pairs))
	for i, s := range g.Pairs {
		seen := map[int]bool{}
		for _, d := range solve.Needs(x, s) {
			if n, ok := g.Number(d); ok && !seen[n] {
				seen[n] = true
				g.Needs[i] = append(g.Needs[i], n)
			}
		}
	}
	return g
}

// Number is the number of the pair that a slice belongs to.
func (g *Graph) Number(s index.Slice) (n int, ok bool) {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	n, ok = g.place[s]
	return n, ok
}

// withTwin are the slices of a pair.
func withTwin(s index.Slice) []index.Slice {
	if t := s.Twin(); t != s {
		return []index.Slice{s, t}
	}
	return []index.Slice{s}
}
