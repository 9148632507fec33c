package cluster

import (
	"cmp"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Cache keeps copies of objects on the local disk, up to a number of bytes;
// those used last stay. Several processes may share a folder. A copy is checked
// whenever it is read, like the object itself, so a cache can be damaged or
// deleted at any time. All methods work on a nil cache, which keeps nothing.
type Cache struct {
	dir   string
	limit int64
	mu    sync.Mutex // held while copies are counted and deleted
}

// OpenCache keeps at most limit bytes in the folder dir, which is made if need
// be.
func OpenCache(dir string, limit int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Cache{dir: dir, limit: limit}, nil
}

func (c *Cache) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

// read reads a copy with f; it reports whether there is a good one.
func (c *Cache) read(name string, f func(io.Reader) error) bool {
	if c == nil {
		return false
	}
	file, err := os.Open(c.path(name))
	if err != nil {
		return false
	}
	defer file.Close()
	if f(file) != nil {
		c.drop(name) // damaged; the bucket has another
		return false
	}
	now := time.Now()
	_ = os.Chtimes(c.path(name), now, now) // used last
	return true
}

// drop deletes a copy.
func (c *Cache) drop(name string) {
	if c != nil {
		_ = os.Remove(c.path(name))
	}
}

// keep reads a stream with f and keeps a copy of what f has read, if f succeeds.
// A disk that can't take it is no error.
func (c *Cache) keep(name string, in io.Reader, f func(io.Reader) error) error {
	var read error
	c.write(name, func(w io.Writer) error {
		read = f(io.TeeReader(in, w))
		return read
	})
	return read
}

// write keeps what f writes, if f succeeds and the disk can take it. It calls f
// once in any case.
func (c *Cache) write(name string, f func(io.Writer) error) {
	out := &copying{}
	if c != nil {
		path := c.path(name)
		if out.err = os.MkdirAll(filepath.Dir(path), 0o777); out.err == nil {
			out.file, out.err = os.CreateTemp(filepath.Dir(path), "new-*.tmp")
		}
	}
	err := f(out)
	if out.file == nil {
		return
	}
	temp := out.file.Name()
	if err = cmp.Or(err, out.err, out.file.Close()); err == nil {
		err = os.Rename(temp, c.path(name))
	}
	if err != nil {
		_ = os.Remove(temp)
	}
	c.trim()
}

// copying writes a copy as long as that goes well, and never fails.
type copying struct {
	file *os.File
	err  error
}

func (o *copying) Write(p []byte) (int, error) {
	if o.file != nil && o.err == nil {
		_, o.err = o.file.Write(p)
	}
	return len(p), nil
}

// abandoned is the age of files that nobody is writing any more.
const abandoned = 24 * time.Hour

// trim deletes the copies used longest ago until the rest fits.
func (c *Cache) trim() {
	c.mu.Lock()
	defer c.mu.Unlock()
	type copied struct {
		path string
		size int64
		used time.Time
	}
	var list []copied
	total := int64(0)
	_ = filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // another process has deleted it
		}
		info, err := d.Info()
		if err != nil {
			return nil //nolint:nilerr // the same
		}
		if strings.HasSuffix(path, ".tmp") && time.Since(info.ModTime()) < abandoned {
			return nil
		}
		list = append(list, copied{path, info.Size(), info.ModTime()})
		total += info.Size()
		return nil
	})
	slices.SortFunc(list, func(a, b copied) int { return a.used.Compare(b.used) })
	for _, f := range list {
		if total <= c.limit {
			return
		}
		if os.Remove(f.path) == nil {
			total -= f.size
		}
	}
}
