package server

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"felli"
	"felli/query"
)

// searchTime is what the parameter prove asks for: for how long to search for
// what tables and proofs don't know, in seconds; 0 without it.
func (q *request) searchTime() (time.Duration, error) {
	text, err := q.value("prove", "")
	if err != nil || text == "" {
		return 0, err
	}
	most := q.server.limits.Work.Seconds()
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(seconds) || seconds < 0.1 || seconds > most {
		return 0, fail(http.StatusBadRequest, "prove is %q, want how many seconds to search, 0.1 to %g", text, most)
	}
	if q.server.search == nil {
		return 0, fail(http.StatusBadRequest, "this server doesn't search beyond its tables; leave prove out")
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// settled reports whether a search could find nothing more.
func settled(a *query.Answer) bool {
	if a.Missing != nil {
		return false
	}
	for i := range a.Moves {
		if a.Moves[i].Result.Value == felli.Unknown {
			return false
		}
	}
	return true
}

// search searches for the value of p and of its moves and answers with what it
// found, be it nothing. It ends early when the client has gone.
func (q *request) search(b *book, p felli.Position, limit time.Duration) error {
	s := q.server
	q.route = "search"
	ctx, cancel := context.WithCancel(q.r.Context())
	defer cancel()
	defer context.AfterFunc(s.life, cancel)() // answer with what is known when the server ends
	wait := time.NewTimer(limit)
	defer wait.Stop()
	select {
	case s.searches <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		q.w.Header().Set("Retry-After", "10")
		return fail(http.StatusServiceUnavailable, "other searches take all the time there is; try again in a few seconds")
	}
	defer func() { <-s.searches }()
	s.metrics.searching.Inc()
	defer s.metrics.searching.Dec()
	searching, stop := context.WithTimeout(ctx, limit)
	defer stop()
	found, err := s.search(searching, b.space, b.tables, p)
	if err != nil {
		return err
	}
	if q.r.Context().Err() != nil { // nobody is there to read it
		return q.r.Context().Err()
	}
	s.metrics.positions.Inc()
	h := q.w.Header()
	h.Del("ETag")
	h.Set("Cache-Control", "no-store") // the next search may find more
	q.send(http.StatusOK, jsonType, append(found.AppendJSON(nil), '\n'))
	return nil
}
