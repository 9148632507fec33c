package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"felli/query/server"
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
