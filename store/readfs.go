package store

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"
)

var errReadOnly = errors.New("store is open for reading only")

// A readFS is a file system in which nothing can be changed, for opening one
// folder once. Locking does nothing: Pebble locks the folder also to read it,
// and that needs a file.
//
// A builder may add tables meanwhile. Pebble lists the folder first and reads
// the manifest later, so it could find tables there that it hasn't in its list
// and would take for lost. So the folder is listed again after the manifest was
// opened, and only as much of the manifest is read as it had by then.
type readFS struct {
	vfs.FS
	dir string

	names    []string // of the files in dir, once it was listed
	manifest string
	file     vfs.File // the manifest, until it is asked for
}

func (r *readFS) List(dir string) ([]string, error) {
	if dir != r.dir {
		return r.FS.List(dir)
	}
	if r.names != nil { // Pebble asks twice
		return slices.Clone(r.names), nil
	}
	names, err := r.FS.List(dir)
	if err != nil {
		return nil, err
	}
	marker, manifest := currentManifest(names)
	if manifest != "" {
		file, err := r.FS.Open(r.PathJoin(dir, manifest))
		if err != nil {
			return nil, err
		}
		info, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		r.manifest, r.file = r.PathJoin(dir, manifest), &startOfFile{file, io.LimitedReader{R: file, N: info.Size()}}
		if names, err = r.FS.List(dir); err != nil {
			return nil, err
		}
		names = slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, manifestMarker) })
		names = append(names, marker)
	}
	r.names = names
	return slices.Clone(names), nil
}

// Open opens a file; the manifest is open already.
func (r *readFS) Open(name string, options ...vfs.OpenOption) (vfs.File, error) {
	if file := r.file; file != nil && name == r.manifest {
		r.file = nil
		return file, nil
	}
	return r.FS.Open(name, options...)
}

// opened ends the opening.
func (r *readFS) opened() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// A startOfFile is a file that ends where it ended when it was opened.
type startOfFile struct {
	vfs.File
	start io.LimitedReader
}

func (f *startOfFile) Read(p []byte) (int, error) { return f.start.Read(p) }

const manifestMarker = "marker.manifest."

// currentManifest finds, among the files of a store, the marker that counts
// and the manifest it names: marker.manifest.000002.MANIFEST-000017.
func currentManifest(names []string) (marker, manifest string) {
	last := uint64(0)
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, manifestMarker)
		number, target, ok2 := strings.Cut(rest, ".")
		n, err := strconv.ParseUint(number, 10, 64)
		if ok && ok2 && err == nil && n >= last {
			last, marker, manifest = n, name, target
		}
	}
	return marker, manifest
}

type noLock struct{}

func (noLock) Close() error { return nil }

func (*readFS) Lock(string) (io.Closer, error)                         { return noLock{}, nil }
func (*readFS) Create(string, vfs.DiskWriteCategory) (vfs.File, error) { return nil, errReadOnly }
func (*readFS) Link(string, string) error                              { return errReadOnly }
func (*readFS) Remove(string) error                                    { return errReadOnly }
func (*readFS) RemoveAll(string) error                                 { return errReadOnly }
func (*readFS) Rename(string, string) error                            { return errReadOnly }
func (*readFS) MkdirAll(string, os.FileMode) error                     { return errReadOnly }
func (*readFS) Unwrap() vfs.FS                                         { return nil }

func (*readFS) OpenReadWrite(string, vfs.DiskWriteCategory, ...vfs.OpenOption) (vfs.File, error) {
	return nil, errReadOnly
}

func (*readFS) ReuseForWrite(string, string, vfs.DiskWriteCategory) (vfs.File, error) {
	return nil, errReadOnly
}
