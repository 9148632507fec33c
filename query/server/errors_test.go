package server

import (
	"errors"
	"testing"
)

// TestErrorsHaveNoTag: no error says that it may be kept, whatever the answer
// would have been.
func TestErrorsHaveNoTag(t *testing.T) {
	store := &hookedStore{testStore: openStore(t, testDir(t))}
	s := newServer(t, func(c *Config) { c.Store = store })
	broken := func() error { return errors.New("input/output error") }
	for _, c := range []struct {
		target string
		read   func() error
		status int
	}{
		{"/api/v1/position?ruleset=felli&fen=W:Wa1:Bc3", broken, 500},
		{"/api/v1/game?ruleset=felli&fen=W:Wa1:Bc3", broken, 500},
		{"/api/v1/line?ruleset=felli&fen=W:Wa1:Bc3", broken, 500},
		{"/api/v1/stats/felli", broken, 500},
		{"/api/v1/stats/felli/m2vm1", broken, 500},
		{"/api/v1/histogram/felli/m2vm1", broken, 500},
		{"/api/v1/puzzles/felli", broken, 500},
		{"/felli?fen=W:Wa1:Bc3", broken, 500},
		{"/felli/mainline?fen=W:Wa1:Bc3", broken, 500},
		{"/uwapi/felli/felli/positions/?p=W:Wa1:Bc3", broken, 500},
		{"/api/v1/position?ruleset=felli&fen=start", nil, 404},
		{"/api/v1/line?ruleset=felli&fen=start", nil, 404},
		{"/api/v1/stats/felli/m6vm6", nil, 404},
		{"/api/v1/histogram/felli/m6vm6", nil, 404},
		{"/felli?fen=start", nil, 404},
		{"/felli/mainline?fen=start", nil, 404},
	} {
		store.read = c.read
		resp := get(t, s, c.target)
		if resp.StatusCode != c.status || resp.Header.Get("ETag") != "" || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v, want %d and no tag", c.target, resp.StatusCode, resp.Header, c.status)
		}
	}
}
