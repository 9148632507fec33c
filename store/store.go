package store

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// A Store is an open store. It is safe for concurrent use.
type Store struct {
	config
	dir     string
	cache   blockCache
	builder *builder // nil in a store opened to read

	refreshing sync.Mutex

	mu     sync.RWMutex
	handle *handle // nil once closed
	tables map[rulesetID]*tables
}

// A handle is an open database with the number of those who use it. Whoever
// lets go last closes it, so a reader may be given a newer one at any time.
type handle struct {
	db    *pebble.DB // nil in a store that holds nothing yet
	state state
	refs  atomic.Int64
}

// An Option changes how a store is opened.
type Option func(*config)

type config struct {
	fs          vfs.FS
	log         *slog.Logger
	cacheBytes  int64
	blockShift  uint // log2 of the codes a block
	tableBlocks uint64
}

// DefaultCacheBytes is the memory that decoded blocks may take if [WithCache]
// doesn't say otherwise.
const DefaultCacheBytes = 64 << 20

// WithCache bounds the memory that decoded blocks may take, in bytes.
func WithCache(bytes int64) Option { return func(c *config) { c.cacheBytes = bytes } }

// WithLogger sends what the database reports to a logger, at debug level.
// Errors are returned as well. Without it they are only returned.
func WithLogger(l *slog.Logger) Option { return func(c *config) { c.log = l } }

// withFS puts the store on another file system, withBlocks cuts it into other
// blocks and tables; for tests.
func withFS(fsys vfs.FS) Option { return func(c *config) { c.fs = fsys } }

func withBlocks(shift uint, tableBlocks uint64) Option {
	return func(c *config) { c.blockShift, c.tableBlocks = shift, tableBlocks }
}

func newStore(dir string, options []Option) *Store {
	c := config{
		log: slog.New(slog.DiscardHandler), cacheBytes: DefaultCacheBytes,
		blockShift: blockShift, tableBlocks: tableBlocks,
	}
	for _, option := range options {
		option(&c)
	}
	if c.fs == nil {
		c.fs = vfs.Default
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
	}
	return &Store{config: c, dir: dir, cache: blockCache{limit: c.cacheBytes}, tables: map[rulesetID]*tables{}}
}

// Open opens the store in dir to read. It takes no lock and writes nothing, so
// it works on read-only folders and while another process builds; it sees what
// was finished when it opened, and more after [Store.Refresh].
//
// Where there is no store the error is a *[NoStoreError]; where there is
// something else, or a store of another format version, a *[CorruptError].
func Open(dir string, options ...Option) (*Store, error) {
	s := newStore(dir, options)
	h, err := s.openReader()
	if err != nil {
		return nil, err
	}
	s.handle = h
	return s, nil
}

// errRetry is the error of an opening that a builder crossed.
var errRetry = errors.New("the store changed while it was opened")

// openReader opens the database to read. A builder may meanwhile replace the
// manifest between its being found and its being read, so it tries again.
func (s *Store) openReader() (*handle, error) {
	const tries = 5
	for try := 1; ; try++ {
		h, err := s.tryOpenReader()
		if err == nil || try == tries || !isFleeting(err) {
			return h, err
		}
		time.Sleep(time.Duration(try*try) * time.Millisecond)
	}
}

// isFleeting reports whether an error can be due to a builder that put one file
// in another's place.
func isFleeting(err error) bool {
	return errors.Is(err, errRetry) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, pebble.ErrDBDoesNotExist)
}

func (s *Store) tryOpenReader() (*handle, error) {
	want, err := readState(s.fs, s.dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) {
		return nil, noHead(s.fs, s.dir)
	} else if err != nil {
		return nil, err
	}
	db, err := s.openPebble()
	if err != nil {
		if want.tables == 0 && !isMachines(err) { // nothing finished that could be lost
			return newHandle(nil, want), nil
		}
		return nil, fault(fmt.Sprintf("store %q", s.dir), err)
	}
	if got := tally(db); got.tables < want.tables || got.bytes < want.bytes {
		err := &CorruptError{
			Key: fmt.Sprintf("store %q", s.dir), Version: FormatVersion,
			Reason: fmt.Sprintf("its manifest lists %d tables with %d bytes, its head %d with %d", got.tables, got.bytes, want.tables, want.bytes),
		}
		return nil, errors.Join(err, db.Close())
	}
	return newHandle(db, want), nil
}

// openPebble opens the database to read. Damaged files can make Pebble panic.
func (s *Store) openPebble() (db *pebble.DB, err error) {
	fsys := &readFS{FS: s.fs, dir: s.dir}
	defer func() {
		if r := recover(); r != nil {
			db, err = nil, &panicError{r}
		}
		_ = fsys.opened()
	}()
	o := pebbleOptions(fsys, readerLogger(s.log))
	o.ReadOnly = true
	return pebble.Open(s.dir, o)
}

func newHandle(db *pebble.DB, st state) *handle {
	handle := &handle{db: db, state: st}
	handle.refs.Store(1)
	return handle
}

// acquire is the current database, kept open until it is released.
func (s *Store) acquire() (*handle, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.handle == nil {
		return nil, ErrClosed
	}
	s.handle.refs.Add(1)
	return s.handle, nil
}

func (h *handle) release() error {
	if h.refs.Add(-1) > 0 || h.db == nil {
		return nil
	}
	return closePebble(h.db)
}

func closePebble(db *pebble.DB) (err error) {
	defer func() {
		if r := recover(); r != nil {
			abandon(db)
			err = &panicError{r}
		}
	}()
	return db.Close()
}

// read runs f on the database; its db is nil in a store that holds nothing.
// What f panics with, other than a [callerPanic], is taken for damage to what
// key names.
func (s *Store) read(key func() string, f func(db *pebble.DB) error) error {
	h, err := s.acquire()
	if err != nil {
		return err
	}
	if s.builder == nil {
		defer func() { _ = h.release() }()
		err = catch(func() error { return f(h.db) })
	} else {
		// The database is closed by Close, which waits for nobody.
		err = s.builder.do(func() error {
			defer h.refs.Add(-1)
			return f(h.db)
		})
	}
	var caught *panicError
	if errors.As(err, &caught) {
		if p, ok := caught.value.(callerPanic); ok {
			panic(p.value)
		}
		return fault(key(), err)
	}
	return err
}

// A callerPanic is a panic in a function that a caller of this package gave.
type callerPanic struct{ value any }

// calling runs a function that a caller gave.
func calling(f func() error) error {
	defer func() {
		if r := recover(); r != nil {
			panic(callerPanic{r})
		}
	}()
	return f()
}

func catch(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{r}
		}
	}()
	return f()
}

// Refresh makes visible what another process has added to a store opened to
// read, or what it has built in its place. It costs a few microseconds when
// nothing changed. Probes may go on meanwhile; if it fails they go on with what
// there was.
func (s *Store) Refresh() error {
	if s.builder != nil {
		return nil
	}
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	old, err := s.acquire()
	if err != nil {
		return err
	}
	defer func() { _ = old.release() }()
	if st, err := readState(s.fs, s.dir); err == nil && st == old.state {
		return nil
	}
	h, err := s.openReader()
	if err != nil {
		return err
	}
	s.mu.Lock()
	if s.handle == nil { // closed meanwhile
		s.mu.Unlock()
		return errors.Join(ErrClosed, h.release())
	}
	s.handle = h
	s.mu.Unlock()
	s.forget()
	return old.release() // the store's own hold on it
}

// forget makes all tablebases look again.
func (s *Store) forget() {
	s.mu.RLock()
	all := slices.Collect(maps.Values(s.tables))
	s.mu.RUnlock()
	for _, t := range all { // not under the lock: who holds theirs may wait for it
		t.forget()
	}
}

// Dir is the store's folder.
func (s *Store) Dir() string { return s.dir }

// Close closes the store. Calls that still run on a store opened to read end
// as if it were open; a builder must have ended its own.
func (s *Store) Close() error {
	s.mu.Lock()
	h := s.handle
	s.handle = nil
	s.mu.Unlock()
	if h == nil {
		return nil
	}
	if s.builder == nil {
		return h.release()
	}
	return s.closeBuilder(h)
}

// FreeBytes is how many bytes are free for this user on the disk that holds
// dir, or will once it is made.
func FreeBytes(dir string) (uint64, error) {
	for {
		usage, err := vfs.Default.GetDiskUsage(dir)
		if err == nil {
			return usage.AvailBytes, nil
		}
		parent := filepath.Dir(dir)
		if !errors.Is(err, os.ErrNotExist) || parent == dir {
			return 0, fmt.Errorf("free space of %q: %w", dir, err)
		}
		dir = parent
	}
}
