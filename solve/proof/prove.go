package proof

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"felli"
	"felli/solve/proof/check"
)

// Options bound a proof.
type Options struct {
	Memory   uint64         // bytes for the memo; 0: 256 MB
	Workers  int            // goroutines that search at once; two are of use; 0: one
	Nodes    uint64         // the most nodes a question may take; 0: no limit
	Progress func(Progress) // called now and then; may be nil
}

// A Prover asks questions of the positions of one game beyond its tables. It
// remembers what it has found from one question to the next. It is safe for
// concurrent use; Progress is called by each question's goroutine.
type Prover struct {
	game    *felli.Game
	leaves  *Leaves
	packer  *check.Packer
	memo    *memo
	options Options

	nodes atomic.Uint64
}

// NewProver prepares proofs; it takes the memory for its memo at once.
func NewProver(l *Leaves, o Options) (*Prover, error) {
	packer, err := check.NewPacker(l.game)
	if err != nil {
		return nil, err
	}
	if o.Memory == 0 {
		o.Memory = 256 << 20
	}
	return &Prover{game: l.game, leaves: l, packer: packer, memo: newMemo(o.Memory), options: o}, nil
}

// Nodes is the number of nodes visited so far.
func (pr *Prover) Nodes() uint64 { return pr.nodes.Load() }

// Game is the game whose positions are proved.
func (pr *Prover) Game() *felli.Game { return pr.game }

// SetNodes changes the most nodes a question may take; not while one is asked.
func (pr *Prover) SetNodes(n uint64) { pr.options.Nodes = n }

// MemoBytes is the memory that the memo takes.
func (pr *Prover) MemoBytes() uint64 { return pr.memo.size() }

// ErrStopped says that a limit ended a search before it had an answer.
var ErrStopped = errors.New("unresolved: a limit stopped the search")

// An Answer is a certificate, and what it took to find it.
type Answer struct {
	*check.Certificate
	Nodes    uint64
	Repaired int // positions taken out of closed sets: they had been thought held, and weren't
	Elapsed  time.Duration
}

// Ask finds whether the side to move in p wins, if question is [check.Win], or
// loses, if it is [check.Loss]. The certificate's claim is the answer: Win or
// NotWin, Loss or NotLoss. p must pass [felli.Game.Check] and be beyond the
// tables. The error is [ErrStopped] when ctx ends or a limit is reached.
func (pr *Prover) Ask(ctx context.Context, p felli.Position, question check.Claim) (Answer, error) {
	if pr.leaves.covers(p) {
		return Answer{}, fmt.Errorf("%w: %s is in the tables", felli.ErrInput, pr.game.FEN(p))
	}
	attacker := p.ToMove
	if question == check.Loss {
		attacker = attacker.Other()
	}
	begin := time.Now()
	s := pr.search(ctx, attacker, question)
	c, err := pr.ask(s, p, question)
	pr.nodes.Add(s.nodes)
	return Answer{c, s.nodes, s.repaired, time.Since(begin)}, err
}

func (pr *Prover) ask(s *search, p felli.Position, question check.Claim) (*check.Certificate, error) {
	attacker, holds := s.attacker, check.NotWin
	if question == check.Loss {
		holds = check.NotLoss
	}
	s.top = p
	n := s.run(p)
	if s.stopped || !n.settled() {
		return nil, pr.stopped()
	}
	s.certifying = true
	if n.phi == 0 != (p.ToMove == attacker) {
		h, out := s.hold(p)
		s.repaired = h.withdrawn
		switch out {
		case attackerFails:
			return s.certify(p, holds, h.collect())
		case unresolved:
			return nil, pr.stopped()
		case attackerWins:
		}
	}
	roots := []felli.Position{p}
	if p.ToMove != attacker {
		roots = roots[:0]
		for _, m := range pr.game.Moves(p) {
			if after := pr.game.Play(p, m); !pr.leaves.covers(after) {
				roots = append(roots, after)
			}
		}
	}
	chosen, err := s.win(roots...)
	switch {
	case err != nil:
		return nil, err
	case s.stopped:
		return nil, pr.stopped()
	}
	return s.certify(p, question, chosen)
}

func (pr *Prover) stopped() error {
	if err := pr.leaves.Err(); err != nil {
		return err
	}
	return ErrStopped
}

// search is a search for the attacker, which stops as the options and ctx say.
func (pr *Prover) search(ctx context.Context, attacker felli.Side, question check.Claim) *search {
	s := &search{game: pr.game, packer: pr.packer, leaves: pr.leaves, memo: pr.memo, attacker: attacker, done: ctx.Done()}
	begin := time.Now()
	told := begin
	s.stop = func() bool {
		if pr.leaves.Err() != nil || pr.options.Nodes > 0 && s.nodes > pr.options.Nodes {
			return true
		}
		if pr.options.Progress != nil && time.Since(told) > time.Second {
			told = time.Now()
			pr.options.Progress(s.progress(question, told.Sub(begin)))
		}
		return false
	}
	return s
}
