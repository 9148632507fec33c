package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"felli/index"
	"felli/query/server"
	"felli/store"
)

// The server knows what certificates say, and its answers have other tags once
// there are any.
func TestServeKnowsCertificates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	command := func(args ...string) {
		t.Helper()
		var stderr bytes.Buffer
		if code := run(t.Context(), append(args, "--db", dir), nil, &bytes.Buffer{}, &stderr); code != 0 {
			t.Fatalf("felli %v: exit code %d\n%s", args, code, &stderr)
		}
	}
	serve := func() *server.Server {
		t.Helper()
		held := &served{dir: dir, cache: 16 << 20}
		if err := held.open(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(held.close)
		s, err := server.New(server.Config{Store: held, Hint: hintFor})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ask := func(s *server.Server, address, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	const won = "W:Wa1,c1,e1,b2,c2:Bc4,c5,e5"
	questions := []struct{ address, want string }{
		{"/api/v1/position?ruleset=felli&fen=start", `"value":"draw","dtw":null,"moves":[{"move":"b2-c3",`},
		{"/api/v1/position?ruleset=felli&fen=" + won, `"value":"win","dtw":null,"bound":`},
		{"/api/v1/line?ruleset=felli&fen=" + won, `"end":"lost"`},
		{"/api/v1/game?ruleset=felli&fen=" + won, `"missing":null`},
		{"/felli?fen=" + won, `"dtw":null,"category":"win"`},
		{"/felli/mainline?fen=" + won, `"dtw":null,"winner":"w"`},
		{"/uwapi/felli/felli/positions/?p=" + won, `"positionValue":"win","remoteness":-100`},
	}
	command("solve", "felli", "--pieces", "6")
	s := serve()
	tags := map[string]string{}
	for _, q := range questions {
		w := ask(s, q.address, "")
		if strings.Contains(w.Body.String(), q.want) && q.want != `"missing":null` {
			t.Errorf("%s is known without a certificate: %s", q.address, w.Body)
		}
		tags[q.address] = w.Header().Get("ETag")
	}
	command("prove", "felli", "--memory", "64M")
	command("prove", "felli", won, "--memory", "64M")
	s = serve()
	for _, q := range questions {
		w := ask(s, q.address, tags[q.address])
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), q.want) {
			t.Errorf("%s: %d, want %s in %s", q.address, w.Code, q.want, w.Body)
		}
		if w := ask(s, q.address, w.Header().Get("ETag")); w.Code != http.StatusNotModified {
			t.Errorf("%s with the tag of its answer: %d, want 304", q.address, w.Code)
		}
	}
}

// The server searches beyond the tables if it is asked to, and writes nothing.
func TestServeSearches(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	var stderr bytes.Buffer
	if code := run(t.Context(), []string{"solve", "felli", "--pieces", "6", "--db", dir}, nil, &bytes.Buffer{}, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	before := listing(t, dir)
	held := &served{dir: dir, cache: 16 << 20}
	if err := held.open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(held.close)
	search := &searcher{memory: 64 << 20}
	s, err := server.New(server.Config{Store: held, Hint: hintFor, Search: search.search})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(question string) string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/position?ruleset=felli&fen="+question, nil))
		return w.Body.String()
	}
	const won = "W:Wa1,c1,e1,b2,c2:Bc4,c5,e5"
	if got := ask(won); !strings.Contains(got, `"kind":"not built"`) {
		t.Errorf("%s is known without a search: %s", won, got)
	}
	if got := ask(won + "&prove=20"); !strings.Contains(got, `"value":"win","dtw":null,"bound":`) || strings.Contains(got, "unknown") {
		t.Errorf("a search found %s", got)
	}
	if got := ask("start&prove=20"); !strings.Contains(got, `"fen":"W:Wa1,c1,e1,b2,c2,d2:Bb4,c4,d4,a5,c5,e5","value":"draw"`) {
		t.Errorf("a search from the start found %s", got)
	}
	if got := ask(won); !strings.Contains(got, `"kind":"not built"`) {
		t.Errorf("the search was kept: %s", got)
	}
	if after := listing(t, dir); after != before {
		t.Errorf("the store was written to: %s, was %s", after, before)
	}
	if n := search.pieces(mustTables(t, held, "felli")); n != 6 {
		t.Errorf("with 64 MB lines end at %d pieces, want 6", n)
	}
	search.memory = 20_000
	if n := search.pieces(mustTables(t, held, "felli")); n < 2 || n > 5 {
		t.Errorf("with 20 kB lines end at %d pieces", n)
	}
}

// The server and `felli query` say the same of 1,000 random positions of each of
// three rulesets, byte for byte; the other shapes are compared with these
// answers in package server.
func TestServeAnswersAsQuery(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	rng := rand.New(rand.NewPCG(3, 1))
	command := func(stdin string, args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), append(args, "--db", dir), strings.NewReader(stdin), &stdout, &stderr); code != 0 {
			t.Fatalf("felli %v: exit code %d\n%s", args, code, &stderr)
		}
		return stdout.String()
	}
	held := &served{dir: dir, cache: 16 << 20}
	t.Cleanup(held.close)
	for _, c := range []struct {
		ruleset string
		pieces  int
	}{{"felli", 6}, {"felli-mullah", 4}, {"fetaix", 3}} {
		command("", "solve", c.ruleset, "--pieces", strconv.Itoa(c.pieces))
		if err := held.open(); err != nil {
			t.Fatal(err)
		}
		s, err := server.New(server.Config{Store: held})
		if err != nil {
			t.Fatal(err)
		}
		x, _ := mustTables(t, held, c.ruleset)
		slices := x.Slices(c.pieces)
		var fens strings.Builder
		for range 1000 {
			slice := slices[rng.IntN(len(slices))]
			p := x.Unrank(slice, rng.Uint64N(x.Size(slice)))
			if rng.IntN(2) == 0 {
				p = x.Game().Rotate(p)
			}
			fmt.Fprintln(&fens, x.Game().FEN(p))
		}
		want := command(fens.String(), "query", c.ruleset, "--stdin", "--json")
		var got strings.Builder
		for fen := range strings.Lines(fens.String()) {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/position?ruleset="+c.ruleset+"&fen="+strings.TrimSpace(fen), nil))
			got.Write(w.Body.Bytes())
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/v1/positions?ruleset="+c.ruleset, strings.NewReader(fens.String())))
		if got.String() != want || w.Body.String() != want {
			t.Errorf("%s: the server and the command don't say the same", c.ruleset)
		}
		held.close()
	}
}

func mustTables(t *testing.T, held *served, ruleset string) (*index.Space, *store.Tablebase) {
	t.Helper()
	g, err := parseGame(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	x := index.NewSpace(g)
	tables, err := held.current().Tablebase(x)
	if err != nil {
		t.Fatal(err)
	}
	return x, tables
}

// listing is the names, sizes and times of all files of a folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, e.Name(), info.Size(), info.ModTime())
	}
	return b.String()
}
