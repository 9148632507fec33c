package store

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"felli"
)

// damageSamples are a small store of several rulesets, with tables of one block
// and of many, in one file and in several, of both widths.
func damageSamples(t *testing.T) []sample {
	t.Helper()
	return []sample{newSample(t, "felli-mullah", 2), newSample(t, "felli", 3)}
}

// harmless are files that a store can do without.
func harmless(name string) bool {
	return name == lockName || strings.HasPrefix(name, "OPTIONS-") || strings.HasSuffix(name, ".log")
}

// Whatever single byte of whatever file is changed, every answer is right or an
// error of the kind corrupt.
func TestFlippedBytes(t *testing.T) {
	flips := 2400
	switch {
	case testing.Short() && raceDetector:
		flips = 40
	case testing.Short():
		flips = 160
	case raceDetector:
		flips = 300
	}
	fsys := vfs.NewMem()
	samples := damageSamples(t)
	buildSample(t, fsys, "db", samples...)
	files := readAll(t, fsys)
	var names []string
	total := 0
	for name, text := range files {
		names = append(names, name)
		total += len(text)
	}
	slices.Sort(names)
	rng := rand.New(rand.NewPCG(3, uint64(flips)))
	for range flips {
		// Half of the flips by bytes, half by files: small files matter too.
		name := names[rng.IntN(len(names))]
		at := rng.IntN(max(1, len(files[name])))
		if rng.IntN(2) == 0 {
			at = rng.IntN(total)
			for _, name = range names {
				if at < len(files[name]) {
					break
				}
				at -= len(files[name])
			}
		}
		if len(files[name]) == 0 {
			continue
		}
		damaged := []byte(files[name])
		damaged[at] ^= 1 << rng.IntN(8)
		if rng.IntN(4) == 0 {
			damaged[at] = byte(rng.IntN(256))
		}
		checkDamaged(t, fsys, files, name, string(damaged), fmt.Sprintf("byte %d of %s (%d bytes)", at, name, len(damaged)), samples)
	}
}

// The same for files that end too early or are gone.
func TestTruncatedFiles(t *testing.T) {
	fsys := vfs.NewMem()
	samples := damageSamples(t)
	buildSample(t, fsys, "db", samples...)
	files := readAll(t, fsys)
	rng := rand.New(rand.NewPCG(3, 5))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := files[name]
		lengths := map[int]bool{0: true, len(text) / 2: true, max(0, len(text)-1): true}
		if raceDetector {
			lengths = map[int]bool{len(text) / 2: true}
		} else if !testing.Short() {
			for range 8 {
				lengths[rng.IntN(len(text)+1)] = true
			}
		}
		for n := range lengths {
			checkDamaged(t, fsys, files, name, text[:n], fmt.Sprintf("%s cut at %d of %d", name, n, len(text)), samples)
		}
		checkDamaged(t, fsys, files, name, gone, name+" deleted", samples)
	}
}

// gone stands for a file that was deleted.
const gone = "\x00gone"

// checkDamaged reads, and opens to build, a store in which one file has another
// content, and repairs it.
func checkDamaged(t *testing.T, fsys *vfs.MemFS, files map[string]string, name, content, what string, samples []sample) {
	t.Helper()
	path := fsys.PathJoin("db", name)
	if content == gone {
		if err := fsys.Remove(path); err != nil {
			t.Fatal(err)
		}
	} else {
		putFile(t, fsys, path, content)
	}
	checkAll := func(s *Store, err error, how string) {
		if err != nil {
			if !errors.Is(err, felli.ErrCorrupt) {
				t.Errorf("%s: %s: %v isn't of the kind corrupt", what, how, err)
			} else if harmless(name) && content == gone {
				t.Errorf("%s: %s: %v", what, how, err)
			}
			return
		}
		for _, sm := range samples {
			if err := sm.check(s, corrupt); err != nil {
				t.Errorf("%s: %s: %v", what, how, err)
			}
		}
		if err := s.Close(); err != nil && !errors.Is(err, felli.ErrCorrupt) {
			t.Errorf("%s: %s: close: %v", what, how, err)
		}
	}
	s, err := openSample(fsys, "db")
	checkAll(s, err, "reader")
	if strings.HasSuffix(name, ".sst") && (testing.Short() || len(what)%8 > 0) {
		putFile(t, fsys, path, files[name]) // a builder doesn't touch it
		return
	}

	// A builder must not make it worse.
	s, err = Create("db", withFS(fsys))
	checkAll(s, err, "builder")
	if _, err := fsys.Stat(path); err == nil || content == gone {
		putFile(t, fsys, path, files[name])
	}
	s, err = openSample(fsys, "db")
	if err != nil {
		t.Fatalf("%s: repaired after a builder: %v", what, err)
	}
	for _, sm := range samples {
		if err := sm.check(s, never); err != nil {
			t.Fatalf("%s: repaired after a builder: %v", what, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, extra := range extraFiles(t, fsys, files) {
		if err := fsys.Remove(fsys.PathJoin("db", extra)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		putFile(t, fsys, fsys.PathJoin("db", name), text)
	}
}

// extraFiles are the files that a builder has added.
func extraFiles(t *testing.T, fsys vfs.FS, files map[string]string) []string {
	t.Helper()
	var extra []string
	for name := range readAll(t, fsys) {
		if _, ok := files[name]; !ok {
			extra = append(extra, name)
		}
	}
	return extra
}
