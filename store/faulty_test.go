package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"felli"
)

// A faultyFS asks before every change to a file system: what before returns is
// what the change fails with.
type faultyFS struct {
	vfs.FS
	mu     sync.Mutex
	ops    int
	before func(n int, op, name string) error
}

func (f *faultyFS) ask(op, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ops++
	return f.before(f.ops-1, op, name)
}

func (f *faultyFS) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := f.ask("create", name); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name, c)
	return &faultyFile{file, f, name}, err
}

func (f *faultyFS) OpenReadWrite(name string, c vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	if err := f.ask("open to write", name); err != nil {
		return nil, err
	}
	file, err := f.FS.OpenReadWrite(name, c, o...)
	return &faultyFile{file, f, name}, err
}

func (f *faultyFS) ReuseForWrite(from, to string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := f.ask("reuse", to); err != nil {
		return nil, err
	}
	file, err := f.FS.ReuseForWrite(from, to, c)
	return &faultyFile{file, f, to}, err
}

func (f *faultyFS) OpenDir(name string) (vfs.File, error) {
	file, err := f.FS.OpenDir(name)
	if err != nil {
		return nil, err
	}
	return &faultyFile{file, f, name}, nil
}

func (f *faultyFS) Link(from, to string) error {
	if err := f.ask("link", to); err != nil {
		return err
	}
	return f.FS.Link(from, to)
}

func (f *faultyFS) Rename(from, to string) error {
	if err := f.ask("rename", to); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

func (f *faultyFS) Remove(name string) error {
	if err := f.ask("remove", name); err != nil {
		return err
	}
	return f.FS.Remove(name)
}

func (f *faultyFS) RemoveAll(name string) error {
	if err := f.ask("remove all", name); err != nil {
		return err
	}
	return f.FS.RemoveAll(name)
}

func (f *faultyFS) MkdirAll(name string, mode os.FileMode) error {
	if err := f.ask("make folder", name); err != nil {
		return err
	}
	return f.FS.MkdirAll(name, mode)
}

func (f *faultyFS) Lock(name string) (io.Closer, error) {
	if err := f.ask("lock", name); err != nil {
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return f.FS.Lock(name)
}

type faultyFile struct {
	vfs.File
	fs   *faultyFS
	name string
}

func (f *faultyFile) Write(p []byte) (int, error) {
	if err := f.fs.ask("write", f.name); err != nil {
		n, _ := f.File.Write(p[:len(p)/2]) // as a full disk does
		return n, err
	}
	return f.File.Write(p)
}

func (f *faultyFile) WriteAt(p []byte, at int64) (int, error) {
	if err := f.fs.ask("write", f.name); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, at)
}

func (f *faultyFile) Sync() error {
	if err := f.fs.ask("sync", f.name); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) SyncData() error {
	if err := f.fs.ask("sync", f.name); err != nil {
		return err
	}
	return f.File.SyncData()
}

func (f *faultyFile) SyncTo(n int64) (bool, error) {
	if err := f.fs.ask("sync", f.name); err != nil {
		return false, err
	}
	return f.File.SyncTo(n)
}

func (f *faultyFile) Preallocate(at, n int64) error {
	if err := f.fs.ask("preallocate", f.name); err != nil {
		return err
	}
	return f.File.Preallocate(at, n)
}

// Reading changes nothing whatever, also where there is something to tidy up.
func TestReadersWriteNothing(t *testing.T) {
	fsys := vfs.NewMem()
	sm := newSample(t, "felli-mullah", 2)
	buildSample(t, fsys, "db", sm)
	putFile(t, fsys, "db/new/000099.sst", "half a table")
	putFile(t, fsys, "db/FELLI.tmp", "half a head")
	putFile(t, fsys, "db/009999.sst", "a table of no version")
	putFile(t, fsys, "db/009998.dbtmp", "a temporary file")
	putFile(t, fsys, "db/marker.manifest.000001.MANIFEST-000001", "")
	frozen := &faultyFS{FS: fsys, before: func(_ int, op, name string) error {
		t.Errorf("reader: %s %s", op, name)
		return os.ErrPermission
	}}
	s, err := openSample(frozen, "db")
	if err != nil {
		t.Fatal(err)
	}
	if err := sm.check(s, never); err != nil {
		t.Error(err)
	}
	if err := s.Refresh(); err != nil {
		t.Error(err)
	}
	if _, err := s.DiskUsage(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// One change after the other fails, as on a full disk: once, or from then on.
func TestFullDisk(t *testing.T) {
	sm := newSample(t, "felli-mullah", 2+long())
	for _, lasting := range []bool{false, true} {
		name := "once"
		if lasting {
			name = "from then on"
		}
		t.Run(name, func(t *testing.T) {
			n := 0
			for ; ; n += stride() {
				if !fullDiskAt(t, sm, n, lasting) {
					break
				}
			}
			if n < 100 {
				t.Errorf("a build makes only %d changes", n)
			}
			t.Logf("a build makes %d changes", n)
		})
	}
}

// fullDiskAt builds a store on a disk on which change n fails, and reports
// whether there was such a change.
func fullDiskAt(t *testing.T, sm sample, n int, lasting bool) bool {
	t.Helper()
	base := vfs.NewMem()
	failed, trouble := "", false
	disk := &faultyFS{FS: base, before: func(i int, op, name string) error {
		if i == n {
			failed = fmt.Sprintf("change %d, %s %s", i, op, name)
		}
		if i == n || lasting && i > n && op != "remove" {
			trouble = trouble || op != "remove" // Pebble bears with files it can't remove
			return syscall.ENOSPC
		}
		return nil
	}}
	finished := 0
	err := within(t, func() error {
		s, err := Create("db", withFS(disk), tinyBlocks())
		if err != nil {
			return err
		}
		return errors.Join(sm.write(s, func(pairs int) { finished = pairs }), s.Close())
	})
	disk.mu.Lock() // Pebble may still be at something
	what, hurt := failed, trouble
	disk.mu.Unlock()
	if what == "" {
		if err != nil {
			t.Errorf("nothing failed, but: %v", err)
		}
		return false
	}
	if lasting && hurt && err == nil {
		t.Errorf("%s: no error", what)
	}
	var full *FullDiskError
	for _, kind := range []error{felli.ErrInput, felli.ErrCorrupt, felli.ErrNotBuilt} {
		if errors.Is(err, kind) {
			t.Errorf("%s: %v is of the kind %v", what, err, kind)
		}
	}
	if err != nil && !errors.As(err, &full) {
		t.Errorf("%s: %v is no *FullDiskError", what, err)
	}
	afterTrouble(t, what, base, sm, finished)
	return true
}

// within runs f, which must not take long.
func within(t *testing.T, f func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		panic("hangs")
	}
}

// afterTrouble looks at a store whose builder stopped after so many finished
// pairs: these are there, any other is wholly there or wholly not, and what is
// missing can be built.
func afterTrouble(t *testing.T, what string, fsys vfs.FS, sm sample, finished int) {
	t.Helper()
	s, err := openSample(fsys, "db")
	if errors.Is(err, felli.ErrNotBuilt) && finished == 0 {
		err = nil
	} else if err == nil {
		var tb *Tablebase
		tb, err = s.Tablebase(sm.space)
		if errors.Is(err, felli.ErrNotBuilt) && finished == 0 {
			err = nil
		} else if err == nil {
			err = checkPairs(tb, sm, finished)
		}
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		t.Errorf("%s: after %d finished pairs: %v", what, finished, err)
		return
	}
	s, err = Create("db", withFS(fsys), tinyBlocks())
	if err != nil {
		t.Errorf("%s: after %d finished pairs, create: %v", what, finished, err)
		return
	}
	if left, err := fsys.List("db/new"); err != nil || len(left) > 0 {
		t.Errorf("%s: left in new: %v, %v", what, left, err)
	}
	if err := sm.write(s, func(int) {}); err != nil {
		t.Errorf("%s: going on: %v", what, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("%s: going on: %v", what, err)
	}
	if s, err = openSample(fsys, "db"); err != nil {
		t.Errorf("%s: after going on: %v", what, err)
		return
	}
	if err := errors.Join(sm.check(s, never), s.Close()); err != nil {
		t.Errorf("%s: after going on: %v", what, err)
	}
}

// checkPairs checks that the first pairs are there and all others wholly there
// or wholly not.
func checkPairs(tb *Tablebase, sm sample, finished int) error {
	there := map[string]bool{}
	pairs := 0
	for _, f := range sm.tables {
		pair := pairOf(f.Slice).String()
		_, seen := there[pair]
		if !seen {
			pairs++
		}
		allowed := never
		if pairs > finished {
			allowed = func(err error) bool { return errors.Is(err, felli.ErrNotBuilt) }
		}
		_, err := tb.Summary(f.Slice)
		if seen && there[pair] != (err == nil) {
			return fmt.Errorf("half of %v is there", pair)
		}
		there[pair] = err == nil
		if err := checkTable(tb, f, allowed); err != nil {
			return err
		}
	}
	return nil
}
