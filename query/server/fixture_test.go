package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/store"
)

// The rulesets of the test store, with how many pieces in all.
var builtIn = []struct {
	ruleset string
	pieces  int
}{{"felli", 6}, {"felli-mullah", 4}, {"fetaix", 3}}

var fixture = struct {
	once sync.Once
	dir  string
	err  error
}{}

func TestMain(m *testing.M) {
	code := m.Run()
	if fixture.dir != "" {
		if err := os.RemoveAll(fixture.dir); err != nil {
			code = 1
		}
	}
	os.Exit(code)
}

// testDir is the folder of a store that all tests may read.
func testDir(tb testing.TB) string {
	tb.Helper()
	fixture.once.Do(func() {
		if fixture.dir, fixture.err = os.MkdirTemp("", "felli-server"); fixture.err != nil { //nolint:usetesting // outlives the test
			return
		}
		for _, b := range builtIn {
			if fixture.err = build(fixture.dir, b.ruleset, b.pieces); fixture.err != nil {
				return
			}
		}
	})
	if fixture.err != nil {
		tb.Fatal(fixture.err)
	}
	return fixture.dir
}

func build(dir, ruleset string, pieces int) error {
	x, err := spaceOf(ruleset)
	if err != nil {
		return err
	}
	s, err := store.Create(filepath.Join(dir, "db"))
	if err != nil {
		return err
	}
	t, err := s.Tablebase(x)
	if err == nil {
		_, err = solve.Run(context.Background(), x, t, solve.Options{Pieces: pieces})
	}
	return errors.Join(err, s.Close())
}

func spaceOf(ruleset string) (*index.Space, error) {
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		return nil, err
	}
	g, err := felli.NewGame(r)
	if err != nil {
		return nil, err
	}
	return index.NewSpace(g), nil
}

// testStore is a store as the server wants it.
type testStore struct{ *store.Store }

func (s testStore) Tables(x *index.Space) (query.Tables, error) {
	t, err := s.Tablebase(x)
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (s testStore) Refresh() (bool, error) {
	before := s.Mark()
	err := s.Store.Refresh()
	return s.Mark() != before, err
}

func openStore(tb testing.TB, dir string) testStore {
	tb.Helper()
	s, err := store.Open(filepath.Join(dir, "db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return testStore{s}
}

// A hookedStore calls its hooks, where set, around what is read of its tables.
type hookedStore struct {
	testStore
	read   func() error // before a code or a summary is: its error is theirs
	listed func()       // after the summaries were
}

func (s *hookedStore) Tables(x *index.Space) (query.Tables, error) {
	t, err := s.testStore.Tables(x)
	if err != nil {
		return nil, err
	}
	return hookedTables{t, s}, nil
}

type hookedTables struct {
	query.Tables
	store *hookedStore
}

func (t hookedTables) Code(s index.Slice, i uint64) (felli.Code, error) {
	if t.store.read != nil {
		if err := t.store.read(); err != nil {
			return 0, err
		}
	}
	return t.Tables.Code(s, i)
}

func (t hookedTables) Summary(s index.Slice) (index.Summary, error) {
	if t.store.read != nil {
		if err := t.store.read(); err != nil {
			return index.Summary{}, err
		}
	}
	return t.Tables.Summary(s)
}

func (t hookedTables) Summaries() ([]index.Summary, error) {
	list, err := t.Tables.Summaries()
	if t.store.listed != nil {
		t.store.listed()
	}
	return list, err
}

// newServer is a server on the test store.
func newServer(tb testing.TB, change func(*Config)) *Server {
	tb.Helper()
	c := Config{Store: openStore(tb, testDir(tb)), Hint: func(error) string { return "build it first" }}
	if change != nil {
		change(&c)
	}
	s, err := New(c)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// listen serves on a free port of the loopback and returns the address.
func listen(tb testing.TB, s *Server) string {
	tb.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := newLocalListener()
	if err != nil {
		cancel()
		tb.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	tb.Cleanup(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				tb.Errorf("Serve: %v", err)
			}
		case <-time.After(20 * time.Second):
			tb.Error("Serve doesn't end")
		}
	})
	return "http://" + l.Addr().String()
}

// get asks the handler itself.
func get(tb testing.TB, s http.Handler, target string) *reply {
	tb.Helper()
	return ask(tb, s, httptest.NewRequest(http.MethodGet, target, nil))
}

func ask(tb testing.TB, s http.Handler, r *http.Request) *reply {
	tb.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return &reply{w.Code, w.Result().Header, w.Body.String()}
}

// A reply is an answer, read to its end.
type reply struct {
	StatusCode int
	Header     http.Header
	body       string
}

func bodyOf(tb testing.TB, r *reply) string {
	tb.Helper()
	return r.body
}
