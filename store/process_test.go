package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"felli"
)

// The test binary runs itself as another process that uses the store named in
// the environment: FELLI_STORE_TEST=role:folder.
func TestMain(m *testing.M) {
	role, dir, ok := strings.Cut(os.Getenv("FELLI_STORE_TEST"), ":")
	if !ok {
		os.Exit(m.Run())
	}
	err := map[string]func(dir string) error{"build": buildProcess, "hold": holdProcess, "read": readProcess}[role](dir)
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func processSample() sample { return newSample(nullTB{}, "felli-mullah", 4) }

// nullTB stands in where there is no test.
type nullTB struct{ testing.TB }

func (nullTB) Helper()           {}
func (nullTB) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// buildProcess builds, and prints a line for every finished pair.
func buildProcess(dir string) error {
	s, err := Create(dir, smallBlocks())
	if err != nil {
		return err
	}
	fmt.Println("begin")
	if err := processSample().write(s, func(int) { fmt.Println("pair") }); err != nil {
		return err
	}
	return s.Close()
}

// holdProcess holds the store until it is killed or its input ends.
func holdProcess(dir string) error {
	s, err := Create(dir)
	if err != nil {
		return err
	}
	fmt.Println("begin")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return s.Close()
}

// readProcess opens and reads a growing store over and over, until its input
// ends: what it has seen must not go away again.
func readProcess(dir string) error {
	sm := processSample()
	var stop sync.WaitGroup
	ended := make(chan struct{})
	stop.Go(func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	})
	seen := 0
	for {
		s, err := Open(dir)
		if errors.Is(err, felli.ErrNotBuilt) && seen == 0 {
			time.Sleep(time.Millisecond)
			continue
		} else if err != nil {
			return fmt.Errorf("open: %w", err)
		}
		tb, err := s.Tablebase(sm.space)
		if err == nil {
			list, err := tb.Summaries()
			if err != nil {
				return err
			}
			if len(list) < seen {
				return fmt.Errorf("%d slices after %d were seen", len(list), seen)
			}
			seen = len(list)
			f := sm.tables[rand.IntN(max(1, seen))]
			if err := checkTable(tb, f, func(err error) bool { return errors.Is(err, felli.ErrNotBuilt) }); err != nil {
				return err
			}
			err = s.Refresh()
			if err != nil {
				return err
			}
		} else if !errors.Is(err, felli.ErrNotBuilt) || seen > 0 {
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
		select {
		case <-ended:
			fmt.Println("seen", seen)
			return nil
		default:
		}
	}
}

// A child is this test binary in another process.
type child struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(t *testing.T, role, dir string) *child {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{Cmd: exec.Command(exe)}
	c.Env = append(os.Environ(), "FELLI_STORE_TEST="+role+":"+dir)
	c.Stderr = os.Stderr
	if c.in, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewScanner(out)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	return c
}

// await reads the child's output up to a line.
func (c *child) await(t *testing.T, line string) {
	t.Helper()
	for c.out.Scan() {
		if c.out.Text() == line {
			return
		}
		t.Log(c.out.Text())
	}
	t.Fatalf("no line %q", line)
}

func TestTwoBuilders(t *testing.T) {
	dir := t.TempDir()
	c := start(t, "hold", dir)
	c.await(t, "begin")
	_, err := Create(dir)
	var busy *BusyError
	if !errors.As(err, &busy) {
		t.Fatalf("second builder: %v, want a *BusyError", err)
	}
	if want := fmt.Sprintf("process %d on ", c.Process.Pid); !strings.Contains(err.Error(), want) {
		t.Errorf("second builder: %v, want %q in it", err, want)
	}
	for _, kind := range []error{felli.ErrInput, felli.ErrNotBuilt, felli.ErrCorrupt} {
		if errors.Is(err, kind) {
			t.Errorf("%v is of the kind %v", err, kind)
		}
	}
	if _, err := Open(dir); err != nil {
		t.Errorf("reader beside a builder: %v", err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	s, err := Create(dir)
	if err != nil {
		t.Fatalf("builder after a killed one: %v", err)
	}
	if _, err := Create(dir); !errors.As(err, &busy) {
		t.Errorf("second builder in one process: %v, want a *BusyError", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// A builder killed at any moment leaves what it had finished, and the next one
// goes on.
func TestKilledBuilder(t *testing.T) {
	dir := t.TempDir()
	sm := processSample()
	rounds := 2 + 8*long()
	rng := rand.New(rand.NewPCG(1, 9))
	for round := range rounds {
		c := start(t, "build", dir)
		pairs := make(chan int, 1)
		go func() {
			n := 0
			for c.out.Scan() {
				switch c.out.Text() {
				case "begin":
					time.AfterFunc(time.Duration(rng.IntN(60))*time.Millisecond, func() { _ = c.Process.Kill() })
				case "pair":
					n++
				default:
					t.Errorf("round %d: %s", round, c.out.Text())
				}
			}
			pairs <- n
		}()
		finished := <-pairs
		if err := c.Wait(); err == nil {
			t.Logf("round %d: it was done", round)
		}
		s, err := Open(dir)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		tb, err := s.Tablebase(sm.space)
		if err == nil {
			err = checkPairs(tb, sm, finished)
		} else if finished == 0 && errors.Is(err, felli.ErrNotBuilt) {
			err = nil
		}
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatalf("round %d, %d pairs finished: %v", round, finished, err)
		}
		t.Logf("round %d: %d pairs", round, finished)
	}
	s, err := Create(dir, smallBlocks())
	if err != nil {
		t.Fatal(err)
	}
	if left, err := vfs.Default.List(vfs.Default.PathJoin(dir, newDir)); err != nil || len(left) > 0 {
		t.Errorf("left in %s: %v, %v", newDir, left, err)
	}
	if err := errors.Join(sm.write(s, func(int) {}), sm.check(s, never), s.Close()); err != nil {
		t.Error(err)
	}
}

// Many processes read while one builds.
func TestReadersBesideBuilder(t *testing.T) {
	dir := t.TempDir()
	sm := processSample()
	var readers []*child
	for range 3 + 7*long() {
		readers = append(readers, start(t, "read", dir))
	}
	for range 2 { // the second builder opens what the first has made
		s, err := Create(dir, smallBlocks())
		if err != nil {
			t.Fatal(err)
		}
		half := sm
		half.tables = half.tables[:len(half.tables)/2]
		if err := half.write(s, func(int) {}); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Create(dir, smallBlocks())
	if err != nil {
		t.Fatal(err)
	}
	if err := sm.write(s, func(int) {}); err != nil {
		t.Fatal(err)
	}
	for _, c := range readers {
		if err := c.in.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, c := range readers {
		for c.out.Scan() {
			if !strings.HasPrefix(c.out.Text(), "seen ") {
				t.Error(c.out.Text())
			}
		}
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// A crossedFS is what a reader sees of a folder in which a builder writes the
// head between the reader's look for it and its list of the folder, and the
// list, which isn't of one moment, has what came after the head but not the
// head.
type crossedFS struct {
	vfs.FS
	looks int // for a head that isn't there yet
}

func (c *crossedFS) Stat(name string) (vfs.FileInfo, error) {
	if c.looks > 0 && c.PathBase(name) == headName {
		c.looks--
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return c.FS.Stat(name)
}

func (c *crossedFS) List(dir string) ([]string, error) {
	names, err := c.FS.List(dir)
	return slices.DeleteFunc(names, func(name string) bool { return name == headName }), err
}

// A builder that makes a store while a reader looks for one doesn't make the
// reader take it for a store without its head.
func TestOpenCrossed(t *testing.T) {
	mem := vfs.NewMem()
	sm := newSample(t, "felli", 2)
	buildSample(t, mem, "db", sm)
	s, err := Open("db", withFS(&crossedFS{mem, 1}))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sm.check(s, never), s.Close()); err != nil {
		t.Error(err)
	}
}

// Probes and refreshes in many goroutines while another store object builds.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	sm := newSample(t, "felli-mullah", 3)
	b, err := Create(dir, smallBlocks())
	if err != nil {
		t.Fatal(err)
	}
	// A cache of a few blocks, so that it evicts all the time.
	reader, err := Open(dir, WithCache(2000))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(w), 0))
			for {
				select {
				case <-done:
					return
				default:
				}
				if rng.IntN(50) == 0 {
					if err := reader.Refresh(); err != nil {
						t.Error(err)
					}
				}
				tb, err := reader.Tablebase(sm.space)
				if errors.Is(err, felli.ErrNotBuilt) {
					continue
				} else if err != nil {
					t.Error(err)
					return
				}
				for range 200 {
					f := sm.tables[rng.IntN(len(sm.tables))]
					i := rng.Uint64N(f.Size)
					code, err := tb.Code(f.Slice, i)
					if err == nil && code != f.Codes.At(i) {
						t.Errorf("code %d of %v is %d, want %d", i, f.Slice, code, f.Codes.At(i))
					} else if err != nil && !errors.Is(err, felli.ErrNotBuilt) {
						t.Error(err)
					}
				}
				if f := sm.tables[rng.IntN(len(sm.tables))]; rng.IntN(4) == 0 {
					if _, err := tb.Codes(f.Slice); err != nil && !errors.Is(err, felli.ErrNotBuilt) {
						t.Error(err)
					}
				}
			}
		})
	}
	// Several pairs are written at once.
	tb, err := b.Tablebase(sm.space)
	if err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for _, f := range sm.tables {
		writers.Go(func() {
			if err := tb.Write(f); err != nil {
				t.Error(err)
			}
			if err := checkTable(tb, f, never); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	if err := tb.PutResults(sm.results...); err != nil {
		t.Error(err)
	}
	if err := tb.SetDigest(0, "d"+sm.space.Game().Name); err != nil {
		t.Error(err)
	}
	if err := reader.Refresh(); err != nil {
		t.Error(err)
	}
	if err := sm.check(reader, never); err != nil {
		t.Error(err)
	}
	close(done)
	wg.Wait()
	if used := reader.cache.used; used > 2000 {
		t.Errorf("cache holds %d bytes, more than it may", used)
	}
	if err := errors.Join(reader.Close(), b.Close()); err != nil {
		t.Error(err)
	}
}
