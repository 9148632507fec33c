package proof

import (
	"time"

	"felli"
	"felli/solve/proof/check"
)

// A Progress tells how far a question is.
type Progress struct {
	Question  check.Claim // Win or Loss, of the root
	Certifies bool        // the answer is found, and its certificate is being made
	Nodes     uint64      // of this question
	Numbers               // of the root
	Moves     []MoveNumbers
	Positions int     // looked at for the certificate so far
	Memo      float64 // the share of the memo that is in use
	Elapsed   time.Duration
}

// Numbers are the proof and the disproof number of "yes": 0 when that is
// shown, and [NeverShown] when the opposite is.
type Numbers struct{ Proof, Disproof uint32 }

// NeverShown is the number of what can't be shown.
const NeverShown = uint32(never)

// MoveNumbers are the numbers of what a move of the root leads to.
type MoveNumbers struct {
	Move felli.Move
	Numbers
}

// numbers are those of "yes", given those of the side to move.
func (s *search) numbers(n pair, mover felli.Side) Numbers {
	if mover != s.attacker {
		n = pair{n.delta, n.phi}
	}
	return Numbers{uint32(n.phi), uint32(n.delta)}
}

// progress tells how far the search is.
func (s *search) progress(question check.Claim, elapsed time.Duration) Progress {
	t := Progress{
		Question: question, Certifies: s.certifying, Nodes: s.nodes, Positions: s.positions,
		Numbers: s.numbers(s.root, s.top.ToMove), Memo: s.memo.used(), Elapsed: elapsed,
	}
	for _, m := range s.game.Moves(s.top) {
		after := s.game.Play(s.top, m)
		// What isn't open any more hasn't settled the root, so its mover wanted
		// something else.
		n := denied
		for i := range s.open {
			if s.open[i].pos == after {
				n = pair{s.open[i].delta, s.open[i].phi}
			}
		}
		t.Moves = append(t.Moves, MoveNumbers{m, s.numbers(n, s.top.ToMove)})
	}
	return t
}

// used is about the share of the slots that are in use.
func (m *memo) used() float64 {
	const sample = 1 << 10
	used := 0
	for i := range sample {
		if m.slots[uint64(i)*uint64(len(m.slots))/sample].taken() {
			used++
		}
	}
	return float64(used) / sample
}
