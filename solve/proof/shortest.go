package proof

import (
	"context"

	"felli"
	"felli/solve/proof/check"
)

// Shortest looks for the distance of a position that c proves won or lost: it
// asks for a win in 1, 2, 3… plies until there is one. proven is false when ctx
// or the limit of nodes ended it before; plies is then the bound that c gives.
func (pr *Prover) Shortest(ctx context.Context, c *check.Certificate) (plies felli.Plies, proven bool) {
	attacker := c.Root.ToMove
	if c.Claim == check.Loss {
		attacker = attacker.Other()
	}
	s := pr.search(ctx, attacker, c.Claim)
	h := &shortest{s: s, c: c, spans: map[uint64]span{}}
	bound := h.bound(c.Root)
	for n := 1; n < bound; n++ {
		if (n&1 == 1) != (c.Claim == check.Win) {
			continue
		}
		wins := h.wins(c.Root, n)
		if s.stopped {
			pr.nodes.Add(s.nodes)
			return felli.Plies(bound), false
		}
		if wins {
			bound = n
		}
	}
	pr.nodes.Add(s.nodes)
	return felli.Plies(bound), true
}

// Bound is in how many plies at most the winner wins from the root of c, which
// claims a win or a loss.
func (pr *Prover) Bound(c *check.Certificate) felli.Plies {
	attacker := c.Root.ToMove
	if c.Claim == check.Loss {
		attacker = attacker.Other()
	}
	h := &shortest{s: pr.search(context.Background(), attacker, c.Claim), c: c}
	return felli.Plies(h.bound(c.Root))
}

// A shortest asks whether the attacker wins in so many plies. As they run out,
// there are no cycles.
type shortest struct {
	s     *search
	c     *check.Certificate
	spans map[uint64]span
}

// A span is what is known of a node: no win in no plies, one in yes (0: unknown).
type span struct{ no, yes int32 }

// bound is what the certificate, or the tables, say of p.
func (h *shortest) bound(p felli.Position) int {
	s := h.s
	switch {
	case s.leaves.covers(p):
		return int(s.leaves.code(p)) - 1
	case p.ToMove == s.attacker:
		i, _ := h.c.Find(s.packer.Pack(p))
		return int(h.c.Bounds[i])
	}
	most := -1
	for _, m := range s.game.Moves(p) {
		most = max(most, h.bound(s.game.Play(p, m)))
	}
	return most + 1
}

// wins reports whether the attacker wins p in n plies.
func (h *shortest) wins(p felli.Position, n int) bool {
	s := h.s
	attacks := p.ToMove == s.attacker
	if s.leaves.covers(p) {
		return s.leaves.wins(p, attacks) && int(s.leaves.code(p))-1 <= n
	}
	key := s.nodeKey(p)
	known := h.spans[key]
	switch {
	case s.stopped || n < 0 || int(known.no) >= n && n > 0:
		return false
	case known.yes > 0 && int(known.yes) <= n:
		return true
	}
	if s.nodes++; (s.late() || s.nodes&255 == 0) && s.interrupted() {
		return false
	}
	if attacks {
		if i, ok := h.c.Find(key >> 1); ok && int(h.c.Bounds[i]) <= n {
			return true
		}
	}
	moves := s.game.Moves(p)
	wins := !attacks
	if len(moves) == 0 {
		wins = !attacks && s.game.Stalemate == felli.StalemateLoss
	}
	for _, m := range moves {
		if h.wins(s.game.Play(p, m), n-1) == attacks {
			wins = attacks
			break
		}
	}
	switch {
	case s.stopped:
	case wins:
		known.yes = int32(n)
		h.spans[key] = known
	default:
		known.no = int32(n)
		h.spans[key] = known
	}
	return wins
}
