package object_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"felli"
	"felli/index"
	"felli/solve"
	"felli/store"
	"felli/store/object"
)

// solved builds a store and gives its tables.
func solved(tb testing.TB, text string, pieces int) *store.Tablebase {
	tb.Helper()
	r, err := felli.ParseRuleset(text)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := felli.NewGame(r)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := store.Create(filepath.Join(tb.TempDir(), "db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	tables, err := s.Tablebase(index.NewSpace(g))
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := solve.Run(context.Background(), tables.Space(), tables, solve.Options{Pieces: pieces}); err != nil {
		tb.Fatal(err)
	}
	return tables
}

func finished(tb testing.TB, tables *store.Tablebase, s index.Slice) index.Finished {
	tb.Helper()
	sum, err := tables.Summary(s)
	if err != nil {
		tb.Fatal(err)
	}
	codes, err := tables.Codes(s)
	if err != nil {
		tb.Fatal(err)
	}
	return index.Finished{Summary: sum, Codes: codes}
}

func write(tb testing.TB, r felli.Ruleset, f index.Finished) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := object.Write(&b, r, f); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// wide is f with two bytes a code.
func wide(f index.Finished) index.Finished {
	w := make([]uint16, f.Codes.Len())
	for i := range w {
		w[i] = uint16(f.Codes.At(uint64(i))) + 1000
	}
	f.Codes = index.Codes{Wide: w}
	return f
}

func TestRoundTrip(t *testing.T) {
	tables := solved(t, "felli-mullah", 4)
	x, r := tables.Space(), tables.Ruleset()
	for _, s := range x.Slices(4) {
		f := finished(t, tables, s)
		for _, f := range []index.Finished{f, wide(f)} {
			b := write(t, r, f)
			got, err := object.Read(bytes.NewReader(b), x, s)
			if err != nil {
				t.Fatalf("Read(%v): %v", s, err)
			}
			if got.Summary != f.Summary || !bytes.Equal(got.Codes.Narrow, f.Codes.Narrow) || !slices.Equal(got.Codes.Wide, f.Codes.Wide) {
				t.Fatalf("%v doesn't come back as it was", s)
			}
			if sum, err := object.Verify(bytes.NewReader(b), x, s); err != nil || sum != f.Summary {
				t.Fatalf("Verify(%v): %+v, %v", s, sum, err)
			}
			if h, err := object.ReadHeader(bytes.NewReader(b[:min(object.HeaderBytes, len(b))]), x, s); err != nil || h.Summary != f.Summary {
				t.Fatalf("ReadHeader(%v): %+v, %v", s, h, err)
			}
		}
	}
}

// Several blocks, the last one not full.
func TestBlocks(t *testing.T) {
	r, err := felli.ParseRuleset("felli")
	if err != nil {
		t.Fatal(err)
	}
	f := index.Finished{Summary: index.Summary{Slice: index.Slice{Men: 1, OppMen: 1}, Size: 2<<20 + 5}}
	f.Codes.Wide = make([]uint16, f.Size)
	for i := range f.Codes.Wide {
		f.Codes.Wide[i] = uint16(i ^ i>>16*40503)
	}
	b := write(t, r, f)
	in := object.NewReader(bytes.NewReader(slices.Concat(b, b)))
	for range 2 {
		if h, err := in.Next(); err != nil || h.Summary != f.Summary || h.Width != 2 {
			t.Fatalf("Next: %+v, %v", h, err)
		}
		if codes, err := in.Codes(); err != nil || !slices.Equal(codes.Wide, f.Codes.Wide) {
			t.Fatalf("codes don't come back as they were: %v", err)
		}
	}
	if _, err := in.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("Next behind the last object: %v, want io.EOF", err)
	}
}

// Any changed byte and any cut is found, and is told from errors of the stream.
func TestDamageIsFound(t *testing.T) {
	tables := solved(t, "felli-compulsory", 4)
	x := tables.Space()
	s := index.Slice{Men: 2, OppMen: 1}
	whole := write(t, tables.Ruleset(), finished(t, tables, s))
	for i := range whole {
		for _, bit := range []byte{1, 0x80} {
			b := bytes.Clone(whole)
			b[i] ^= bit
			if _, err := object.Read(bytes.NewReader(b), x, s); !errors.Is(err, felli.ErrCorrupt) {
				t.Fatalf("byte %d changed by %#x: %v, want ErrCorrupt", i, bit, err)
			}
			if _, err := object.Verify(bytes.NewReader(b), x, s); !errors.Is(err, felli.ErrCorrupt) {
				t.Fatalf("Verify, byte %d changed by %#x: %v, want ErrCorrupt", i, bit, err)
			}
		}
		if _, err := object.Read(bytes.NewReader(whole[:i]), x, s); !errors.Is(err, felli.ErrCorrupt) {
			t.Fatalf("cut after %d bytes: %v, want ErrCorrupt", i, err)
		}
		broken := errors.New("the line is broken")
		in := io.MultiReader(bytes.NewReader(whole[:i]), failing{broken})
		if _, err := object.Read(in, x, s); !errors.Is(err, broken) || errors.Is(err, felli.ErrCorrupt) {
			t.Fatalf("stream that breaks after %d bytes: %v, want its error", i, err)
		}
	}
	if _, err := object.Read(bytes.NewReader(append(bytes.Clone(whole), 0)), x, s); !errors.Is(err, felli.ErrCorrupt) {
		t.Errorf("a byte more: %v, want ErrCorrupt", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestForeignObjectsAreRefused(t *testing.T) {
	tables := solved(t, "felli-compulsory", 4)
	s := index.Slice{Men: 2, OppMen: 1}
	whole := write(t, tables.Ruleset(), finished(t, tables, s))
	draw := solved(t, "felli-compulsory,stalemate=draw", 2)
	same := solved(t, "felli,capture=compulsory,chain=compulsory", 2)
	for _, c := range []struct {
		name  string
		x     *index.Space
		slice index.Slice
		bytes []byte
		want  string // in the error; "": none
	}{
		{"another name of the same game", same.Space(), s, whole, ""},
		{"another option", draw.Space(), s, whole, "of another game"},
		{"another slice", tables.Space(), s.Twin(), whole, "not the slice m1vm2"},
		{"another version", tables.Space(), s, bytes.Replace(whole, []byte("table 1\n"), []byte("table 2\n"), 1), "format version 2"},
		{"no table", tables.Space(), s, []byte("fen,value,dtw\n"), "no table"},
		{"nothing", tables.Space(), s, nil, "ends too early"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := object.Read(bytes.NewReader(c.bytes), c.x, c.slice)
			if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, felli.ErrCorrupt) || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("Read: %v, want %q", err, c.want)
			}
		})
	}
}

func TestImporter(t *testing.T) {
	tables := solved(t, "felli-compulsory", 4)
	other := solved(t, "felli", 3)
	var all bytes.Buffer
	count := 0
	for _, from := range []*store.Tablebase{tables, other} {
		list, err := from.Summaries()
		if err != nil {
			t.Fatal(err)
		}
		for _, sum := range list {
			all.Write(write(t, from.Ruleset(), finished(t, from, sum.Slice)))
			count++
		}
	}
	to, err := store.Create(filepath.Join(t.TempDir(), "db"))
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	for _, again := range []bool{false, true} {
		m := object.NewImporter(to)
		if err := errors.Join(m.All(bytes.NewReader(all.Bytes())), m.Flush()); err != nil {
			t.Fatal(err)
		}
		added, kept := count, 0
		if again {
			added, kept = 0, count
		}
		if len(m.Added) != added || len(m.Kept) != kept {
			t.Errorf("import again=%v: %d added, %d kept, want %d and %d", again, len(m.Added), len(m.Kept), added, kept)
		}
	}
	for _, from := range []*store.Tablebase{tables, other} {
		got, err := to.Tablebase(from.Space())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := from.Summaries()
		if list, err := got.Summaries(); err != nil || cmp.Diff(want, list) != "" {
			t.Errorf("%v: %v (-want +got)\n%s", from.Ruleset(), err, cmp.Diff(want, list))
		}
		for _, sum := range want {
			a, b := finished(t, from, sum.Slice), finished(t, got, sum.Slice)
			if !bytes.Equal(a.Codes.Narrow, b.Codes.Narrow) {
				t.Errorf("%v: other codes after the import", sum.Slice)
			}
		}
	}

	// A table whose values contradict the store's.
	f := finished(t, tables, index.Slice{Men: 1, OppMen: 1})
	f.Checksum[0] ^= 1
	m := object.NewImporter(to)
	if err := m.All(bytes.NewReader(write(t, tables.Ruleset(), f))); !errors.Is(err, felli.ErrCorrupt) {
		t.Errorf("import of a table that differs from the store's: %v, want ErrCorrupt", err)
	}
}

func TestNames(t *testing.T) {
	r, err := felli.ParseRuleset("fetaix")
	if err != nil {
		t.Fatal(err)
	}
	s := index.Slice{Men: 2, Mullahs: 1, OppMen: 3}
	name := object.Name(r, s)
	if got, ok := object.SliceOf(name); !ok || got != s || !strings.HasPrefix(name, object.Prefix(r)) {
		t.Errorf("SliceOf(%q) = %v, %v, want %v", name, got, ok, s)
	}
	for _, other := range []string{"", "m2vm1", "m2vm1.tmp", "notes.felli", object.Prefix(r)} {
		if got, ok := object.SliceOf(other); ok {
			t.Errorf("SliceOf(%q) = %v, want none", other, got)
		}
	}
}

// FuzzReader: no bytes make a reader panic, and what it takes for an object is
// written back the same.
func FuzzReader(f *testing.F) {
	tables := solved(f, "felli-compulsory", 3)
	for _, s := range tables.Space().Slices(3) {
		f.Add(write(f, tables.Ruleset(), finished(f, tables, s)))
	}
	f.Add([]byte("felli table 1\n{}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := object.NewReader(bytes.NewReader(b))
		for {
			h, err := r.Next()
			if err != nil {
				return
			}
			codes, err := r.Codes()
			if err != nil {
				if !errors.Is(err, felli.ErrCorrupt) {
					t.Fatalf("Codes: %v, want ErrCorrupt", err)
				}
				return
			}
			if uint64(codes.Len()) != h.Size {
				t.Fatalf("%d codes, the header says %d", codes.Len(), h.Size)
			}
		}
	})
}
