package server

import (
	"errors"
	"testing"
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
