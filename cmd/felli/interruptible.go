package main

import (
	"context"
	"io"
)

// interruptible is input that a person may never end: reading from it ends with
// the cause when ctx does.
type interruptible struct {
	ctx    context.Context
	pieces <-chan piece
	rest   piece
}

// A piece of input, and how it ended.
type piece struct {
	text []byte
	err  error
}

func newInterruptible(ctx context.Context, in io.Reader) *interruptible {
	pieces := make(chan piece)
	go func() {
		for ctx.Err() == nil {
			b := make([]byte, 1<<16)
			n, err := in.Read(b)
			select {
			case pieces <- piece{b[:n], err}:
			case <-ctx.Done():
			}
			if err != nil {
				return
			}
		}
	}()
	return &interruptible{ctx: ctx, pieces: pieces}
}

// Read implements io.Reader.
func (r *interruptible) Read(p []byte) (n int, err error) {
	for len(r.rest.text) == 0 && r.rest.err == nil {
		select {
		case r.rest = <-r.pieces:
		case <-r.ctx.Done():
			r.rest.err = context.Cause(r.ctx)
		}
	}
	n = copy(p, r.rest.text)
	if r.rest.text = r.rest.text[n:]; len(r.rest.text) == 0 {
		err = r.rest.err
	}
	return n, err
}
