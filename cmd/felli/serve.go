package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/server"
	"felli/store"
)

func (a *app) serveCommand() *cobra.Command {
	var listen, level string
	var cache string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the explorer and an HTTP API for programs",
		Long: `Serve opens an explorer for the browser, at the address it prints, and answers
programs over HTTP: /api/v1 in the words of "felli query --json", /RULESET?fen=
as lila-tablebase does, /uwapi as the GamesCrafters' front end asks.
/openapi.yaml describes them all, /metrics counts for Prometheus, /healthz tells
whether all is well.

It only reads the store, which another process may go on building: what that
adds is served within a second. It ends at an interrupt, running requests first.`,
		Example: "  felli serve\n  felli serve --listen :8080 --log-level debug",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var severity slog.Level
			if err := severity.UnmarshalText([]byte(level)); err != nil {
				return usage(cmd, fmt.Errorf("--log-level %q: want debug, info, warn or error", level))
			}
			bytes, err := parseSize(cache)
			if err != nil {
				return err
			}
			dir, err := a.dir()
			if err != nil {
				return err
			}
			held := &served{dir: dir, cache: int64(bytes)}
			defer held.close()
			if err := held.open(); err != nil {
				return err
			}
			if held.store == nil {
				fmt.Fprintf(a.stderr, "felli: there is no store in %q yet; it will be noticed once there is\n", dir)
			}
			srv, err := server.New(server.Config{
				Store: held, Hint: hintFor, Version: version(),
				Log: slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: severity})),
			})
			if err != nil {
				return err
			}
			l, err := (&net.ListenConfig{}).Listen(cmd.Context(), "tcp", listen)
			if err != nil {
				return &hinted{err, "another address is given with --listen HOST:PORT"}
			}
			fmt.Fprintf(a.out, "http://%s/\n", l.Addr())
			if err := a.out.Flush(); err != nil {
				return errors.Join(err, l.Close())
			}
			return srv.Serve(cmd.Context(), l)
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "address to listen on; port 0 takes a free one")
	cmd.Flags().StringVar(&level, "log-level", "info", "least severity to log: debug (every request), info, warn or error")
	cmd.Flags().StringVar(&cache, "cache", "256M", "memory for decoded blocks")
	return cmd
}

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
