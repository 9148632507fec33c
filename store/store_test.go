package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

func TestWriteAndRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	mullah, fetaix := newSample(t, "felli-mullah", 3), newSample(t, "fetaix,promote=pass", 3)
	buildSample(t, vfs.Default, dir, mullah, fetaix)
	reader, err := openSample(vfs.Default, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, sm := range []sample{mullah, fetaix} {
		if err := sm.check(reader, never); err != nil {
			t.Error(err)
		}
	}
	held, err := reader.Rulesets()
	if err != nil || len(held) != 2 {
		t.Fatalf("Rulesets() = %v, %v, want two", held, err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Rulesets(); !errors.Is(err, ErrClosed) {
		t.Errorf("Rulesets() of a closed store: %v, want %v", err, ErrClosed)
	}
	if err := reader.Close(); err != nil {
		t.Errorf("second Close() = %v", err)
	}

	// The same by the builder itself.
	builder, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := mullah.check(builder, never); err != nil {
		t.Error(err)
	}
	if err := builder.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestNoStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "holiday.jpg"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	headless := t.TempDir()
	buildSample(t, vfs.Default, headless, newSample(t, "felli", 2))
	if err := os.Remove(filepath.Join(headless, headName)); err != nil {
		t.Fatal(err)
	}
	newer := t.TempDir()
	buildSample(t, vfs.Default, newer, newSample(t, "felli", 2))
	text := strings.Replace(string(head{3, 4}.marshal()), "version 1", "version 7", 1)
	text = text[:strings.Index(text, "crc32c")]
	if err := os.WriteFile(filepath.Join(newer, headName), sealHead(text), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, dir string
		kind      error
		want      string
		creates   bool
	}{
		{"missing folder", filepath.Join(t.TempDir(), "none"), felli.ErrNotBuilt, "the folder does not exist", true},
		{"empty folder", t.TempDir(), felli.ErrNotBuilt, "the folder is empty", true},
		{"file", file, felli.ErrCorrupt, "is a file, a store is a folder", false},
		{"foreign folder", foreign, felli.ErrCorrupt, `is no store: it has no file FELLI, but "holiday.jpg"`, false},
		{"head is missing", headless, felli.ErrCorrupt, "its file FELLI is missing", false},
		{"another version", newer, felli.ErrCorrupt, "it has format version 7, this program reads version 1", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(tt.dir)
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Open: %v, want %q of kind %v", err, tt.want, tt.kind)
			}
			if !strings.Contains(err.Error(), filepath.Base(tt.dir)) {
				t.Errorf("Open: %v doesn't name the folder", err)
			}
			s, err := Create(tt.dir)
			if tt.creates {
				if err != nil {
					t.Fatalf("Create: %v", err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Create: %v, want %q of kind %v", err, tt.want, tt.kind)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	dir := t.TempDir()
	sm := newSample(t, "fetaix", 2)
	buildSample(t, vfs.Default, dir, newSample(t, "felli", 2), sm)
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()

	_, err = s.Tablebase(testgame.Space(t, "fetaix,promote=pass"))
	var ruleset *MissingRulesetError
	if !errors.As(err, &ruleset) || !errors.Is(err, felli.ErrNotBuilt) {
		t.Fatalf("Tablebase: %v, want a *MissingRulesetError", err)
	}
	if want := "store has no tables of fetaix,promote=pass; the nearest it has is fetaix, with promote=stop, not promote=pass"; err.Error() != want {
		t.Errorf("Tablebase: %q, want %q", err, want)
	}
	_, err = s.Tablebase(testgame.Space(t, "lau-kata-kati"))
	if want := "board felli, not lau kata kati"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Tablebase: %v, want %q in it", err, want)
	}

	tb, err := s.Tablebase(sm.space)
	if err != nil {
		t.Fatal(err)
	}
	absent := index.Slice{Men: 2, OppMen: 1}
	_, err = tb.Code(absent, 0)
	var slice *MissingSliceError
	if !errors.As(err, &slice) || slice.Slice != absent || slice.Ruleset.Name != "fetaix" || !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Code: %v, want a *MissingSliceError for %v", err, absent)
	}
	if _, err := tb.Codes(absent); !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Codes: %v, want %v", err, felli.ErrNotBuilt)
	}
	if err := tb.Blocks(absent, nil); !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Blocks: %v, want %v", err, felli.ErrNotBuilt)
	}
	for _, s := range []index.Slice{{}, {Men: 13, OppMen: 1}, {Men: -1, OppMen: 1}, {Men: 1 << 40, OppMen: 1}} {
		if _, err := tb.Code(s, 0); !errors.Is(err, felli.ErrInput) {
			t.Errorf("Code(%v): %v, want %v", s, err, felli.ErrInput)
		}
	}
	if _, err := tb.Code(sm.tables[0].Slice, sm.tables[0].Size); !errors.Is(err, felli.ErrInput) {
		t.Errorf("Code behind the end: %v, want %v", err, felli.ErrInput)
	}
	if _, err := tb.Result("proof", "none"); !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Result: %v, want %v", err, felli.ErrNotBuilt)
	}
	if err := tb.Write(sm.tables[0]); err == nil {
		t.Error("a store opened to read takes a table")
	}
}

// Two names of one game find the same tables.
func TestAlias(t *testing.T) {
	dir := t.TempDir()
	sm := newSample(t, "felli-compulsory", 3)
	buildSample(t, vfs.Default, dir, sm)
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tb, err := s.Tablebase(testgame.Space(t, "felli,capture=compulsory,chain=compulsory"))
	if err != nil {
		t.Fatal(err)
	}
	if err := checkTable(tb, sm.tables[0], never); err != nil {
		t.Error(err)
	}
}

func TestWriteRefuses(t *testing.T) {
	s, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x := testgame.Space(t, "felli")
	tb, err := s.Tablebase(x)
	if err != nil {
		t.Fatal(err)
	}
	good := fakeTable(x, index.Slice{Men: 1, OppMen: 1}, false)
	short := good
	short.Codes = short.Codes.Slice(0, 3)
	other := good
	other.Slice = index.Slice{Men: 1, OppMen: 2}
	foreign := good
	foreign.Slice = index.Slice{Mullahs: 1, OppMen: 1}
	both := good
	both.Codes.Wide = []uint16{1}
	for _, f := range [][]Finished{{short}, {other}, {foreign}, {both}, {good, good}} {
		if err := tb.Write(f...); err == nil {
			t.Errorf("Write(%v with %d codes) succeeded", f[0].Slice, f[0].Codes.Len())
		}
	}
	if list, err := tb.Summaries(); err != nil || len(list) != 0 {
		t.Errorf("Summaries() = %v, %v, want none", list, err)
	}
	if err := tb.PutResult("", "key", nil); err == nil {
		t.Error("PutResult without a kind succeeded")
	}
}

// What is written again replaces what was there, for the writer and for those
// who refresh.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	sm := newSample(t, "felli", 3)
	buildSample(t, vfs.Default, dir, sm)
	reader, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := sm.check(reader, never); err != nil {
		t.Fatal(err)
	}
	s, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tb, err := s.Tablebase(sm.space)
	if err != nil {
		t.Fatal(err)
	}
	if err := sm.check(s, never); err != nil {
		t.Fatal(err)
	}
	other := fakeTable(sm.space, sm.tables[1].Slice, true)
	other.Raw.Win++
	if err := tb.Write(other); err != nil {
		t.Fatal(err)
	}
	if err := tb.PutResult("proof", "p1", []byte("better")); err != nil {
		t.Fatal(err)
	}
	old := sm
	sm.tables = append([]Finished(nil), sm.tables...)
	sm.tables[1] = other
	sm.results = append([]Result(nil), sm.results...)
	sm.results[1].Value = []byte("better")
	if err := sm.check(s, never); err != nil {
		t.Error("builder: ", err)
	}
	if err := old.check(reader, never); err != nil {
		t.Error("reader before Refresh: ", err)
	}
	if err := reader.Refresh(); err != nil {
		t.Fatal(err)
	}
	if err := sm.check(reader, never); err != nil {
		t.Error("reader after Refresh: ", err)
	}
}

// A reader of a store without anything in it sees what comes.
func TestRefreshFromNothing(t *testing.T) {
	dir := t.TempDir()
	s, err := Create(dir, smallBlocks())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	reader, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	sm := newSample(t, "felli-mullah", 2)
	if _, err := reader.Tablebase(sm.space); !errors.Is(err, felli.ErrNotBuilt) {
		t.Fatalf("Tablebase: %v, want %v", err, felli.ErrNotBuilt)
	}
	err = sm.write(s, func(pairs int) {
		if err := reader.Refresh(); err != nil {
			t.Fatal(err)
		}
		tb, err := reader.Tablebase(sm.space)
		if err != nil {
			t.Fatal(err)
		}
		list, err := tb.Summaries()
		if want := sm.tables[len(list)-1].Slice; err != nil || len(list) < pairs {
			t.Fatalf("%d summaries (the last of %v) after %d pairs, %v", len(list), want, pairs, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Refresh(); err != nil {
		t.Fatal(err)
	}
	if err := sm.check(reader, never); err != nil {
		t.Error(err)
	}
}

// The same tables give the same bytes, whatever the order and the cores.
func TestSameBytes(t *testing.T) {
	sm := newSample(t, "felli-mullah", 3)
	content := func(procs int, reverse bool) map[string]int {
		fsys := vfs.NewMem()
		s, err := Create("db", withFS(fsys), tinyBlocks())
		if err != nil {
			t.Fatal(err)
		}
		tb, err := s.Tablebase(sm.space)
		if err != nil {
			t.Fatal(err)
		}
		defer setProcs(procs)()
		for i := range sm.tables {
			f := sm.tables[i]
			if reverse {
				f = sm.tables[len(sm.tables)-1-i]
			}
			if err := tb.Write(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files := map[string]int{}
		for name, text := range readAll(t, fsys) {
			if strings.HasSuffix(name, ".sst") {
				files[text]++
			}
		}
		return files
	}
	one, many := content(1, false), content(4, true)
	if len(one) != len(many) || len(one) < len(sm.tables) {
		t.Fatalf("%d and %d files for %d tables", len(one), len(many), len(sm.tables))
	}
	for text := range one {
		if many[text] != one[text] {
			t.Fatal("a table file has other bytes when written in another order")
		}
	}
}

// A store that was deleted and built again, with the same tables, is noticed.
func TestRefreshRebuilt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	sm := newSample(t, "felli", 3)
	buildSample(t, vfs.Default, dir, sm)
	reader, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	before := reader.handle
	if err := reader.Refresh(); err != nil || reader.handle != before {
		t.Fatalf("Refresh() = %v, or opens anew without need", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := reader.Refresh(); !errors.Is(err, felli.ErrNotBuilt) {
		t.Errorf("Refresh() of a deleted store = %v, want %v", err, felli.ErrNotBuilt)
	}
	buildSample(t, vfs.Default, dir, sm)
	if err := reader.Refresh(); err != nil {
		t.Fatal(err)
	}
	if err := sm.check(reader, never); err != nil {
		t.Error(err)
	}
}

// A crowdedFS has no file handles left for anything but a store's head.
type crowdedFS struct{ vfs.FS }

func (c crowdedFS) Open(name string, o ...vfs.OpenOption) (vfs.File, error) {
	if c.PathBase(name) != headName {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EMFILE}
	}
	return c.FS.Open(name, o...)
}

// What the machine refuses is said, also by a store in which nothing is built
// yet.
func TestOpenCrowded(t *testing.T) {
	for _, built := range []bool{false, true} {
		mem := vfs.NewMem()
		if built {
			buildSample(t, mem, "db", newSample(t, "felli", 2))
		} else {
			s, err := Create("db", withFS(mem))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Open("db", withFS(crowdedFS{mem}))
		if !errors.Is(err, syscall.EMFILE) || errors.Is(err, felli.ErrCorrupt) || errors.Is(err, felli.ErrNotBuilt) {
			t.Errorf("built: %v; Open gives %v, %v, want that there are too many open files", built, s, err)
		}
	}
}
