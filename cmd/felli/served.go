package main

import (
	"errors"
	"sync"

	"felli"
	"felli/index"
	"felli/query"
	"felli/store"
)

// served is a store as the server wants it. There may be none at first.
type served struct {
	dir   string
	cache int64

	mu    sync.RWMutex
	store *store.Store // nil: none yet
}

// open opens the store, if there is one by now.
func (s *served) open() error {
	opened, err := store.Open(s.dir, store.WithCache(s.cache))
	var none *store.NoStoreError
	if errors.As(err, &none) {
		return nil
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store = opened
	return nil
}

func (s *served) close() {
	if st := s.current(); st != nil {
		_ = st.Close()
	}
}

func (s *served) current() *store.Store {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.store
}

// Rulesets implements [server.Store].
func (s *served) Rulesets() ([]felli.Ruleset, error) {
	if st := s.current(); st != nil {
		return st.Rulesets()
	}
	return nil, nil
}

// Tables implements [server.Store].
func (s *served) Tables(x *index.Space) (query.Tables, error) {
	st := s.current()
	if st == nil {
		return nil, &store.MissingRulesetError{Ruleset: x.Game().Ruleset}
	}
	t, err := st.Tablebase(x)
	if err != nil {
		return nil, err
	}
	if kept := (&keptProofs{tables: t}); kept.any() {
		return provenTables{t, kept}, nil
	}
	return t, nil
}

// Refresh implements [server.Store].
func (s *served) Refresh() (changed bool, err error) {
	st := s.current()
	if st == nil {
		err := s.open()
		return s.current() != nil, err
	}
	before := st.Mark()
	err = st.Refresh()
	return st.Mark() != before, err
}
