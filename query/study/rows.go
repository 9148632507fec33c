package study

import (
	"context"
	"runtime"

	"felli"
	"felli/index"
	"felli/query"
)

// A Row is a position, with White to move, and its answer.
type Row struct {
	Position felli.Position
	Result   felli.Result
}

// RowOptions say how to read all positions.
type RowOptions struct {
	Slices   []index.Slice // to read; nil: all finished ones
	Workers  int           // goroutines; 0: one a core
	Memory   uint64        // bytes for tables, where all are read; 0: no bound
	Progress func(query.VerifyProgress)
}

// runLength is how many positions a worker takes at a time.
const runLength = 1 << 14

// Rows goes through all positions of the slices asked for, in the order of
// their slices and indices, leaving out those that are mirror images of one
// before. work turns a run of rows into whatever take is given; it is called
// from several goroutines and must not keep the rows, take from one, in order.
func Rows[T any](ctx context.Context, x *index.Space, tables query.Tables, o RowOptions, work func([]Row) (T, error), take func(T) error) error {
	r := &reader[T]{ctx: ctx, space: x, workers: o.Workers, work: work, take: take}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	if len(o.Slices) == 0 {
		options := query.VerifyOptions{Workers: r.workers, Memory: o.Memory, Progress: o.Progress}
		return query.Answers(ctx, x, tables, options, r.slice)
	}
	list, err := finished(x, tables, o.Slices)
	if err != nil {
		return err
	}
	if x.Game().Capture == felli.CaptureCompulsory {
		r.prober = query.NewProber(x, tables)
	}
	for _, s := range list {
		codes, err := tables.Codes(s)
		if err != nil {
			return err
		}
		if err := r.slice(s, codes); err != nil {
			return err
		}
	}
	return nil
}

type reader[T any] struct {
	ctx     context.Context
	space   *index.Space
	workers int
	prober  *query.Prober // for positions with a capture; nil if codes hold their answers
	work    func([]Row) (T, error)
	take    func(T) error
}

// A run is some neighbouring positions on their way through a worker.
type run[T any] struct {
	lo, hi uint64
	out    T
	err    error
	done   chan struct{}
}

// slice gives all positions of s to the workers, and what they make of them to
// take, in order.
func (r *reader[T]) slice(s index.Slice, codes index.Codes) error {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	todo, ordered := make(chan *run[T]), make(chan *run[T], 2*r.workers)
	for range r.workers {
		go func() {
			var rows []Row
			for one := range todo {
				rows, one.out, one.err = r.run(s, codes, one.lo, one.hi, rows[:0])
				close(one.done)
			}
		}()
	}
	go func() {
		defer close(ordered)
		defer close(todo)
		for lo := uint64(0); lo < uint64(codes.Len()); lo += runLength {
			one := &run[T]{lo: lo, hi: min(lo+runLength, uint64(codes.Len())), done: make(chan struct{})}
			for _, to := range []chan *run[T]{ordered, todo} {
				select {
				case to <- one:
				case <-ctx.Done():
					close(one.done)
					return
				}
			}
		}
	}()
	var failed error
	for one := range ordered {
		<-one.done
		if failed == nil {
			failed = one.err
		}
		if failed == nil {
			failed = r.ctx.Err()
		}
		if failed == nil {
			failed = r.take(one.out)
		}
		if failed != nil {
			cancel()
		}
	}
	return failed
}

func (r *reader[T]) run(s index.Slice, codes index.Codes, lo, hi uint64, rows []Row) ([]Row, T, error) {
	var failed error
	r.space.Scan(s, lo, hi, func(i uint64, p felli.Position) bool {
		if !first(r.space, i, p) {
			return true
		}
		row := Row{p, codes.At(i).Result()}
		if r.prober != nil && r.space.Game().CanCapture(p) {
			row.Result, failed = r.prober.Probe(p)
		}
		rows = append(rows, row)
		return failed == nil
	})
	var out T
	if failed == nil {
		out, failed = r.work(rows)
	}
	return rows, out, failed
}
