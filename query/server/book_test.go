package server

import "testing"

// TestNewTablesWhileOpening: a book that is being opened when the store grows
// has what was added, at once and later.
func TestNewTablesWhileOpening(t *testing.T) {
	dir := t.TempDir()
	if err := build(dir, "felli", 3); err != nil {
		t.Fatal(err)
	}
	store := &hookedStore{testStore: openStore(t, dir)}
	s := newServer(t, func(c *Config) { c.Store = store })
	opened := 0
	store.listed = func() {
		if opened++; opened > 1 {
			return
		}
		if err := build(dir, "felli", 4); err != nil {
			t.Error(err)
		}
		s.Refresh()
	}
	for range 2 {
		if resp := get(t, s, "/api/v1/position?ruleset=felli&fen=W:Wa1,c1:Bc5,e5"); resp.StatusCode != 200 {
			t.Errorf("%d %s", resp.StatusCode, resp.body)
		}
	}
	if opened != 2 {
		t.Errorf("opened %d times, want 2", opened)
	}
}
