package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Files of a store that aren't Pebble's.
const (
	headName    = "FELLI"     // what the store is and how much it holds at least
	headTemp    = "FELLI.tmp" // the next head, until it takes the head's place
	builderName = "BUILDER"   // who builds
	lockName    = "LOCK"      // locked while somebody builds
	newDir      = "new"       // sorted tables that are being written
)

// A head is what the head file says: the store has at least that many sorted
// tables with that many bytes. Pebble takes a damaged end of its manifest for
// a crash and forgets what stood there; the head tells the difference. It is
// written after the tables, so it may lag behind but never runs ahead.
type head struct {
	tables uint64
	bytes  uint64
}

const headFormat = "felli store\nversion %d\ntables %d\nbytes %d\n"

const crcLine = "crc32c %08x\n"

func (h head) marshal() []byte {
	text := fmt.Appendf(nil, headFormat, FormatVersion, h.tables, h.bytes)
	return fmt.Appendf(text, crcLine, crc32.Checksum(text, castagnoli))
}

// parseHead reads a head file. Its errors are *[CorruptError] without a key.
func parseHead(text []byte) (head, error) {
	const first = "felli store\n"
	if !bytes.HasPrefix(text, []byte(first)) {
		return head{}, &CorruptError{Reason: "its first line isn't \"felli store\""}
	}
	body := len(text) - len(fmt.Sprintf(crcLine, 0))
	if body < len(first) || string(text[body:]) != fmt.Sprintf(crcLine, crc32.Checksum(text[:body], castagnoli)) {
		return head{}, &CorruptError{Reason: "its checksum is wrong"}
	}
	var version int
	if _, err := fmt.Sscanf(string(text[len(first):body]), "version %d\n", &version); err != nil {
		return head{}, &CorruptError{Reason: "it names no format version"}
	}
	if version != FormatVersion {
		return head{}, &CorruptError{
			Reason:  fmt.Sprintf("it has format version %d, this program reads version %d", version, FormatVersion),
			Version: version,
		}
	}
	var h head
	if _, err := fmt.Sscanf(string(text[:body]), headFormat, &version, &h.tables, &h.bytes); err != nil {
		return head{}, &CorruptError{Reason: "it isn't in its format", Version: version, Err: err}
	}
	return h, nil
}

// readHead reads the head file of the store in dir. Its errors match
// [fs.ErrNotExist], or are *[CorruptError], or say why the file can't be read.
func readHead(fsys vfs.FS, dir string) (head, error) {
	path := fsys.PathJoin(dir, headName)
	f, err := fsys.Open(path)
	if err != nil {
		return head{}, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, 1<<12))
	if err != nil {
		return head{}, fmt.Errorf("read %q: %w", path, err)
	}
	h, err := parseHead(text)
	var corrupt *CorruptError
	if errors.As(err, &corrupt) {
		corrupt.Key = fmt.Sprintf("store %q", dir)
		if corrupt.Version == 0 {
			corrupt.Key = fmt.Sprintf("file %q", path)
		}
	}
	return h, err
}

// A state is a head and when it was written. A store that was deleted and
// built again may have the same head, but not at the same time.
type state struct {
	head
	written int64 // nanoseconds since 1970
}

// readState is [readHead] with the time.
func readState(fsys vfs.FS, dir string) (state, error) {
	info, err := fsys.Stat(fsys.PathJoin(dir, headName))
	if err != nil {
		return state{}, err
	}
	h, err := readHead(fsys, dir)
	return state{h, info.ModTime().UnixNano()}, err
}

// writeHead replaces the head file. A crash leaves the old or the new one.
func writeHead(fsys vfs.FS, dir string, h head) error {
	temp := fsys.PathJoin(dir, headTemp)
	if err := writeFile(fsys, temp, h.marshal()); err != nil {
		return err
	}
	return fsys.Rename(temp, fsys.PathJoin(dir, headName))
}

// writeFile writes a file and makes its content durable.
func writeFile(fsys vfs.FS, path string, content []byte) error {
	f, err := fsys.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncDir makes the names in a folder durable.
func syncDir(fsys vfs.FS, dir string) error {
	d, err := fsys.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// tally counts the sorted tables of an open database.
func tally(db *pebble.DB) head {
	var h head
	m := db.Metrics()
	for _, level := range m.Levels {
		h.tables += uint64(level.TablesCount)
		h.bytes += uint64(level.TablesSize)
	}
	return h
}

// isOurs reports whether a file in a folder without a head can be what a
// builder leaves that was killed before it wrote one.
func isOurs(name string) bool {
	const diskRoot = "lost+found" // a disk of its own for the store has that
	return name == diskRoot || name == headTemp || name == builderName || name == lockName || name == newDir
}

// isPebbles reports whether a file has a name such as Pebble gives.
func isPebbles(name string) bool {
	for _, prefix := range []string{"MANIFEST-", "OPTIONS-", "marker."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(name, ".sst") || strings.HasSuffix(name, ".log")
}

// noHead is the error for a folder without a head file; [errRetry] if a builder
// wrote one meanwhile.
func noHead(fsys vfs.FS, dir string) error {
	info, err := fsys.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &NoStoreError{dir, "the folder does not exist"}
	case err != nil:
		return fmt.Errorf("open store %q: %w", dir, err)
	case !info.IsDir():
		return &CorruptError{Key: fmt.Sprintf("%q", dir), Reason: "is a file, a store is a folder"}
	}
	names, err := fsys.List(dir)
	if err != nil {
		return fmt.Errorf("open store %q: %w", dir, err)
	}
	slices.Sort(names)
	// The list isn't of one moment: it may have the files that came after the
	// head without the head.
	switch _, err := fsys.Stat(fsys.PathJoin(dir, headName)); {
	case err == nil:
		return errRetry
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("open store %q: %w", dir, err)
	}
	foreign := ""
	for _, name := range names {
		if isOurs(name) {
			continue
		}
		if isPebbles(name) {
			return &CorruptError{Key: fmt.Sprintf("store %q", dir), Reason: "its file " + headName + " is missing"}
		}
		foreign = cmp.Or(foreign, name)
	}
	if foreign != "" {
		return &CorruptError{Key: fmt.Sprintf("%q", dir), Reason: fmt.Sprintf("is no store: it has no file %s, but %q", headName, foreign)}
	}
	if slices.ContainsFunc(names, isOurs) {
		return &NoStoreError{dir, "nothing has been built yet"}
	}
	return &NoStoreError{dir, "the folder is empty"}
}
