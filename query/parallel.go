package query

import (
	"context"
	"sync"
)

// parallel calls work for every chunk in [0, chunks), in ascending order, from
// the given number of goroutines. It returns the error of the first chunk that
// has one, whatever the timing; chunks behind it may be left out. When ctx is
// done it returns its error.
func parallel(ctx context.Context, workers, chunks int, work func(worker, chunk int) error) error {
	var (
		mu     sync.Mutex
		next   int
		failed = chunks
		result error
		wait   sync.WaitGroup
	)
	take := func() (chunk int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		chunk = next
		next++
		return chunk, chunk < failed && ctx.Err() == nil
	}
	for w := range workers {
		wait.Go(func() {
			for {
				chunk, ok := take()
				if !ok {
					return
				}
				if err := work(w, chunk); err != nil {
					mu.Lock()
					if chunk < failed {
						failed, result = chunk, err
					}
					mu.Unlock()
				}
			}
		})
	}
	wait.Wait()
	if result != nil {
		return result
	}
	return ctx.Err()
}

// A progress adds up how far all workers have got.
type progress struct {
	mu          sync.Mutex
	done, total uint64
	report      func(VerifyProgress)
}

func (p *progress) add(t *table, positions uint64) {
	if p.report == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += positions
	p.report(VerifyProgress{Slice: t.slice, Positions: uint64(t.codes.Len()), Done: p.done, Total: p.total})
}
