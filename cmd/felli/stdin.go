package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"

	"felli"
	"felli/index"
	"felli/query"
	"felli/store"
)

// batchLines is how many lines a worker answers at a time, at most.
const batchLines = 128

// A batch is some lines of input on their way through a worker. Batches are
// printed in the order in which they were read.
type batch struct {
	lines   []string
	out     []byte
	corrupt error
	err     error // what ended the stream
	done    chan struct{}
}

// streamCache is how many bytes of decoded blocks a stream of queries may
// keep: enough for all of a Felli ruleset, if the machine has it.
func streamCache() int64 {
	const most = 1 << 30
	if free := freeMemory(); free > 0 {
		return int64(min(free/2, most))
	}
	return most
}

// queryStream answers one position a line of stdin. A batch is handed over as
// soon as no further line is waiting, so a program may ask one by one.
func (a *app) queryStream(ctx context.Context, g *felli.Game) error {
	x := index.NewSpace(g)
	tables, closeStore, err := a.read(x, store.WithCache(streamCache()))
	if err != nil {
		return err
	}
	defer closeStore()
	prober := prober(x, tables)
	workers := runtime.GOMAXPROCS(0)
	todo, ordered := make(chan *batch), make(chan *batch, 4*workers)
	for range workers {
		go func() {
			var answer query.Answer
			for b := range todo {
				for _, line := range b.lines {
					a.answerLine(b, prober, &answer, line)
				}
				close(b.done)
			}
		}()
	}
	go func() {
		defer close(ordered)
		defer close(todo)
		a.readBatches(func(b *batch) bool {
			b.done = make(chan struct{})
			for _, to := range []chan *batch{ordered, todo} {
				select {
				case to <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	}()
	return a.printBatches(ctx, ordered)
}

// readBatches reads stdin to its end and gives away its lines.
func (a *app) readBatches(give func(*batch) bool) {
	in := bufio.NewReaderSize(a.stdin, 1<<16)
	b := &batch{}
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			b.lines = append(b.lines, line)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			b.err = err
		}
		if err != nil || len(b.lines) == batchLines || in.Buffered() == 0 {
			if !give(b) || err != nil {
				return
			}
			b = &batch{}
		}
	}
}

// printBatches prints what the workers have answered. Damage that any line met
// is the error at the end.
func (a *app) printBatches(ctx context.Context, ordered <-chan *batch) error {
	var corrupt error
	for {
		var b *batch
		select {
		case <-ctx.Done():
			return ctx.Err()
		case next, ok := <-ordered:
			if !ok {
				return corrupt
			}
			b = next
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.done:
		}
		if _, err := a.out.Write(b.out); err != nil {
			return err
		}
		if err := a.out.Flush(); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
		if corrupt == nil {
			corrupt = b.corrupt
		}
	}
}
