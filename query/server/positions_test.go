package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A reader that is a function.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

const manyTarget = "/api/v1/positions?ruleset=felli"

// slowPost asks for the positions in text, and calls meanwhile when half of it
// has arrived.
func slowPost(t *testing.T, s *Server, text string, meanwhile func()) *reply {
	t.Helper()
	half := len(text) / 2
	body := io.MultiReader(strings.NewReader(text[:half]), readerFunc(func([]byte) (int, error) {
		meanwhile()
		return 0, io.EOF
	}), strings.NewReader(text[half:]))
	return ask(t, s, httptest.NewRequest(http.MethodPost, manyTarget, body))
}

// TestSlowBodyTakesNoPlace: while a body arrives, other heavy requests are
// answered.
func TestSlowBodyTakesNoPlace(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Limits = Limits{Heavy: 1, Work: 4 * time.Second} })
	asked := false
	resp := slowPost(t, s, "W:Wa1:Bc3\nW:Wa1:Bc5\n", func() {
		asked = true
		if resp := get(t, s, "/api/v1/game?ruleset=felli&fen=W:Wa1:Bc3"); resp.StatusCode != 200 {
			t.Errorf("a game meanwhile: %d %s", resp.StatusCode, resp.body)
		}
	})
	if !asked || resp.StatusCode != 200 || strings.Count(resp.body, "\n") != 2 {
		t.Errorf("%d %s", resp.StatusCode, resp.body)
	}
}

// TestBodiesAreBounded: bodies that would be too much at once are turned away,
// and may come again.
func TestBodiesAreBounded(t *testing.T) {
	const text = "W:Wa1:Bc3\nW:Wa1:Bc5\n"
	s := newServer(t, func(c *Config) { c.Limits = Limits{Bodies: int64(len(text))} })
	resp := slowPost(t, s, text, func() {
		resp := ask(t, s, httptest.NewRequest(http.MethodPost, manyTarget, strings.NewReader(text)))
		if resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" || resp.Header.Get("Connection") != "close" {
			t.Errorf("a second body meanwhile: %d %v %s", resp.StatusCode, resp.Header, resp.body)
		}
	})
	if resp.StatusCode != 200 {
		t.Errorf("the first body: %d %s", resp.StatusCode, resp.body)
	}
	if resp := slowPost(t, s, text, func() {}); resp.StatusCode != 200 || s.bodies.Load() != 0 {
		t.Errorf("the next body: %d %s; then %d bytes are held", resp.StatusCode, resp.body, s.bodies.Load())
	}
}
