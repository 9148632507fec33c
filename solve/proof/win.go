package proof

import (
	"fmt"
	"maps"
	"slices"

	"felli"
)

// A winning makes a win's certificate of what a search has found: positions
// with the attacker to move, each with a move, so that every line ends in a
// won table position.
//
// The memo says which moves win, but following any of them may go round in
// circles. So positions are labelled from the tables upwards: one whose move
// leads only to labelled ones, whatever the reply, gets a label too, which is
// the number of plies to the end. First every position follows the move that
// seems shortest; if the root gets no label that way, positions without one
// try all moves known to win, and at last they are searched anew.
type winning struct {
	s       *search
	nodes   []wonNode
	byKey   map[uint64]int32
	todo    []int32
	options []option
	edges   []winEdge
}

type wonNode struct {
	pos     felli.Position
	key     uint64
	next    uint64
	bound   uint32 // plies to the end; 0: no label yet
	waiting int32  // the first of a list in edges: options that wait for the label
	wide    bool   // all moves known to win have been tried
}

// An option is a move that wins if all its replies are labelled.
type option struct {
	owner   int32
	next    uint64
	bound   uint32 // of the labelled replies so far, plies from after the move
	pending int32
}

type winEdge struct{ option, next int32 }

// win makes the certificate's choices for p, with the attacker to move, which
// a search has shown to win; nil when a limit stopped it.
func (s *search) win(roots ...felli.Position) (map[uint64]choice, error) {
	w := &winning{s: s, byKey: map[uint64]int32{}, edges: make([]winEdge, 1)}
	for _, p := range roots {
		w.node(p, s.nodeKey(p))
	}
	top := len(w.nodes)
	for range 64 {
		if err := w.explore(); err != nil || s.stopped {
			return nil, err
		}
		if w.labelled(top) {
			return w.collect(top)
		}
		if w.widen() {
			continue
		}
		w.forget()
	}
	return nil, fmt.Errorf("the moves known to win %s go round in circles", s.game.FEN(roots[0]))
}

func (w *winning) labelled(top int) bool {
	for i := range top {
		if w.nodes[i].bound == 0 {
			return false
		}
	}
	return true
}

func (w *winning) node(p felli.Position, key uint64) int32 {
	if i, ok := w.byKey[key]; ok {
		return i
	}
	i := int32(len(w.nodes))
	w.s.positions = len(w.nodes)
	w.byKey[key] = i
	w.nodes = append(w.nodes, wonNode{pos: p, key: key})
	w.todo = append(w.todo, i)
	return i
}

// explore gives every new node a first option.
func (w *winning) explore() error {
	for len(w.todo) > 0 {
		i := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.nodes[i].bound != 0 {
			continue
		}
		if w.s.interrupted() {
			w.s.stopped = true
			return nil
		}
		if err := w.first(i); err != nil || w.s.stopped {
			return err
		}
	}
	return w.s.leaves.Err()
}

// first gives a node the move that seems to win soonest.
func (w *winning) first(i int32) error {
	s := w.s
	p := w.nodes[i].pos
	for try := range 3 {
		var best *kid
		shortest := uint32(0)
		var leaf felli.Position
		for _, m := range s.game.AppendMoves(nil, p) {
			after := s.game.Play(p, m)
			if s.leaves.covers(after) {
				if s.leaves.wins(after, false) {
					if d := uint32(s.leaves.code(after)); shortest == 0 || d < shortest {
						shortest, leaf = d, after
					}
				}
				continue
			}
			key := s.nodeKey(after)
			if n, plies, ok := s.memo.get(key); ok && n.delta == 0 && (best == nil || plies < best.plies) {
				best = &kid{key: key, pos: after, plies: plies}
			}
		}
		switch {
		case shortest != 0:
			w.label(i, s.packer.Pack(leaf), shortest) // a code is 1 + DTW
			return nil
		case best != nil:
			w.try(i, best.pos)
			return nil
		case try == 2:
			return fmt.Errorf("%s was won, but no move wins it", s.game.FEN(p))
		}
		if err := w.search(p); err != nil || s.stopped {
			return err
		}
		if s.winner.key != 0 {
			w.try(i, s.winner.pos)
			return nil
		}
	}
	return nil
}

// search finds a move that wins p.
func (w *winning) search(p felli.Position) error {
	s := w.s
	n := s.run(p)
	if s.stopped || n.phi == 0 {
		return nil
	}
	// It leant on a repetition.
	s.winner = kid{}
	h, out := s.hold(p)
	switch out {
	case attackerFails:
		return fmt.Errorf("%s is won by one search, and not by a set of %d positions", s.game.FEN(p), len(h.nodes))
	case unresolved:
		s.stopped = true
	case attackerWins:
	}
	s.winner = kid{}
	return nil
}

// try gives a node the option of the move that leads to after.
func (w *winning) try(i int32, after felli.Position) {
	s := w.s
	o := int32(len(w.options))
	w.options = append(w.options, option{owner: i, next: s.packer.Pack(after)})
	for _, m := range s.game.AppendMoves(nil, after) {
		p := s.game.Play(after, m)
		if s.leaves.covers(p) {
			w.options[o].bound = max(w.options[o].bound, uint32(s.leaves.code(p)))
			continue
		}
		j := w.node(p, s.nodeKey(p))
		if b := w.nodes[j].bound; b != 0 {
			w.options[o].bound = max(w.options[o].bound, b+1)
			continue
		}
		w.options[o].pending++
		w.edges = append(w.edges, winEdge{o, w.nodes[j].waiting})
		w.nodes[j].waiting = int32(len(w.edges) - 1)
	}
	if w.options[o].pending == 0 {
		w.label(i, w.options[o].next, w.options[o].bound+1)
	}
}

// label gives a node its label, and others that waited for it.
func (w *winning) label(i int32, next uint64, bound uint32) {
	type item struct {
		node  int32
		next  uint64
		bound uint32
	}
	list := []item{{i, next, bound}}
	for len(list) > 0 {
		it := list[len(list)-1]
		list = list[:len(list)-1]
		n := &w.nodes[it.node]
		if n.bound != 0 {
			continue
		}
		n.bound, n.next = it.bound, it.next
		for e := n.waiting; e != 0; e = w.edges[e].next {
			o := &w.options[w.edges[e].option]
			o.bound = max(o.bound, n.bound+1)
			if o.pending--; o.pending == 0 {
				list = append(list, item{o.owner, o.next, o.bound + 1})
			}
		}
	}
}

// widen gives the nodes without label all moves known to win, and reports
// whether there were any new ones.
func (w *winning) widen() bool {
	s := w.s
	added := false
	for i := range int32(len(w.nodes)) {
		if w.nodes[i].bound != 0 || w.nodes[i].wide {
			continue
		}
		w.nodes[i].wide = true
		p := w.nodes[i].pos
		for _, m := range s.game.AppendMoves(nil, p) {
			after := s.game.Play(p, m)
			if s.leaves.covers(after) {
				continue
			}
			if n, _, ok := s.memo.get(s.nodeKey(after)); ok && n.delta == 0 {
				w.try(i, after)
				added = true
			}
		}
	}
	return added
}

// forget makes the memo forget what it knows of nodes without label, so that
// they are proven anew.
func (w *winning) forget() {
	s := w.s
	for i := range w.nodes {
		n := &w.nodes[i]
		if n.bound != 0 {
			continue
		}
		n.wide = false
		s.memo.put(n.key, pair{1, 1}, 0, 0)
		for _, m := range s.game.AppendMoves(nil, n.pos) {
			if after := s.game.Play(n.pos, m); !s.leaves.covers(after) {
				s.memo.put(s.nodeKey(after), pair{1, 1}, 0, 0)
			}
		}
		w.todo = append(w.todo, int32(i))
	}
}

// collect lists the choices that the first nodes need.
func (w *winning) collect(top int) (map[uint64]choice, error) {
	s := w.s
	chosen := map[uint64]choice{}
	var todo []int32
	for i := range int32(top) {
		todo = append(todo, i)
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := &w.nodes[i]
		if _, ok := chosen[n.key>>1]; ok {
			continue
		}
		chosen[n.key>>1] = choice{n.next, n.bound}
		after, ok := s.follow(n.pos, n.next)
		if !ok {
			return nil, fmt.Errorf("no move of %s leads where it should", s.game.FEN(n.pos))
		}
		if s.leaves.covers(after) {
			continue
		}
		for _, m := range s.game.AppendMoves(nil, after) {
			if p := s.game.Play(after, m); !s.leaves.covers(p) {
				todo = append(todo, w.byKey[s.nodeKey(p)])
			}
		}
	}
	return chosen, nil
}

// follow is the position with the given key that a move of p leads to.
func (s *search) follow(p felli.Position, key uint64) (felli.Position, bool) {
	for _, m := range s.game.AppendMoves(nil, p) {
		if after := s.game.Play(p, m); s.packer.Pack(after) == key {
			return after, true
		}
	}
	return felli.Position{}, false
}

func sortedKeys(chosen map[uint64]choice) []uint64 { return slices.Sorted(maps.Keys(chosen)) }
