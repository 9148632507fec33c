package store

import (
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// long is 1 in a full test and 0 in a short one.
func long() int {
	if testing.Short() {
		return 0
	}
	return 1
}

// stride is how many of the moments of a build a test may leave out between two
// that it looks at: none in an acceptance test.
func stride() int {
	switch {
	case testing.Short() || raceDetector:
		return 9
	case os.Getenv("FELLI_ACCEPTANCE") == "":
		return 3
	}
	return 1
}

// sealHead appends its checksum to the text of a head file.
func sealHead(text string) []byte {
	return fmt.Appendf([]byte(text), crcLine, crc32.Checksum([]byte(text), castagnoli))
}

// setProcs sets how many cores Go uses, until the function it returns is
// called.
func setProcs(n int) func() {
	old := runtime.GOMAXPROCS(n)
	return func() { runtime.GOMAXPROCS(old) }
}

// readAll reads all files of the store db.
func readAll(tb testing.TB, fsys vfs.FS) map[string]string {
	tb.Helper()
	names, err := fsys.List("db")
	if err != nil {
		tb.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		path := fsys.PathJoin("db", name)
		info, err := fsys.Stat(path)
		if err != nil {
			tb.Fatal(err)
		}
		if info.IsDir() {
			continue
		}
		f, err := fsys.Open(path)
		if err != nil {
			tb.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			tb.Fatal(err)
		}
		if err := f.Close(); err != nil {
			tb.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}

// putFile makes a file with the given content, in place of the one there.
func putFile(tb testing.TB, fsys vfs.FS, path, text string) {
	tb.Helper()
	f, err := fsys.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
}
