package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"felli"
	"felli/index"
	"felli/query"
)

// fakeSearch finds that each position of felli is a draw, and no other.
func fakeSearch(_ context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error) {
	a, err := query.NewProber(x, tables).Answer(p)
	if err == nil && x.Game().String() == "felli" {
		a.Result, a.Missing = felli.Result{Value: felli.Draw}, nil
	}
	return a, err
}

const beyond = "/api/v1/position?ruleset=felli&fen=start"

// TestSearch: a search is made only where it is asked for and can find
// something, and what it finds has no tag.
func TestSearch(t *testing.T) {
	var asked atomic.Int32
	s := newServer(t, func(c *Config) {
		c.Search = func(ctx context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error) {
			asked.Add(1)
			if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > 3*time.Second {
				t.Errorf("the search may last until %v, %v", deadline, ok)
			}
			return fakeSearch(ctx, x, tables, p)
		}
	})
	for _, c := range []struct {
		target string
		status int
		says   string
		search int32
	}{
		{beyond, 404, `"kind":"not built"`, 0},
		{beyond + "&prove=2.5", 200, `"value":"draw"`, 1},
		{"/api/v1/position?ruleset=felli&fen=W:Wa1,c1:Bc5&prove=2", 200, `"value":"`, 0},
		{"/api/v1/position?ruleset=felli-mullah&fen=start&prove=2", 200, `"value":"unknown"`, 1},
		{"/api/v1/position?ruleset=butterfly&fen=start&prove=2", 404, "butterfly", 0},
		{beyond + "&prove=21", 400, "0.1 to 20", 0},
		{beyond + "&prove=0", 400, "0.1 to 20", 0},
		{beyond + "&prove=-1", 400, "0.1 to 20", 0},
		{beyond + "&prove=NaN", 400, "0.1 to 20", 0},
		{beyond + "&prove=1e99", 400, "0.1 to 20", 0},
		{beyond + "&prove=yes", 400, "0.1 to 20", 0},
		{beyond + "&prove=1&prove=1", 400, "twice", 0},
	} {
		asked.Store(0)
		resp := get(t, s, c.target)
		if resp.StatusCode != c.status || !strings.Contains(resp.body, c.says) || asked.Load() != c.search {
			t.Errorf("%s: %d after %d searches, %s; want %d after %d, %q", c.target, resp.StatusCode, asked.Load(), resp.body, c.status, c.search, c.says)
		}
		if c.search > 0 && (resp.Header.Get("ETag") != "" || resp.Header.Get("Cache-Control") != "no-store") {
			t.Errorf("%s: may be kept: %v", c.target, resp.Header)
		}
	}
	plain := newServer(t, nil)
	if resp := get(t, plain, beyond+"&prove=1"); resp.StatusCode != 400 || !strings.Contains(resp.body, "doesn't search") {
		t.Errorf("a server without a search: %d %s", resp.StatusCode, resp.body)
	}
}

// TestSearchesAreBounded: one search runs at a time; others wait for as long as
// they would search, and are then told to come again. Other requests are
// answered all the while, and a client that goes away ends its search.
func TestSearchesAreBounded(t *testing.T) {
	var asked, running, most atomic.Int32
	begun, ended := make(chan struct{}), make(chan error, 1)
	s := newServer(t, func(c *Config) {
		c.Search = func(ctx context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error) {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			if asked.Add(1) == 1 {
				close(begun)
				<-ctx.Done()
				ended <- context.Cause(ctx)
			}
			return fakeSearch(context.Background(), x, tables, p)
		}
	})
	base := listen(t, s)
	ctx, leave := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	clients.Go(func() {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+beyond+"&prove=20", nil)
		if err != nil {
			t.Error(err)
			return
		}
		if resp, err := http.DefaultClient.Do(r); err == nil {
			_ = resp.Body.Close()
			t.Error("an answer for who had gone")
		}
	})
	<-begun
	if resp := get(t, s, beyond+"&prove=0.2"); resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("a second search: %d %v", resp.StatusCode, resp.Header)
	}
	if resp := get(t, s, "/api/v1/position?ruleset=felli&fen=W:Wa1:Bc3"); resp.StatusCode != 200 {
		t.Errorf("a light request meanwhile: %d", resp.StatusCode)
	}
	if body := bodyOf(t, get(t, s, "/metrics")); !strings.Contains(body, "felli_searches_running 1") {
		t.Error("/metrics doesn't show the search")
	}
	leave()
	clients.Wait()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the search ended by %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the search goes on for who has gone")
	}
	if resp := get(t, s, beyond+"&prove=5"); resp.StatusCode != 200 || !strings.Contains(resp.body, `"value":"draw"`) {
		t.Errorf("the next search: %d %s", resp.StatusCode, resp.body)
	}
	if most.Load() != 1 {
		t.Errorf("%d searches at once", most.Load())
	}
}

// TestSearchEndsWithServer: a server that ends answers a search with what is
// known by then.
func TestSearchEndsWithServer(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan error, 1)
	s := newServer(t, func(c *Config) {
		c.Search = func(ctx context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error) {
			close(begun)
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return fakeSearch(context.Background(), x, tables, p)
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	l, err := newLocalListener()
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	answered := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + l.Addr().String() + beyond + "&prove=20")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer func() { _ = resp.Body.Close() }()
		answered <- resp.Status
	}()
	<-begun
	stop()
	if err := <-ended; errors.Is(err, context.DeadlineExceeded) {
		t.Error("the search goes on until its time is up")
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if status := <-answered; status != "200 OK" {
		t.Errorf("the search was answered: %s", status)
	}
}

// TestSearchFails: an error of a search is an error of the request.
func TestSearchFails(t *testing.T) {
	s := newServer(t, func(c *Config) {
		c.Search = func(context.Context, *index.Space, query.Tables, felli.Position) (*query.Answer, error) {
			return nil, fmt.Errorf("read a table: %w", felli.ErrCorrupt)
		}
	})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, beyond+"&prove=1", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), `"kind":"corrupt"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
