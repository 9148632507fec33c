package store

import (
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"felli/index"
)

// DiskUsage is how many bytes the store's files have.
func (s *Store) DiskUsage() (uint64, error) {
	total, err := s.folderBytes(s.dir)
	if err != nil {
		return 0, fmt.Errorf("size of store %q: %w", s.dir, err)
	}
	return total, nil
}

// folderBytes adds up the files below dir. Files that go meanwhile count
// nothing.
func (s *Store) folderBytes(dir string) (uint64, error) {
	names, err := s.fs.List(dir)
	if err != nil {
		return 0, err
	}
	var total uint64
	for _, name := range names {
		path := s.fs.PathJoin(dir, name)
		info, err := s.fs.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			if below, err := s.folderBytes(path); err == nil {
				total += below
			}
		default:
			total += uint64(info.Size())
		}
	}
	return total, nil
}

// DiskUsage is about how many bytes the ruleset's tables and results take on
// disk. It is cheap.
func (t *Tablebase) DiskUsage() (uint64, error) {
	var total uint64
	for _, kind := range []byte{keyRuleset, keySlice, keyResult} {
		from := append([]byte{kind}, t.id[:]...)
		n, err := t.estimate(from, append(from[:len(from):len(from)], 0xff))
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// SliceUsage is about how many bytes the table of s takes on disk, with the
// twin's where they share a file.
func (t *Tablebase) SliceUsage(s index.Slice) (uint64, error) {
	tb, err := t.table(s)
	if err != nil {
		return 0, err
	}
	return t.estimate(tb.key, blockKey(nil, tb.key, 1<<32-1))
}

func (t *Tablebase) estimate(from, to []byte) (uint64, error) {
	var n uint64
	what := func() string { return fmt.Sprintf("size of %v", t.Ruleset()) }
	err := t.store.read(what, func(db *pebble.DB) (err error) {
		if db == nil {
			return nil
		}
		if n, err = db.EstimateDiskUsage(from, to); err != nil {
			return fault(what(), err)
		}
		return nil
	})
	return n, err
}
