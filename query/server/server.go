package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/server/web"
)

// A Server answers HTTP requests. It is safe for concurrent use.
type Server struct {
	hint    func(error) string
	log     *slog.Logger
	version string
	every   time.Duration
	limits  Limits
	shelf   *shelf
	heavy   chan struct{} // a place for each heavy request that runs
	bodies  atomic.Int64  // bytes of bodies that are held
	search  func(ctx context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error)

	searches chan struct{}   // a place for each search
	life     context.Context // ends when searches must
	end      context.CancelFunc

	pages   map[string]*page
	metrics *metrics
	trouble atomic.Pointer[string] // why the store can't be read, or nil
}

// New prepares a server. It reads nothing yet.
func New(c Config) (*Server, error) {
	if c.Store == nil {
		return nil, errors.New("server: no store to serve")
	}
	s := &Server{
		hint: c.Hint, log: c.Log, version: c.Version, every: c.Refresh,
		limits: c.Limits.filled(), shelf: newShelf(c.Store), metrics: newMetrics(),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.every <= 0 {
		s.every = time.Second
	}
	s.heavy = make(chan struct{}, s.limits.Heavy)
	s.search, s.searches = c.Search, make(chan struct{}, s.limits.Searches)
	s.life, s.end = context.WithCancel(context.Background())
	var err error
	s.pages, err = readPages(web.Files())
	return s, err
}

// Serve answers requests on l until ctx ends, then lets running ones end and
// closes l. It returns nil after such an end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	l = &limitListener{Listener: l, places: make(chan struct{}, s.limits.Connections), done: make(chan struct{})}
	srv := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.limits.Header,
		ReadTimeout:       s.limits.Body,
		WriteTimeout:      s.limits.Body + s.limits.Work,
		IdleTimeout:       s.limits.Idle,
		MaxHeaderBytes:    s.limits.HeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	watching, stop := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		s.watch(watching)
	}()
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	s.log.Info("serving", "address", l.Addr().String())
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		s.end()
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.limits.Shutdown)
		defer cancel()
		if err = srv.Shutdown(patience); err != nil {
			err = errors.Join(fmt.Errorf("end running requests: %w", err), srv.Close())
		}
		if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		s.log.Info("stopped serving")
	}
	stop()
	<-watched
	return err
}

// watch looks for new tables until ctx ends. It opens all books first, so that
// the first to ask needn't wait for that; errors are left to whoever asks.
func (s *Server) watch(ctx context.Context) {
	if list, err := s.shelf.store.Rulesets(); err == nil {
		for _, r := range append(list, felli.Rulesets()...) {
			_, _ = s.shelf.open(r)
		}
	}
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.Refresh()
		}
	}
}

// Refresh makes visible what was added to the store. [Server.Serve] calls it
// by itself.
func (s *Server) Refresh() {
	changed, err := s.shelf.store.Refresh()
	if err != nil {
		text := err.Error()
		if old := s.trouble.Swap(&text); old == nil || *old != text {
			s.log.Error("the store can't be refreshed", "error", text)
		}
		return
	}
	if s.trouble.Swap(nil) != nil {
		s.log.Info("the store can be read again")
	}
	if changed {
		s.shelf.renew()
		s.log.Info("the store has changed")
	}
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := &request{server: s, w: w, r: r, route: "none", begin: time.Now()}
	s.metrics.running.Inc()
	defer s.finish(q)
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", bareCSP)
	if err := s.dispatch(q); err != nil {
		q.sendError(err)
	}
}

// bareCSP is for answers that no browser has anything to load for.
const bareCSP = "default-src 'none'; frame-ancestors 'none'"

// finish counts and logs a request, and answers it if it panicked.
func (s *Server) finish(q *request) {
	if cause := recover(); cause != nil {
		if cause == http.ErrAbortHandler { //nolint:errorlint // a panic value, compared as net/http does
			s.metrics.running.Dec()
			panic(cause)
		}
		s.log.Error("a request panicked", "path", q.r.URL.Path, "query", q.r.URL.RawQuery, "cause", fmt.Sprint(cause), "stack", stack())
		if q.status == 0 {
			q.sendError(fail(http.StatusInternalServerError, "internal error; the server's log has the details"))
		}
	}
	s.metrics.running.Dec()
	took := time.Since(q.begin)
	s.metrics.observe(q.route, q.status, took)
	level := slog.LevelDebug
	if q.status >= 500 {
		level = slog.LevelError
	}
	if ctx := q.r.Context(); s.log.Enabled(ctx, level) {
		s.log.LogAttrs(ctx, level, "request",
			slog.String("method", q.r.Method), slog.String("path", q.r.URL.Path), slog.String("query", q.r.URL.RawQuery),
			slog.Int("status", q.status), slog.Int("bytes", q.sent), slog.Duration("took", took),
			slog.String("from", q.r.RemoteAddr), slog.String("error", q.failure))
	}
}

// dispatch finds who answers a request.
func (s *Server) dispatch(q *request) error {
	path := q.r.URL.Path
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "\\\x00") || strings.Contains(path, "..") {
		return fail(http.StatusBadRequest, "bad path %q", path)
	}
	route, found := s.find(path)
	if !found {
		return fail(http.StatusNotFound, "no page %q; /openapi.yaml lists what there is", path)
	}
	q.route = route.name
	methods := route.methods
	if methods == "" {
		methods = "GET, HEAD"
	}
	switch q.r.Method {
	case http.MethodOptions:
		h := q.w.Header()
		h.Set("Allow", methods+", OPTIONS")
		h.Set("Access-Control-Allow-Methods", methods+", OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
		h.Set("Access-Control-Max-Age", "86400")
		q.send(http.StatusNoContent, "", nil)
		return nil
	case http.MethodGet, http.MethodHead:
		if route.methods == "" {
			return s.work(q, route)
		}
	case route.methods:
		return s.work(q, route)
	}
	q.w.Header().Set("Allow", methods+", OPTIONS")
	return fail(http.StatusMethodNotAllowed, "method %s isn't allowed here; use %s", q.r.Method, methods)
}

// work runs a route. A heavy one waits for a place first, but not before its
// body is there: who sends slowly keeps nobody out.
func (s *Server) work(q *request, route route) error {
	if route.body {
		held := &heldBody{Reader: http.MaxBytesReader(q.w, q.r.Body, s.limits.BodyBytes), server: s}
		defer held.release()
		var err error
		if q.body, err = io.ReadAll(held); err != nil {
			return q.badBody(err)
		}
	}
	if !route.heavy {
		return route.answer(q)
	}
	ctx, cancel := context.WithTimeout(q.r.Context(), s.limits.Work)
	defer cancel()
	q.ctx = ctx
	select {
	case s.heavy <- struct{}{}:
	default:
		wait := time.NewTimer(s.limits.Work / 4)
		defer wait.Stop()
		select {
		case s.heavy <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		case <-wait.C:
			q.w.Header().Set("Retry-After", "5")
			return fail(http.StatusServiceUnavailable, "too many large requests at once; try again in a few seconds")
		}
	}
	defer func() { <-s.heavy }()
	return route.answer(q)
}
