package proof

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"felli"
	"felli/solve/proof/check"
)

// Learn notes in the memo what a certificate proves of every position in it, so
// that later questions needn't find it again. The certificate must have passed
// [check.Check]; what it proves is then true whatever tables it leans on, and
// doesn't depend on the way to a position. It takes about a microsecond and a
// half a position, divided among the workers. The error is [ErrStopped] when
// ctx ends; what has been noted by then is right.
func (pr *Prover) Learn(ctx context.Context, c *check.Certificate) error {
	if c.Game.FullString() != pr.game.FullString() {
		return fmt.Errorf("%w: the certificate is of %s, not of %s", felli.ErrInput, c.Game, pr.game)
	}
	const batch = 1 << 12
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	for range min(max(pr.options.Workers, 1), runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			var moves []felli.Move
			for failed.Load() == nil {
				lo := int(next.Add(batch)) - batch
				if lo >= len(c.Keys) {
					return
				}
				for i := lo; i < min(lo+batch, len(c.Keys)); i++ {
					err := ErrStopped
					if ctx.Err() == nil {
						moves, err = pr.learn(c, i, moves[:0])
					}
					if err != nil {
						failed.CompareAndSwap(nil, &err)
						return
					}
				}
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// learntWork is the log of the work that a position of a certificate counts for
// in a memo too small for all: a few ten thousand nodes, more than most take.
const learntWork = 15

// learn notes what entry i of c says: the holder gets what it wants in its
// position, and the opponent doesn't after the chosen move. Both hold for the
// question that c answers, whose attacker is the holder of a win and the
// opponent of the holder otherwise.
func (pr *Prover) learn(c *check.Certificate, i int, moves []felli.Move) ([]felli.Move, error) {
	p, err := pr.packer.Unpack(c.Keys[i])
	if err != nil {
		return moves, err
	}
	if pr.leaves.covers(p) {
		return moves, nil
	}
	moves = check.SortedMoves(pr.game, moves, p)
	if int(c.Moves[i]) >= len(moves) {
		return moves, fmt.Errorf("%w: move number %d is chosen of %d in %s", felli.ErrCorrupt, c.Moves[i], len(moves), pr.game.FEN(p))
	}
	attacker, plies := p.ToMove, number(1)
	if c.Claim.Wins() {
		plies = number(min(c.Bounds[i], uint32(most)))
	} else {
		attacker = attacker.Other()
	}
	s := search{packer: pr.packer, attacker: attacker}
	pr.memo.put(s.nodeKey(p), achieved, plies, learntWork)
	if after := pr.game.Play(p, moves[c.Moves[i]]); !pr.leaves.covers(after) {
		pr.memo.put(s.nodeKey(after), denied, plies-min(plies, 1), learntWork)
	}
	return moves, nil
}
