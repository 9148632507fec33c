package solve

import (
	"context"
	"fmt"
	"sync"
	"time"

	"felli/index"
	"felli/internal/saturating"
)

// A build runs the jobs of one Run: as many pairs at once as there are workers
// and memory for, each as soon as what it needs is finished.
type build struct {
	x      *index.Space
	tables Tables
	o      Options
	begin  time.Time

	todo  []*task
	total uint64 // positions
	shelf *shelf

	mu   sync.Mutex // guards done and calls of Progress
	done uint64
}

// A task is a pair to be solved.
type task struct {
	slice   index.Slice // the one whose major side is to move
	needs   []index.Slice
	waits   map[index.Slice]bool // needs that this run still has to solve
	layout  *index.Layout        // nil when it is solved in parts, which take no geometry
	bytes   uint64               // of memory for the work, without the geometry
	inParts bool                 // it is solved part by part
	size    uint64               // positions of both tables
	started bool
}

// plan lists the tasks for all pairs that are missing.
func (b *build) plan() error {
	list, err := missing(b.x, b.tables, b.o.Pieces)
	if err != nil {
		return err
	}
	return b.planPairs(list)
}

// planPairs lists the tasks for the given pairs, which come in an order in
// which they can be solved.
func (b *build) planPairs(list []index.Slice) error {
	unsolved := map[index.Slice]bool{}
	for _, s := range list {
		unsolved[s], unsolved[s.Twin()] = true, true
	}
	b.shelf = newShelf(b.x, b.tables, b.o.Memory)
	plans := make([]ForecastPair, len(list))
	var short *MemoryError
	for i, s := range list { // before anything large is laid out
		plans[i] = planPair(b.x, s, b.o.Memory)
		need := saturating.Plus(plans[i].Work, plans[i].Tables)
		if b.o.Memory > 0 && need > b.o.Memory && (short == nil || need > short.Needed) {
			short = &MemoryError{s, need, b.o.Memory}
		}
	}
	if short != nil {
		return short
	}
	for i, s := range list {
		t := &task{
			slice: s, needs: pairNeeds(b.x, s), waits: map[index.Slice]bool{},
			bytes: plans[i].Work, inParts: plans[i].InParts, size: plans[i].Size,
		}
		if !t.inParts {
			t.layout = b.x.Layout(s)
			t.bytes -= geometryBytes(t.layout)
		}
		for _, d := range t.needs {
			if unsolved[d] {
				t.waits[d] = true
			}
			b.shelf.expect(d, i)
		}
		b.todo = append(b.todo, t)
		b.total += t.size
	}
	return nil
}

// tableCount is how many tables the pair of s has: one when s is its own twin.
func tableCount(s index.Slice) uint64 {
	if s == s.Twin() {
		return 1
	}
	return 2
}

// run starts tasks whenever a worker is free and a task can go, until all are
// done or one fails.
func (b *build) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	pool := newPool(ctx, b.o.Workers)
	pool.geometries = b.shelf.geometries
	results := make(chan *task)
	running := 0
	var failed error
	for {
		for failed == nil && ctx.Err() == nil && running < b.o.Workers {
			t, number := b.next()
			if t == nil {
				break
			}
			t.started = true
			running++
			go func() {
				if err := b.do(pool, t, number); err != nil {
					cancel(err)
				}
				results <- t
			}()
		}
		if running == 0 {
			break
		}
		t := <-results
		running--
		if failed == nil && ctx.Err() != nil {
			failed = context.Cause(ctx)
		}
		for _, other := range b.todo {
			delete(other.waits, t.slice)
			delete(other.waits, t.slice.Twin())
		}
	}
	if failed == nil && ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	if failed != nil {
		return failed
	}
	for _, t := range b.todo {
		if !t.started { // wide tables may take more than the plan counted
			need := t.bytes + b.shelf.bytesOf(t.needs)
			if t.layout != nil {
				need += geometryBytes(t.layout)
			}
			return &MemoryError{t.slice, need, b.o.Memory}
		}
	}
	return nil
}

// next is the first task that can start now, with its memory reserved.
func (b *build) next() (*task, int) {
	for i, t := range b.todo {
		if !t.started && len(t.waits) == 0 && b.shelf.reserve(t) {
			return t, i
		}
	}
	return nil, 0
}

// do solves one pair and writes it.
func (b *build) do(pool *pool, t *task, number int) error {
	if err := pool.acquire(); err != nil {
		return err
	}
	defer pool.release()
	j := newPair(b.x, t.slice, pool)
	given := map[index.Slice]index.Codes{}
	for _, d := range t.needs {
		codes, err := b.shelf.take(pool, d)
		if err != nil {
			return err
		}
		given[d] = codes
	}
	j.stage = func() { b.progress(t, j.stages(), false) }
	tables, err := j.tables(given, t.inParts)
	if err != nil {
		return err
	}
	stored := make([]index.Finished, len(tables))
	for i, f := range tables {
		stored[i] = index.Finished{Summary: f.Summary, Codes: f.Stored}
	}
	if err := b.tables.Write(stored...); err != nil {
		return fmt.Errorf("write slice %v: %w", t.slice, err)
	}
	b.shelf.release(t, number)
	for _, f := range tables {
		if f.Codes.Len() > 0 {
			b.shelf.put(f.Slice, f.Codes)
		}
	}
	b.progress(t, j.stages(), true)
	return nil
}

// tables solves the pair on the given tables, part by part or all at once.
func (j *pair) tables(given map[index.Slice]index.Codes, inParts bool) ([]Finished, error) {
	if inParts {
		w := newPartwise(j, given)
		if err := w.solve(); err != nil {
			return nil, err
		}
		return w.finishAll()
	}
	for side := range j.deps {
		j.deps[side] = j.dependencies(side, func(s index.Slice) (index.Codes, bool) {
			codes, ok := given[s]
			return codes, ok
		})
	}
	if err := j.solve(); err != nil {
		return nil, err
	}
	return j.finishAll()
}

// progress tells of one of the stages of a task, or of what is left after them.
func (b *build) progress(t *task, stages int, finished bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	share := t.size / uint64(stages+1)
	if finished {
		share = t.size - share*uint64(stages)
	}
	b.done += share
	if b.o.Progress != nil {
		b.o.Progress(Event{
			Slice: t.slice, Finished: finished, Positions: t.size,
			Done: b.done, Total: b.total, Elapsed: time.Since(b.begin),
		})
	}
}
