package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"gocloud.dev/gcerrors"

	"felli"
	"felli/index"
	"felli/store"
	"felli/store/object"
)

// Tables is one ruleset's part of a bucket, for one job or command: the
// interface that [felli/solve] takes tables through. It is safe for concurrent
// use.
type Tables struct {
	ctx    context.Context // of the job
	bucket *Bucket
	cache  *Cache // nil: none
	space  *index.Space

	mu        sync.Mutex
	summaries map[index.Slice]index.Summary
	broken    []index.Slice // inputs that turned out damaged or missing
	moved     Traffic
}

// Traffic counts the bytes of objects moved between a machine and the bucket.
type Traffic struct {
	Read    int64
	Written int64
}

// Tables are those of x's ruleset. All calls end when ctx is cancelled. The
// cache may be nil.
func (b *Bucket) Tables(ctx context.Context, x *index.Space, cache *Cache) *Tables {
	return &Tables{ctx: ctx, bucket: b, cache: cache, space: x, summaries: map[index.Slice]index.Summary{}}
}

// Summary reads an object's header. It proves nothing about the rest; see
// [Tables.Verify]. The error matches [felli.ErrNotBuilt] if there is no object,
// [felli.ErrCorrupt] if it isn't what its name says.
func (t *Tables) Summary(s index.Slice) (index.Summary, error) {
	t.mu.Lock()
	sum, ok := t.summaries[s]
	t.mu.Unlock()
	if ok {
		return sum, nil
	}
	var h object.Header
	err := t.bucket.read(t.ctx, t.name(s), object.HeaderBytes, func(in io.Reader) (err error) {
		h, err = object.ReadHeader(in, t.space, s)
		return err
	})
	if err != nil {
		return index.Summary{}, t.fault(s, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.summaries[s] = h.Summary
	return h.Summary, nil
}

// Codes reads an object to its end, from the cache or else from the bucket. Its
// errors are those of [Tables.Summary].
func (t *Tables) Codes(s index.Slice) (index.Codes, error) {
	var f index.Finished
	name := t.name(s)
	read := func(in io.Reader) (err error) {
		f, err = object.Read(in, t.space, s)
		return err
	}
	if t.cache.read(name, read) {
		return f.Codes, nil
	}
	err := t.bucket.read(t.ctx, name, -1, func(in io.Reader) error { return t.cache.keep(name, t.count(in), read) })
	if err != nil {
		return index.Codes{}, t.fault(s, err)
	}
	return f.Codes, nil
}

// Write uploads tables, each whole or not at all, and keeps them in the cache,
// as jobs that follow are likely to read them.
func (t *Tables) Write(tables ...index.Finished) error {
	for _, f := range tables {
		name := t.name(f.Slice)
		err := t.bucket.put(t.ctx, name, func(w io.Writer) (err error) {
			t.cache.write(name, func(copied io.Writer) error {
				err = object.Write(io.MultiWriter(countingWriter{w, t}, copied), t.space.Game().Ruleset, f)
				return err
			})
			return err
		})
		if err != nil {
			t.cache.drop(name)
			return fmt.Errorf("write object %s: %w", name, err)
		}
	}
	return nil
}

// Verify reads an object to its end in the bucket, whatever the cache holds.
// Its errors are those of [Tables.Summary].
func (t *Tables) Verify(s index.Slice) error {
	err := t.bucket.read(t.ctx, t.name(s), -1, func(in io.Reader) error {
		_, err := object.Verify(t.count(in), t.space, s)
		return err
	})
	return t.absent(s, err)
}

// Broken are the slices that were to be read and were missing or damaged.
func (t *Tables) Broken() []index.Slice {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.broken
}

// Moved is what was read from and written to the bucket so far.
func (t *Tables) Moved() Traffic {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.moved
}

func (t *Tables) name(s index.Slice) string { return object.Name(t.space.Game().Ruleset, s) }

// fault is the error of reading s, which is noted if s itself is at fault.
func (t *Tables) fault(s index.Slice, err error) error {
	err = t.absent(s, err)
	if errors.Is(err, felli.ErrNotBuilt) || errors.Is(err, felli.ErrCorrupt) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.broken = append(t.broken, s)
	}
	return err
}

// absent makes the error for an object that isn't there one that matches
// [felli.ErrNotBuilt].
func (t *Tables) absent(s index.Slice, err error) error {
	switch {
	case err == nil:
		return nil
	case gcerrors.Code(err) == gcerrors.NotFound:
		return &store.MissingSliceError{Ruleset: t.space.Game().Ruleset, Slice: s}
	}
	return fmt.Errorf("object %s: %w", t.name(s), err)
}

// count counts what is read.
func (t *Tables) count(in io.Reader) io.Reader { return countingReader{in, t} }

func (t *Tables) add(moved Traffic) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moved.Read += moved.Read
	t.moved.Written += moved.Written
}

type countingReader struct {
	io.Reader
	tables *Tables
}

func (c countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.tables.add(Traffic{Read: int64(n)})
	return n, err
}

type countingWriter struct {
	io.Writer
	tables *Tables
}

func (c countingWriter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.tables.add(Traffic{Written: int64(n)})
	return n, err
}
