package proof

import (
	"felli"
	"felli/solve/proof/check"
)

// A holding tries to make a closed set: positions in which the attacker's
// opponent, the defender, has a move that stays in the set or reaches a table
// position not lost for it, whatever the attacker does. That set alone shows
// that the attacker can't force a win; cycles do no harm in it.
//
// What a search calls denied is only a hint here, as it may lean on a
// repetition that another path doesn't have (graph-history interaction,
// Campbell 1985). A position of the set that turns out to be won is withdrawn,
// the positions that relied on it choose again or are withdrawn too, and only
// positions without any hint are searched. What is withdrawn is really won: a
// search's proofs never lean on repetitions.
type holding struct {
	s     *search
	nodes []heldNode
	byKey map[uint64]int32
	todo  []int32 // to be looked at
	edges []holdEdge
	fails []int32

	withdrawn int
}

type heldNode struct {
	key     uint64
	pos     felli.Position
	next    uint64 // the defender's choice, a packed position
	parents int32  // the first of a list in edges; 0: none
	choice  int32  // the node of next, or -1 if tables know it
	plies   number
	lost    bool // withdrawn: the attacker wins it
	stuck   bool // the defender has no move, a draw
}

type holdEdge struct{ parent, next int32 }

// outcome is how a question ended.
type outcome uint8

const (
	unresolved outcome = iota
	attackerWins
	attackerFails
)

// hold asks whether the attacker fails to win from p, and says so only with a
// closed set, which collect then turns into a certificate.
func (s *search) hold(p felli.Position) (*holding, outcome) {
	h := &holding{s: s, byKey: map[uint64]int32{}, edges: make([]holdEdge, 1)}
	root := h.node(p, s.nodeKey(p))
	for len(h.todo) > 0 {
		i := h.todo[len(h.todo)-1]
		h.todo = h.todo[:len(h.todo)-1]
		if !h.nodes[i].lost && !h.look(i) {
			return h, unresolved
		}
		if h.nodes[root].lost {
			return h, attackerWins
		}
	}
	return h, attackerFails
}

// node is the number of a node, which is new if it hasn't been in the set.
func (h *holding) node(p felli.Position, key uint64) int32 {
	if i, ok := h.byKey[key]; ok {
		return i
	}
	i := int32(len(h.nodes))
	h.s.positions = len(h.nodes)
	h.byKey[key] = i
	h.nodes = append(h.nodes, heldNode{key: key, pos: p, choice: -1})
	h.todo = append(h.todo, i)
	return i
}

// rely notes that parent is right only as long as node i isn't withdrawn.
func (h *holding) rely(parent, i int32) {
	h.edges = append(h.edges, holdEdge{parent, h.nodes[i].parents})
	h.nodes[i].parents = int32(len(h.edges) - 1)
}

// look makes sure that a node has what it needs; it reports false when a
// limit stopped it.
func (h *holding) look(i int32) bool {
	s := h.s
	p := h.nodes[i].pos
	if s.interrupted() {
		return false
	}
	if s.leaves.covers(p) {
		if s.leaves.wins(p, p.ToMove == s.attacker) {
			h.withdraw(i, 0)
		}
		return s.leaves.Err() == nil
	}
	if p.ToMove != s.attacker {
		return h.choose(i)
	}
	moves := s.game.AppendMoves(nil, p)
	// Whatever refutes the node is cheaper to find before its kids join the set.
	for _, m := range moves {
		after := s.game.Play(p, m)
		if s.leaves.covers(after) {
			if s.leaves.wins(after, false) {
				h.withdraw(i, 1)
				return true
			}
			continue
		}
		if j, ok := h.byKey[s.nodeKey(after)]; ok && h.nodes[j].lost {
			h.withdraw(i, h.nodes[j].plies+1)
			return true
		}
		if n, plies, ok := s.memo.get(s.nodeKey(after)); ok && n.delta == 0 {
			h.withdraw(i, plies+1)
			return true
		}
	}
	for _, m := range moves {
		after := s.game.Play(p, m)
		if !s.leaves.covers(after) {
			h.rely(i, h.node(after, s.nodeKey(after)))
		}
	}
	return true
}

// choose gives the defender a move in node i, or withdraws it.
func (h *holding) choose(i int32) bool {
	s := h.s
	p := h.nodes[i].pos
	moves := s.game.AppendMoves(nil, p)
	if len(moves) == 0 {
		if s.game.Stalemate == felli.StalemateLoss {
			h.withdraw(i, 0)
		}
		h.nodes[i].stuck = true
		return true
	}
	for range 8 {
		open := h.pick(i, p, moves)
		if !open {
			return true
		}
		n := s.run(p)
		switch {
		case n.delta == 0:
			_, plies, _ := s.memo.get(h.nodes[i].key)
			h.withdraw(i, plies)
			return true
		case n.phi != 0:
			return false
		}
		if j, ok := h.byKey[s.winner.key]; (!ok || !h.nodes[j].lost) && s.winner.key != 0 {
			h.pickNode(i, s.winner.pos, s.winner.key)
			return true
		}
	}
	return false
}

// pick gives the defender the best move known to hold, withdraws the node if
// none does, and reports true if that is open.
func (h *holding) pick(i int32, p felli.Position, moves []felli.Move) (open bool) {
	s := h.s
	var hinted *kid
	plies := number(0)
	for _, m := range moves {
		after := s.game.Play(p, m)
		if s.leaves.covers(after) {
			if !s.leaves.wins(after, true) {
				h.nodes[i].choice, h.nodes[i].next = -1, s.packer.Pack(after)
				return false
			}
			continue
		}
		key := s.nodeKey(after)
		if j, ok := h.byKey[key]; ok {
			if !h.nodes[j].lost {
				h.pickNode(i, after, key)
				return false
			}
			plies = max(plies, h.nodes[j].plies)
			continue
		}
		n, far, ok := s.memo.get(key)
		switch {
		case ok && n.phi == 0:
			plies = max(plies, far)
		case ok && n.delta == 0:
			if hinted == nil || far < hinted.plies {
				hinted = &kid{key: key, pos: after, plies: far}
			}
		default:
			open = true
		}
	}
	switch {
	case hinted != nil:
		h.pickNode(i, hinted.pos, hinted.key)
		return false
	case !open:
		h.withdraw(i, plies+1)
	}
	return open
}

func (h *holding) pickNode(i int32, after felli.Position, key uint64) {
	j := h.node(after, key)
	h.nodes[i].choice, h.nodes[i].next = j, h.s.packer.Pack(after)
	h.rely(i, j)
}

// withdraw takes a node that the attacker wins out of the set, and whatever
// can't do without it.
func (h *holding) withdraw(i int32, plies number) {
	h.lose(i, plies)
	for len(h.fails) > 0 {
		j := h.fails[len(h.fails)-1]
		h.fails = h.fails[:len(h.fails)-1]
		for e := h.nodes[j].parents; e != 0; e = h.edges[e].next {
			parent := h.edges[e].parent
			n := &h.nodes[parent]
			switch {
			case n.lost:
			case n.pos.ToMove == h.s.attacker:
				h.lose(parent, h.nodes[j].plies+1)
			case n.choice == j:
				n.choice = -1
				h.todo = append(h.todo, parent)
			}
		}
	}
}

func (h *holding) lose(i int32, plies number) {
	n := &h.nodes[i]
	if n.lost {
		return
	}
	n.lost, n.plies = true, plies
	h.withdrawn++
	result := denied
	if n.pos.ToMove == h.s.attacker {
		result = achieved
	}
	h.s.memo.put(n.key, result, plies, kept)
	h.fails = append(h.fails, i)
}

// collect lists the defender's choices that the root needs.
func (h *holding) collect() map[uint64]choice {
	s := h.s
	chosen := map[uint64]choice{}
	seen := make([]bool, len(h.nodes))
	todo := []int32{0}
	seen[0] = true
	visit := func(j int32) {
		if !seen[j] {
			seen[j] = true
			todo = append(todo, j)
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := &h.nodes[i]
		if n.stuck || s.leaves.covers(n.pos) {
			continue
		}
		if n.pos.ToMove != s.attacker {
			chosen[n.key>>1] = choice{next: n.next}
			if n.choice >= 0 {
				visit(n.choice)
			}
			continue
		}
		for _, m := range s.game.AppendMoves(nil, n.pos) {
			if after := s.game.Play(n.pos, m); !s.leaves.covers(after) {
				visit(h.byKey[s.nodeKey(after)])
			}
		}
	}
	return chosen
}

// A choice is the holder's move in a position: where it leads, as a packed
// position, and for a win the plies it takes at most.
type choice struct {
	next  uint64
	bound uint32
}

// certify writes choices as a certificate.
func (s *search) certify(root felli.Position, claim check.Claim, chosen map[uint64]choice) (*check.Certificate, error) {
	c := &check.Certificate{
		Game: s.game, Root: root, Claim: claim, Pieces: s.leaves.pieces, Digest: s.leaves.digest,
		Keys: sortedKeys(chosen),
	}
	var moves []felli.Move
	for _, key := range c.Keys {
		p, err := s.packer.Unpack(key)
		if err != nil {
			return nil, err
		}
		moves = check.SortedMoves(s.game, moves[:0], p)
		number := 0
		for number < len(moves) && s.packer.Pack(s.game.Play(p, moves[number])) != chosen[key].next {
			number++
		}
		c.Moves = append(c.Moves, uint16(number))
		if claim.Wins() {
			c.Bounds = append(c.Bounds, chosen[key].bound)
		}
	}
	return c, nil
}
