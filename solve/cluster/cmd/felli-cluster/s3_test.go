package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"felli/internal/exit"
)

// s3 starts an S3 server and gives the URL of a bucket in it. Every handler is
// wrapped by spoil, if that isn't nil.
func s3(t *testing.T, spoil func(http.Handler) http.Handler) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("tables"); err != nil {
		t.Fatal(err)
	}
	handler := gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	if spoil != nil {
		handler = spoil(handler)
	}
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	return "s3://tables?region=us-east-1&use_path_style=true&endpoint=" + srv.URL
}

// oneInFive makes every fifth request fail: by an answer that says so, by none,
// or by one that ends too early.
func oneInFive(failed *atomic.Int64) func(http.Handler) http.Handler {
	return func(good http.Handler) http.Handler {
		var count atomic.Int64
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n := count.Add(1)
			if n%5 != 0 {
				good.ServeHTTP(w, r)
				return
			}
			failed.Add(1)
			switch n / 5 % 3 {
			case 0:
				http.Error(w, "out of order", http.StatusInternalServerError)
			case 1:
				panic(http.ErrAbortHandler)
			default:
				good.ServeHTTP(&cut{ResponseWriter: w}, r)
			}
		})
	}
}

// A cut ends an answer before its end.
type cut struct {
	http.ResponseWriter
	sent int
}

func (c *cut) Write(p []byte) (int, error) {
	if c.sent += len(p); c.sent > 300 {
		panic(http.ErrAbortHandler)
	}
	return c.ResponseWriter.Write(p)
}

// The same in an object store.
func TestBuildInS3(t *testing.T) {
	d := newDrill(t, s3(t, nil))
	for range 3 {
		d.worker("--cache", t.TempDir())
	}
	n := pairs(t, "fetaix", 4)
	out := d.goBuild("fetaix", 4).wait(t)
	wantDigest(t, out, "fetaix", 4)
	wantSolved(t, out, n, n)
	d.wantOnce(n, 0)
	d.fetches("fetaix", 4)
}

// An object store that fails one request in five costs time and nothing else.
func TestObjectStoreThatFails(t *testing.T) {
	var failed atomic.Int64
	d := newDrill(t, s3(t, oneInFive(&failed)))
	for range 3 {
		d.worker()
	}
	n := pairs(t, "felli-compulsory", 6)
	out := d.goBuild("felli-compulsory", 6).wait(t)
	wantDigest(t, out, "felli-compulsory", 6)
	wantSolved(t, out, n, n)
	d.wantOnce(n, 0)
	if failed.Load() < int64(n) {
		t.Errorf("only %d requests failed", failed.Load())
	}
	d.fetches("felli-compulsory", 6)
}

// fetches brings the tables into a store, twice.
func (d *drill) fetches(ruleset string, pieces int) {
	d.t.Helper()
	db := d.t.TempDir() + "/db"
	slices := len(spaceOf(d.t, ruleset).Slices(pieces))
	for _, held := range []int{0, slices} {
		var out, stderr transcript
		args := []string{"fetch", ruleset, "--pieces", fmt.Sprint(pieces), "--tables", d.tables, "--db", db}
		if code := run(d.t.Context(), args, &out, &stderr); code != exit.Done {
			d.t.Fatalf("fetch: exit code %d\n%s", code, stderr.String())
		}
		wantDigest(d.t, out.String(), ruleset, pieces)
		if want := fmt.Sprintf("%d slices fetched", slices-held); !strings.Contains(out.String(), want) {
			d.t.Errorf("fetch prints\n%swant %s", out.String(), want)
		}
	}
}
