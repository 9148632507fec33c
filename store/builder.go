package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// A builder is what a store has that is open to be built: the lock, and the
// means to survive what Pebble thinks should end the process.
type builder struct {
	lock io.Closer

	mu     sync.Mutex // held while tables are ingested
	serial int        // of the next temporary file

	fail   sync.Once
	failed chan struct{} // closed when the database can't go on
	cause  error         // why, once failed is closed
}

// stop marks the database as unable to go on.
func (b *builder) stop(cause error) {
	b.fail.Do(func() {
		b.cause = cause
		close(b.failed)
	})
}

// A panicError is a panic that [builder.do] caught.
type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func (e *panicError) Unwrap() error {
	err, _ := e.value.(error)
	return err
}

// do runs f, in which Pebble may say that the process must end. f then never
// comes back, and neither may other goroutines of Pebble's that hold its
// locks; do returns the reason, now and whenever it is called again. A panic
// in f is returned as a *[panicError].
func (b *builder) do(f func() error) error {
	select {
	case <-b.failed:
		return b.cause
	default:
	}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- &panicError{r}
			}
		}()
		done <- f()
	}()
	select {
	case err := <-done:
		return err
	case <-b.failed:
		return b.cause
	}
}

// abandoned keeps databases that can't be closed because something in them
// stopped half-way: Pebble's debug build ends the process when one is garbage
// collected.
var abandoned struct {
	sync.Mutex
	dbs []*pebble.DB
}

func abandon(db *pebble.DB) {
	abandoned.Lock()
	defer abandoned.Unlock()
	abandoned.dbs = append(abandoned.dbs, db)
}

// A buildFS is the file system that a builder gives to Pebble. The lock is held
// already, and must be given back also when Pebble can't be closed.
type buildFS struct{ vfs.FS }

func (buildFS) Lock(string) (io.Closer, error) { return noLock{}, nil }

// Create makes sure that the file a marker points to is there before the
// marker is: Pebble makes both durable at once, in no order, so that a machine
// that stops in between could keep the marker alone.
func (b buildFS) Create(name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	if strings.HasPrefix(b.PathBase(name), "marker.") {
		if err := syncDir(b.FS, b.PathDir(name)); err != nil {
			return nil, err
		}
	}
	return b.FS.Create(name, category)
}

// lockStore takes the lock that only one builder can have. It goes with the
// process that holds it. Who that is stands in a file of its own, as a locked
// file can't be read everywhere.
func lockStore(fsys vfs.FS, dir string) (io.Closer, error) {
	lock, err := fsys.Lock(fsys.PathJoin(dir, lockName))
	if err != nil {
		if isTaken(err) {
			return nil, &BusyError{Dir: dir, Holder: holder(fsys, dir)}
		}
		return nil, fmt.Errorf("lock store %q: %w", dir, err)
	}
	host, _ := os.Hostname()
	who := fmt.Sprintf("process %d on %s, since %s\n", os.Getpid(), host, time.Now().Format(time.DateTime))
	if err := writeFile(fsys, fsys.PathJoin(dir, builderName), []byte(who)); err != nil {
		return nil, errors.Join(fmt.Errorf("lock store %q: %w", dir, err), lock.Close())
	}
	return lock, nil
}

// unlockStore gives the lock back.
func unlockStore(fsys vfs.FS, dir string, lock io.Closer) error {
	err := fsys.Remove(fsys.PathJoin(dir, builderName))
	return errors.Join(err, lock.Close())
}

// holder says who has the lock.
func holder(fsys vfs.FS, dir string) string {
	f, err := fsys.Open(fsys.PathJoin(dir, builderName))
	if err != nil {
		return "another process"
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if who := strings.TrimSpace(string(text)); err == nil && who != "" {
		return who
	}
	return "another process"
}
