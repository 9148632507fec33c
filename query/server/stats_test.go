package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// TestStatsAfterFailure: an error of the store isn't remembered.
func TestStatsAfterFailure(t *testing.T) {
	store := &hookedStore{testStore: openStore(t, testDir(t))}
	s := newServer(t, func(c *Config) { c.Store = store })
	for _, target := range []string{"/api/v1/stats/felli", "/api/v1/histogram/felli/m1vm1"} {
		store.read = func() error { return errors.New("input/output error") }
		if resp := get(t, s, target); resp.StatusCode != 500 {
			t.Errorf("%s from a broken store: %d %s", target, resp.StatusCode, resp.body)
		}
		store.read = nil
		if resp := get(t, s, target); resp.StatusCode != 200 {
			t.Errorf("%s afterwards: %d %s", target, resp.StatusCode, resp.body)
		}
	}
}

const histogramTarget = "/api/v1/histogram/felli/m2vm2"

// within fails the test if f, which is called beside it, doesn't end.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f()
	}()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Errorf("%s: no end", what)
	}
}

// TestHistogramsInTurn: who waits for a histogram waits no longer than its
// client does, and leaves its place for heavy work.
func TestHistogramsInTurn(t *testing.T) {
	store := &hookedStore{testStore: openStore(t, testDir(t))}
	s := newServer(t, func(c *Config) { c.Store, c.Limits = store, Limits{Heavy: 2} })
	begun, goOn := make(chan struct{}), make(chan struct{})
	begin := sync.OnceFunc(func() { close(begun) })
	store.read = func() error {
		begin()
		<-goOn
		return nil
	}
	var first sync.WaitGroup
	first.Go(func() {
		if resp := get(t, s, histogramTarget); resp.StatusCode != 200 {
			t.Errorf("the first: %d %s", resp.StatusCode, resp.body)
		}
	})
	<-begun
	within(t, "for a client that has gone", func() {
		ctx, leave := context.WithCancel(t.Context())
		leave()
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, histogramTarget, nil)
		if resp := ask(t, s, r); resp.StatusCode != 499 || len(s.heavy) != 1 {
			t.Errorf("for a client that has gone: %d, then %d heavy requests run, want 499 and 1", resp.StatusCode, len(s.heavy))
		}
	})
	close(goOn)
	first.Wait()
}

// A pausedWriter calls pause before it takes a body.
type pausedWriter struct {
	*httptest.ResponseRecorder
	pause func()
}

func (w pausedWriter) Write(b []byte) (int, error) {
	w.pause()
	return w.ResponseRecorder.Write(b)
}

// TestHistogramForSlowReader: who reads a histogram slowly keeps nobody else
// from having it.
func TestHistogramForSlowReader(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Limits = Limits{Heavy: 2} })
	w := pausedWriter{httptest.NewRecorder(), func() {
		within(t, "beside a slow reader", func() {
			if resp := get(t, s, histogramTarget); resp.StatusCode != 200 {
				t.Errorf("beside a slow reader: %d %s", resp.StatusCode, resp.body)
			}
		})
	}}
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, histogramTarget, nil))
	if w.Code != 200 {
		t.Errorf("the slow reader: %d %s", w.Code, w.Body)
	}
}
