package proof

import (
	"math/bits"

	"felli"
	"felli/solve/proof/check"
)

// epsilon is the inverse of the share by which a kid may exceed the second
// best before the search turns to that one (the 1+ε trick, Pawlewicz and Lew
// 2007). Of 1/2, 1/4 and 1/8 the last took the fewest nodes from Fetaix
// positions of 11 pieces.
const epsilon = 8

// A search asks whether one side, the attacker, can force a win.
type search struct {
	game     *felli.Game
	packer   *check.Packer
	leaves   *Leaves
	memo     *memo
	attacker felli.Side
	done     <-chan struct{} // closed when there is no more time; may be nil
	stop     func() bool     // asked now and then whether there is another reason; may be nil

	nodes    uint64
	stopped  bool
	path     []step
	kids     []kid // of all nodes on the path, one behind the other
	moves    []felli.Move
	repaired int // positions withdrawn from a closed set
	winner   kid // the kid that settled the last root, if one did

	top        felli.Position // what is asked about
	root       pair           // its numbers
	open       []kid          // those of its kids that aren't settled
	certifying bool           // the answer is found
	positions  int            // looked at for the certificate
}

// A step is a node on the way from the root.
type step struct {
	key   uint64
	since int // the first step that play can still come back to
}

// A kid is a node that a move leads to.
type kid struct {
	pair
	plies number
	lasts bool // the move can't be taken back: no position before it returns
	key   uint64
	pos   felli.Position
}

// nodeKey is the key of a position together with the question asked of it.
func (s *search) nodeKey(p felli.Position) uint64 {
	key := s.packer.Pack(p) << 1
	if p.ToMove == s.attacker {
		key |= 1
	}
	return key
}

// run searches from p until it is settled or the search is stopped.
func (s *search) run(p felli.Position) pair {
	s.path, s.kids, s.winner = s.path[:0], s.kids[:0], kid{}
	return s.visit(p, s.nodeKey(p), pair{never, never}, 0)
}

// late reports whether there is no more time. It is asked at every node: one
// takes a microsecond, or many milliseconds where the memo is touched for the
// first time.
func (s *search) late() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// interrupted reports whether the search is to stop.
func (s *search) interrupted() bool {
	if !s.stopped && (s.late() || s.stop != nil && s.stop()) {
		s.stopped = true
	}
	return s.stopped
}

// visit works on a node until one of its numbers reaches the limit.
func (s *search) visit(p felli.Position, key uint64, limit pair, since int) pair {
	begin := s.nodes
	s.nodes++
	if s.late() || s.nodes&1023 == 0 {
		s.interrupted()
	}
	base := len(s.kids)
	s.path = append(s.path, step{key, since})
	n, plies := s.expand(p, base)
	for !n.settled() && !s.stopped {
		kids := s.kids[base:]
		best, second := weigh(kids, &n)
		if len(s.path) == 1 && !s.certifying {
			s.root = n
			s.open = append(s.open[:0], kids...)
		}
		if n.settled() || n.phi >= limit.phi || n.delta >= limit.delta {
			break
		}
		k := &kids[best]
		others := number(len(kids) - 1)
		next := pair{phi: min(limit.delta, never) - min(others, limit.delta), delta: min(limit.phi, second+second/epsilon+1)}
		next.phi = min(next.phi, never)
		at := since
		if k.lasts {
			at = len(s.path)
		}
		r := s.visit(k.pos, k.key, next, at)
		kids = s.kids[base:]
		k = &kids[best]
		k.pair = r
		if r.settled() {
			_, k.plies, _ = s.memo.get(k.key)
		}
		switch {
		case r.delta == 0:
			n, plies = achieved, k.plies+1
			if len(s.path) == 1 {
				s.winner = *k
			}
		case r.phi == 0:
			plies = max(plies, k.plies+1)
			kids[best] = kids[len(kids)-1]
			s.kids = s.kids[:len(s.kids)-1]
			if len(kids) == 1 {
				n = denied
			}
		}
	}
	s.kids = s.kids[:base]
	s.path = s.path[:len(s.path)-1]
	s.memo.put(key, n, plies, uint64(bits.Len64(s.nodes-begin)))
	return n
}

// weigh works out the numbers of a node from its kids, all unsettled. It
// returns the kid to go on with and the second best delta. Its delta is the
// largest of the kids' and one for each other, not their sum, which counts
// again and again what several moves lead to (weak proof numbers, Ueda,
// Hashimoto, Hashimoto and Iida 2008).
func weigh(kids []kid, n *pair) (best int, second number) {
	phi, delta := never, number(0)
	second = never
	for i := range kids {
		k := &kids[i]
		if k.delta < phi {
			second, phi, best = phi, k.delta, i
		} else if k.delta < second {
			second = k.delta
		}
		delta = max(delta, k.phi)
	}
	n.phi, n.delta = phi, min(most, delta+number(len(kids)-1))
	return best, second
}

// expand lists the kids of the node at the end of the path, without those that
// are of no use to its side to move, unless they settle it.
func (s *search) expand(p felli.Position, base int) (n pair, plies number) {
	g := s.game
	s.moves = g.AppendMoves(s.moves[:0], p)
	attacks := p.ToMove == s.attacker
	if len(s.moves) == 0 {
		if attacks || g.Stalemate == felli.StalemateLoss {
			return denied, 1
		}
		return achieved, 1
	}
	depth := len(s.path)
	for _, m := range s.moves {
		after := g.Play(p, m)
		if s.leaves.covers(after) {
			if s.leaves.wins(after, after.ToMove == s.attacker) == attacks {
				return achieved, 1
			}
			plies = max(plies, 1)
			continue
		}
		k := kid{key: s.nodeKey(after), pos: after, lasts: s.lasts(p, m)}
		if !k.lasts && s.repeats(k.key, depth) {
			if !attacks {
				return achieved, 1
			}
			continue
		}
		s.kids = append(s.kids, k)
	}
	kids := s.kids[base:]
	s.memo.fetch(kids)
	left := 0
	for i := range kids {
		k := &kids[i]
		var ok bool
		if k.pair, k.plies, ok = s.memo.get(k.key); !ok {
			k.pair = s.guess(k.pos)
		}
		switch {
		case k.delta == 0:
			if depth == 1 {
				s.winner = *k
			}
			return achieved, k.plies + 1
		case k.phi == 0:
			plies = max(plies, k.plies+1)
		default:
			kids[left] = *k
			left++
		}
	}
	s.kids = s.kids[:base+left]
	if left == 0 {
		return denied, plies
	}
	return pair{1, 1}, plies
}

// lasts reports whether m in p can't be taken back.
func (s *search) lasts(p felli.Position, m felli.Move) bool {
	if m.Captured != 0 || m.Promotes {
		return true
	}
	if s.game.MenMove != felli.MenForward || !p.Men[p.ToMove].Has(m.From) {
		return false
	}
	_, from := s.game.Board.Place(m.From)
	_, to := s.game.Board.Place(m.To)
	return from != to
}

// repeats reports whether the node is on the path already.
func (s *search) repeats(key uint64, depth int) bool {
	since := s.path[depth-1].since
	for i := depth - 2; i >= since; i -= 2 {
		if s.path[i].key == key {
			return true
		}
	}
	return false
}

// guess gives a new node its first numbers: the side not to move has as much
// to refute as there are moves (df-pn with mobility, Breuker 1998).
func (s *search) guess(p felli.Position) pair {
	var room [48]felli.Move
	return pair{1, 1 + number(len(s.game.AppendMoves(room[:0], p)))}
}
