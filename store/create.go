package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Create opens the store in dir to build, and makes folder and store if there
// is none. Only one process can have a store open to build: for the others the
// error is a *[BusyError] that says who has it. What a killed builder left
// half-written is removed.
//
// Nothing that a reader may have open is ever deleted. A store that is damaged
// or of another format version isn't opened; the error is a *[CorruptError].
func Create(dir string, options ...Option) (*Store, error) {
	s := newStore(dir, options)
	if err := s.create(); err != nil {
		return nil, s.diskError("create store", 0, err)
	}
	return s, nil
}

func (s *Store) create() error {
	if _, err := s.look(); err != nil {
		return err
	}
	if err := s.fs.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	if s.fs == vfs.Default { // a lock is known by its path
		if real, err := filepath.EvalSymlinks(s.dir); err == nil {
			s.dir = real
		}
	}
	lock, err := lockStore(s.fs, s.dir)
	if err != nil {
		return err
	}
	s.builder = &builder{lock: lock, failed: make(chan struct{})}
	if err := s.openBuilder(); err != nil {
		s.builder.stop(err)
		return errors.Join(err, unlockStore(s.fs, s.dir, lock))
	}
	return nil
}

// look reads the head, whose zero value stands for a store that isn't there.
func (s *Store) look() (head, error) {
	h, err := readHead(s.fs, s.dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) {
		var none *NoStoreError
		if err = noHead(s.fs, s.dir); errors.As(err, &none) || errors.Is(err, errRetry) {
			err = nil
		}
	}
	return h, err
}

// openBuilder opens the database, with the lock held.
func (s *Store) openBuilder() error {
	want, err := s.look()
	if err != nil {
		return err
	}
	if err := s.sweep(); err != nil {
		return err
	}
	if want.tables > 0 {
		// To build, Pebble deletes what it finds no mention of. So first see,
		// as a reader, whether all is there that should be.
		h, err := s.openReader()
		if err != nil {
			return err
		}
		if err := h.release(); err != nil {
			return err
		}
	} else {
		// A new store, or one whose builder was killed before its first table.
		if err := writeHead(s.fs, s.dir, want); err != nil {
			return err
		}
		if err := syncDir(s.fs, s.dir); err != nil {
			return err
		}
	}
	o := pebbleOptions(buildFS{s.fs}, logger{s.log, s.builder.stop})
	o.ErrorIfNotExists = want.tables > 0
	var db *pebble.DB
	err = s.builder.do(func() (err error) {
		db, err = pebble.Open(s.dir, o)
		return err
	})
	if err != nil {
		return err
	}
	got := tally(db)
	if got != want {
		// The last builder was killed between its last table and the head.
		if err := writeHead(s.fs, s.dir, got); err != nil {
			return errors.Join(err, s.builder.do(db.Close))
		}
	}
	s.handle = newHandle(db, state{head: got})
	return nil
}

// sweep empties the folder in which tables are written.
func (s *Store) sweep() error {
	dir := s.fs.PathJoin(s.dir, newDir)
	if err := s.fs.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	names, err := s.fs.List(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".sst") {
			if err := s.fs.Remove(s.fs.PathJoin(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// closeBuilder closes the database and gives the lock back.
func (s *Store) closeBuilder(h *handle) error {
	err := s.builder.do(h.db.Close)
	if err != nil {
		abandon(h.db)
		s.builder.stop(err)
	}
	err = errors.Join(err, unlockStore(s.fs, s.dir, s.builder.lock))
	return s.diskError("close store", 0, err)
}

// diskError makes what went wrong while writing into a *[FullDiskError] if the
// disk is full; needed is what the writing takes, at a guess.
func (s *Store) diskError(doing string, needed uint64, err error) error {
	var full *FullDiskError
	if errors.As(err, &full) || err == nil {
		return err
	}
	if !isFull(err) {
		return wrapUnlessTyped(fmt.Sprintf("%s %q", doing, s.dir), err)
	}
	full = &FullDiskError{Dir: s.dir, Needed: max(needed, minFreeBytes), Err: err}
	if usage, err := s.fs.GetDiskUsage(s.dir); err == nil {
		full.Free = usage.AvailBytes
	}
	return full
}

// wrapUnlessTyped adds what was being done, unless the error says it already.
func wrapUnlessTyped(doing string, err error) error {
	var busy *BusyError
	var corrupt *CorruptError
	if err == nil || errors.As(err, &busy) || errors.As(err, &corrupt) {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}
