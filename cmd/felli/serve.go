package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"

	"github.com/spf13/cobra"

	"felli"
	"felli/query/server"
)

func (a *app) serveCommand() *cobra.Command {
	var listen, level, cache, memory string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the explorer and an HTTP API for programs",
		Long: `Serve opens an explorer for the browser, at the address it prints, and answers
programs over HTTP: /api/v1 in the words of "felli query --json", /RULESET?fen=
as lila-tablebase does, /uwapi as the GamesCrafters' front end asks.
/openapi.yaml describes them all, /metrics counts for Prometheus, /healthz tells
whether all is well.

It only reads the store, which another process may go on building: what that
adds is served within a second. Positions beyond the tables are searched if a
request asks for it, one at a time; what is found isn't written down. It ends at
an interrupt, running requests first.`,
		Example: "  felli serve\n  felli serve --listen :8080 --log-level debug",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var severity slog.Level
			if err := severity.UnmarshalText([]byte(level)); err != nil {
				return usage(cmd, fmt.Errorf("--log-level %q: want debug, info, warn or error", level))
			}
			if err := checkAddress(cmd.Context(), listen); err != nil {
				return err
			}
			bytes, err := parseSize(cache)
			if err != nil {
				return err
			}
			proofMemory, err := parseSize(memory)
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
			config := server.Config{
				Store: held, Hint: hintFor, Version: version(),
				Log: slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: severity})),
			}
			if proofMemory > 0 {
				config.Search = (&searcher{memory: proofMemory}).search
			}
			srv, err := server.New(config)
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
	cmd.Flags().StringVar(&memory, "proof-memory", "256M", "memory for a search beyond the tables, taken when one is asked for; 0: none")
	return cmd
}

// checkAddress tells an address that can't be meant from one that can't be had.
func checkAddress(ctx context.Context, address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(ctx, "tcp", port)
	}
	if err != nil {
		return &felli.ParseError{What: "address", Input: address, Reason: "want HOST:PORT such as 127.0.0.1:8080, or :8080 for all hosts"}
	}
	return nil
}
