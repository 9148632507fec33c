package solve

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A pool shares a fixed number of workers among the jobs that run at once. A
// job's own goroutine always works; it takes whatever other workers are free
// at the start of each pass, and gives them back at its end.
type pool struct {
	ctx  context.Context
	free chan struct{} // a token for each worker no job holds

	geometries *geometries // shared by the jobs
}

func newPool(ctx context.Context, workers int) *pool {
	p := &pool{ctx: ctx, free: make(chan struct{}, workers), geometries: &geometries{}}
	for range workers {
		p.free <- struct{}{}
	}
	return p
}

// acquire waits for a worker, release gives it back.
func (p *pool) acquire() error {
	select {
	case <-p.free:
		return nil
	case <-p.ctx.Done():
		return context.Cause(p.ctx)
	}
}

func (p *pool) release() { p.free <- struct{}{} }

// extra takes up to most workers that are free right now.
func (p *pool) extra(most int) int {
	n := 0
	for n < most {
		select {
		case <-p.free:
			n++
		default:
			return n
		}
	}
	return n
}

// each calls start once a worker and the function it returns with 0 to n-1,
// each once, in rising order for each worker. It returns the first error.
func (p *pool) each(n int, start func() func(int) error) error {
	return p.eachWith(p.extra(min(n, cap(p.free))-1), n, start)
}

// eachWith is each with helpers that extra has taken; it gives them back.
func (p *pool) eachWith(helpers, n int, start func() func(int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	work := func() error {
		f := start()
		for {
			i := int(next.Add(1)) - 1
			if i >= n || failed.Load() {
				return nil
			}
			if p.ctx.Err() != nil {
				return context.Cause(p.ctx)
			}
			if err := f(i); err != nil {
				failed.Store(true)
				return err
			}
		}
	}
	if helpers <= 0 {
		return work()
	}
	var g errgroup.Group
	var held sync.WaitGroup
	for range helpers {
		held.Add(1)
		g.Go(func() error {
			defer func() { p.release(); held.Done() }()
			return work()
		})
	}
	err := work()
	held.Wait()
	if e := g.Wait(); err == nil {
		err = e
	}
	return err
}
