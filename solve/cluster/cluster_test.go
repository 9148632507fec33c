package cluster

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"felli"
	"felli/index"
	"felli/solve"
	"felli/store/object"
)

func testSpace(t *testing.T, text string) *index.Space {
	t.Helper()
	x, err := spaceOf(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func testBucket(t *testing.T) (*Bucket, string) {
	t.Helper()
	dir := t.TempDir()
	b, err := OpenBucket(t.Context(), "file://"+dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b, dir
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		bytes uint64
		want  string
	}{
		{0, "1M"},
		{1 << 20, "1M"},
		{1<<20 + 1, "4M"},
		{200 << 20, "256M"},
		{300 << 20, "384M"},
		{400 << 20, "512M"},
		{1 << 30, "1G"},
		{1<<30 + 1, "1.5G"},
		{11 << 30, "12G"},
		{1 << 40, "1T"},
	} {
		if got := classOf(c.bytes).String(); got != c.want {
			t.Errorf("classOf(%d) = %s, want %s", c.bytes, got, c.want)
		}
	}
	list := classesIn(5 << 30)
	if got := list[len(list)-1].String(); got != "4G" {
		t.Errorf("a worker with 5 GB serves up to %s, want 4G", got)
	}
	if len(classesIn(1000)) != 0 {
		t.Error("a worker with 1,000 bytes serves jobs")
	}
}

// The gate never lets more in than fits, and opens when something leaves.
func TestGate(t *testing.T) {
	g := newGate(100, 2)
	if !g.take(60) || g.take(41) || !g.take(40) || g.take(0) {
		t.Fatal("the gate miscounts memory or threads")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := g.wait(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("wait at a full gate: %v, want it to wait", err)
	}
	opened := make(chan error)
	go func() { opened <- g.wait(t.Context(), 50) }()
	g.give(40)
	select {
	case <-opened: //nolint:errcheck // it must not come at all
		t.Error("the gate opened for 50 bytes when 40 were free")
	case <-time.After(20 * time.Millisecond):
	}
	g.give(60)
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// A build walked by hand: every pair is started once, after what it needs; what
// is lost is started again, and so is what waits for it.
func TestProgress(t *testing.T) {
	g := NewGraph(testSpace(t, "fetaix"), 5)
	p := newProgress(g)
	begun := make([]int, len(g.Pairs))
	lost := map[int]bool{3: true, 40: true}
	for p.done < len(g.Pairs) {
		list := p.start(7)
		if len(list) == 0 {
			t.Fatalf("stuck with %d of %d done", p.done, len(g.Pairs))
		}
		for _, i := range list {
			for _, d := range p.needs[i] {
				if p.state[d] != done {
					t.Fatalf("pair %v was started before %v", g.Pairs[i], g.Pairs[d])
				}
			}
		}
		for _, i := range list {
			begun[i]++
			first := g.Needs[i]
			if lost[i] && len(first) > 0 { // its first input turns out damaged
				delete(lost, i)
				p.redo(i)
				p.need(i, first[0])
				p.redo(first[0])
				begun[first[0]]--
				begun[i]--
				continue
			}
			p.finish(i)
			p.finish(i) // told twice
		}
	}
	for i, n := range begun {
		if n != 1 {
			t.Errorf("pair %v was started %d times more than it had to", g.Pairs[i], n-1)
		}
	}
}

// Started jobs that nothing is heard of are asked for again.
func TestProgressAgain(t *testing.T) {
	p := newProgress(NewGraph(testSpace(t, "felli"), 4))
	first := p.start(100)
	if list := p.start(100); len(list) != 0 {
		t.Errorf("started again: %v", list)
	}
	p.again()
	if list := p.start(100); len(list) != len(first) {
		t.Errorf("after again %v are started, want %v", list, first)
	}
}

// Solving through a bucket gives the tables of solving in memory, and what the
// bucket can't give is told by kind.
func TestTables(t *testing.T) {
	for _, cached := range []bool{false, true} {
		x := testSpace(t, "felli-compulsory")
		b, dir := testBucket(t)
		var cache *Cache
		var err error
		if cached {
			if cache, err = OpenCache(t.TempDir(), 1<<20); err != nil {
				t.Fatal(err)
			}
		}
		tables := b.Tables(t.Context(), x, cache)
		got, err := solve.Run(t.Context(), x, tables, solve.Options{Pieces: 5})
		if err != nil {
			t.Fatal(err)
		}
		want, err := solve.Run(t.Context(), x, index.NewMemory(x.Game().Ruleset), solve.Options{Pieces: 5})
		if err != nil || got.Digest != want.Digest {
			t.Errorf("digest %x, want %x (%v)", got.Digest, want.Digest, err)
		}
		s := index.Slice{Men: 2, OppMen: 1}
		name := filepath.Join(dir, filepath.FromSlash(object.Name(x.Game().Ruleset, s)))
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, kind error) {
			t.Helper()
			fresh := b.Tables(t.Context(), x, nil)
			_, err := fresh.Codes(s)
			if err2 := fresh.Verify(s); !errors.Is(err, kind) || !errors.Is(err2, kind) || len(fresh.Broken()) != 1 {
				t.Errorf("%s object: %v, %v, broken %v; want %v", what, err, err2, fresh.Broken(), kind)
			}
		}
		whole[len(whole)-1] ^= 1
		if err := os.WriteFile(name, whole, 0o666); err != nil {
			t.Fatal(err)
		}
		check("damaged", felli.ErrCorrupt)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		check("missing", felli.ErrNotBuilt)
	}
}

// A bucket's id is its own, whoever opens it first and under whatever URL.
func TestBucketID(t *testing.T) {
	dir := t.TempDir()
	ids := make(chan string)
	for _, address := range []string{"file://" + dir, "file://" + dir + "/", "file://" + dir + "?metadata=skip", "file://" + dir} {
		go func() {
			b, err := OpenBucket(t.Context(), address)
			if err != nil {
				t.Error(err)
				ids <- ""
				return
			}
			ids <- b.ID()
			_ = b.Close()
		}()
	}
	first := <-ids
	for range 3 {
		if id := <-ids; id != first || id == "" {
			t.Errorf("one bucket has the ids %q and %q", first, id)
		}
	}
	for _, address := range []string{"", "tables", "ftp://tables"} {
		if b, err := OpenBucket(t.Context(), address); err == nil {
			t.Errorf("OpenBucket(%q) = %v, want an error", address, b.ID())
		}
	}
}

// An upload that breaks leaves nothing behind under the object's name.
func TestPutIsWholeOrNothing(t *testing.T) {
	b, dir := testBucket(t)
	broken := &felli.ParseError{What: "upload"} // an error that isn't tried again
	err := b.put(t.Context(), "a/b", func(w io.Writer) error {
		_, _ = w.Write(bytes.Repeat([]byte("x"), 1<<20))
		return broken
	})
	if !errors.Is(err, felli.ErrInput) {
		t.Fatalf("put: %v, want its error", err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "a", "*")); len(files) > 0 {
		t.Errorf("a broken upload left %v", files)
	}
}

func TestCache(t *testing.T) {
	dir := t.TempDir()
	c, err := OpenCache(dir, 250)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string) {
		c.write(name, func(w io.Writer) error {
			_, err := w.Write(bytes.Repeat([]byte(name[:1]), 100))
			return err
		})
	}
	has := func(name string) bool {
		return c.read(name, func(in io.Reader) error {
			b, err := io.ReadAll(in)
			if err == nil && string(b) != strings.Repeat(name[:1], 100) {
				err = errors.New("damaged")
			}
			return err
		})
	}
	put("a/1")
	put("b/1")
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"a/1", "b/1"} {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if !has("a/1") {
		t.Error("a copy is gone")
	}
	put("c/1")
	if has("b/1") || !has("a/1") || !has("c/1") {
		t.Error("the cache doesn't drop what was used longest ago")
	}
	if err := os.WriteFile(filepath.Join(dir, "c", "1"), []byte("c"), 0o666); err != nil {
		t.Fatal(err)
	}
	if has("c/1") {
		t.Error("a damaged copy was taken")
	}
	if _, err := os.Stat(filepath.Join(dir, "c", "1")); err == nil {
		t.Error("a damaged copy was kept")
	}
	var none *Cache
	none.write("x", func(io.Writer) error { return nil })
	if none.read("x", func(io.Reader) error { return nil }) {
		t.Error("no cache has a copy")
	}
}

// More workers are never slower nor busier, and one worker is always busy.
func TestSimulation(t *testing.T) {
	s := NewSimulation(testSpace(t, "fetaix").Game(), 6, MeasuredCost)
	if s.Positions != 203_932_411 {
		t.Errorf("%d positions, want those of the measured build", s.Positions)
	}
	one := s.Run(1)
	if one.Utilisation < 0.999 || one.Time < s.CPU {
		t.Errorf("one worker: %+v", one)
	}
	last := one
	for _, n := range []int{2, 5, 100} {
		r := s.Run(n)
		if r.Time > last.Time || r.Utilisation > last.Utilisation || r.Time < s.Critical || r.Moved > r.Cold || math.Abs(r.Cold-one.Cold) > 1 {
			t.Errorf("%d workers: %+v, after %+v", n, r, last)
		}
		last = r
	}
}
