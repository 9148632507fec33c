package proof

import (
	"context"
	"errors"
	"sync"

	"felli"
	"felli/solve/proof/check"
)

// Questions are what is asked of a position: whether its side to move wins,
// and whether it loses.
var Questions = [2]check.Claim{check.Win, check.Loss}

// A Verdict holds the certificates that answer the [Questions] of a position;
// nil where there is none.
type Verdict [2]*check.Certificate

// Value is what the certificates say the position is worth to its side to
// move: Unknown as long as they leave that open.
func (v Verdict) Value() felli.Value {
	for i, decided := range [2]felli.Value{felli.Win, felli.Loss} {
		if v[i] != nil && v[i].Claim == Questions[i] {
			return decided
		}
	}
	if v[0] != nil && v[1] != nil {
		return felli.Draw
	}
	return felli.Unknown
}

// Value asks both questions of p, at once if there are workers for that, and
// adds the answers to those in have. Every new certificate is given to done,
// one at a time. When one answer makes the other needless, that isn't waited
// for. The error is [ErrStopped], or what done returned; the verdict then
// holds what was found before.
func (pr *Prover) Value(ctx context.Context, p felli.Position, have Verdict, done func(Answer) error) (Verdict, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var failed error
	ask := func(i int) {
		c, err := pr.Ask(ctx, p, Questions[i])
		mu.Lock()
		defer mu.Unlock()
		switch {
		case have.Value() != felli.Unknown:
			return
		case err == nil:
			if done != nil {
				err = done(c)
			}
			have[i] = c.Certificate
		}
		if err != nil && (failed == nil || errors.Is(failed, ErrStopped)) {
			failed = err
		}
		if have.Value() != felli.Unknown {
			cancel()
		}
	}
	settled := func(i int) bool {
		mu.Lock()
		defer mu.Unlock()
		return have[i] != nil || have.Value() != felli.Unknown
	}
	var all sync.WaitGroup
	for i := range Questions {
		if settled(i) {
			continue
		}
		if pr.options.Workers > 1 {
			all.Go(func() { ask(i) })
		} else {
			ask(i)
		}
	}
	all.Wait()
	if have.Value() != felli.Unknown && errors.Is(failed, ErrStopped) {
		failed = nil
	}
	return have, failed
}
