package solve

import (
	"fmt"
	"sync"

	"felli"
	"felli/index"
)

// A shelf keeps the tables that jobs read in memory, every position's code
// worked out, as long as a task still needs them and there is room. What there
// is no room for is read from the store again.
type shelf struct {
	x          *index.Space
	tables     Tables
	limit      uint64 // bytes; 0: none
	geometries *geometries

	mu    sync.Mutex
	used  uint64 // bytes of tables on the shelf and of the work of running tasks
	books map[index.Slice]*book
}

// A book is one table on the shelf, or its place.
type book struct {
	read    sync.Mutex // held while the table is read from the store
	codes   index.Codes
	uses    []int // numbers of the tasks that will read it, in order
	pinned  int   // running tasks that read it
	bytes   uint64
	counted bool // its bytes are counted as used, also while it is still to be read
}

func newShelf(x *index.Space, tables Tables, limit uint64) *shelf {
	return &shelf{x: x, tables: tables, limit: limit, geometries: &geometries{}, books: map[index.Slice]*book{}}
}

// book is the place of s, made when there is none.
func (f *shelf) book(s index.Slice) *book {
	b := f.books[s]
	if b == nil {
		b = &book{bytes: f.x.Size(s)}
		f.books[s] = b
	}
	return b
}

// expect notes that the task with the given number will read s.
func (f *shelf) expect(s index.Slice, task int) {
	b := f.book(s)
	b.uses = append(b.uses, task)
}

// reserve makes room for a task, and pins what it needs. It reports false when
// there is no room now.
func (f *shelf) reserve(t *task) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	want := t.bytes
	for _, s := range t.needs {
		b := f.book(s)
		b.pinned++
		if !b.counted {
			want += b.bytes
		}
	}
	if t.layout != nil {
		f.geometries.pin(t.layout)
	}
	if !f.makeRoom(want) {
		if t.layout != nil {
			f.geometries.unpin(t.layout)
		}
		for _, s := range t.needs {
			f.book(s).pinned--
		}
		return false
	}
	f.used += t.bytes
	for _, s := range t.needs {
		f.count(f.book(s))
	}
	return true
}

// makeRoom forgets geometries and tables until want bytes more fit. It reports
// whether they do.
func (f *shelf) makeRoom(want uint64) bool {
	for f.limit > 0 && f.used+f.geometries.bytes()+want > f.limit {
		if !f.geometries.drop() && !f.dropOne() {
			return false
		}
	}
	return true
}

// count counts a book's bytes as used, once.
func (f *shelf) count(b *book) {
	if !b.counted {
		b.counted = true
		f.used += b.bytes
	}
}

// drop forgets a book's table.
func (f *shelf) drop(b *book) {
	if b.counted {
		b.counted = false
		f.used -= b.bytes
	}
	b.codes = index.Codes{}
}

// dropOne forgets the table that nobody reads now and that is needed last. It
// reports whether there was one.
func (f *shelf) dropOne() bool {
	var worst *book
	for _, b := range f.books {
		if b.codes.Len() > 0 && b.pinned == 0 && (worst == nil || b.next() > worst.next()) {
			worst = b
		}
	}
	if worst == nil {
		return false
	}
	f.drop(worst)
	return true
}

// next is the number of the task that reads the book next.
func (b *book) next() int {
	if len(b.uses) == 0 {
		return int(^uint(0) >> 1)
	}
	return b.uses[0]
}

// release undoes reserve when the task is done, and forgets what no other
// needs.
func (f *shelf) release(t *task, number int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.used -= t.bytes
	if t.layout != nil {
		f.geometries.unpin(t.layout)
	}
	for _, s := range t.needs {
		b := f.book(s)
		b.pinned--
		for i, u := range b.uses {
			if u == number {
				b.uses = append(b.uses[:i:i], b.uses[i+1:]...)
				break
			}
		}
		if len(b.uses) == 0 && b.pinned == 0 {
			f.drop(b)
		}
	}
}

// bytesOf is the size of tables.
func (f *shelf) bytesOf(needs []index.Slice) (n uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range needs {
		n += f.book(s).bytes
	}
	return n
}

// put lays a table that has just been solved on the shelf, if a task needs it.
func (f *shelf) put(s index.Slice, codes index.Codes) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b := f.book(s)
	if len(b.uses) == 0 || b.codes.Len() > 0 {
		return
	}
	f.fill(b, codes)
}

// fill puts a table into its place.
func (f *shelf) fill(b *book, codes index.Codes) {
	f.drop(b)
	b.bytes = codesBytes(codes)
	b.codes = codes
	f.count(b)
}

func codesBytes(c index.Codes) uint64 { return uint64(len(c.Narrow)) + 2*uint64(len(c.Wide)) }

// take returns a table that the calling task has reserved, from the shelf or
// else from the store.
func (f *shelf) take(pool *pool, s index.Slice) (index.Codes, error) {
	f.mu.Lock()
	b := f.book(s)
	codes := b.codes
	f.mu.Unlock()
	if codes.Len() > 0 || f.x.Size(s) == 0 {
		return codes, nil
	}
	b.read.Lock()
	defer b.read.Unlock()
	f.mu.Lock()
	codes = b.codes
	f.mu.Unlock()
	if codes.Len() > 0 {
		return codes, nil
	}
	codes, err := f.load(pool, s)
	if err != nil {
		return index.Codes{}, fmt.Errorf("read slice %v: %w", s, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fill(b, codes)
	return codes, nil
}

// load reads a table from the store and works out the positions that it
// doesn't hold.
func (f *shelf) load(pool *pool, s index.Slice) (index.Codes, error) {
	summary, err := f.tables.Summary(s)
	if err != nil {
		return index.Codes{}, err
	}
	codes, err := f.tables.Codes(s)
	if err != nil {
		return index.Codes{}, err
	}
	var held []*book
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, b := range held {
			b.pinned--
		}
	}()
	err = derive(pool, f.x, s, codes, func(d index.Slice) (index.Codes, error) {
		held = append(held, f.hold(d))
		return f.take(pool, d)
	})
	if err != nil {
		return index.Codes{}, err
	}
	if Checksum(codes) != summary.Checksum {
		return index.Codes{}, fmt.Errorf("its values don't match its checksum: %w", felli.ErrCorrupt)
	}
	return codes, nil
}

// hold pins a table that another one is worked out from. No task has reserved
// it: what can be forgotten makes room for it, and beyond that it takes what it
// takes.
func (f *shelf) hold(s index.Slice) *book {
	f.mu.Lock()
	defer f.mu.Unlock()
	b := f.book(s)
	b.pinned++
	if !b.counted {
		f.makeRoom(b.bytes)
		f.count(b)
	}
	return b
}
