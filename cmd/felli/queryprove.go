package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/proof"
	"felli/store"
)

// askProving answers a position, and searches for what neither tables nor kept
// certificates know, for so long at most (0: for ever): first for its value, then
// for that of each move, those that take few nodes first. What is found isn't
// kept. An answer that is interrupted is printed, as far as it goes.
func (a *app) askProving(ctx context.Context, q *asked, limit time.Duration) (*query.Answer, error) {
	if err := checkTime(limit); err != nil {
		return nil, err
	}
	x := index.NewSpace(q.game)
	tables, closeStore, err := a.read(x, store.WithCache(streamCache()))
	if err != nil {
		return nil, err
	}
	defer closeStore()
	l := newLive(x, tables)
	answer, err := l.prober.Answer(q.position)
	if err != nil || answer.Missing == nil && known(answer) {
		return answer, err
	}
	pieces := builtPieces(x, tables)
	if pieces < 2 {
		return answer, nil
	}
	memory := uint64(mostProofMemory / 2)
	if free := freeMemory(); free > 0 {
		memory = min(memory, free/2)
	}
	within, cancel := withinTime(ctx, limit)
	defer cancel()
	err = l.prepare(within, x, pieces, proof.Options{Memory: memory, Workers: runtime.GOMAXPROCS(0)})
	if err != nil && !errors.Is(err, proof.ErrStopped) {
		return nil, err
	}
	answer, err = l.search(within, q.position)
	switch {
	case err != nil || answer.Missing == nil && known(answer):
		return answer, err
	case ctx.Err() != nil:
		if err := a.printKnown(q, answer); err != nil {
			return nil, err
		}
		return nil, &hinted{fmt.Errorf("interrupted: %w", ctx.Err()), "nothing that was found is kept; felli prove keeps what it finds"}
	case answer.Missing != nil:
		command := "felli prove " + q.game.String()
		if q.position != q.game.Start() {
			command += " " + q.game.FEN(q.position)
		}
		answer.Missing = &hinted{
			errors.New("the search ended without an answer when its time was up"),
			fmt.Sprintf("give it more than --time %v, or keep what is found: %s", limit, command),
		}
	}
	return answer, nil
}

// known reports whether the value of every move is.
func known(answer *query.Answer) bool {
	for _, m := range answer.Moves {
		if m.Result.Value == felli.Unknown {
			return false
		}
	}
	return true
}
