package server

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"felli"
	"felli/query"
)

// A request is one request and what became of it.
type request struct {
	server *Server
	w      http.ResponseWriter
	r      *http.Request
	ctx    context.Context // of a heavy request, with its time limit
	values url.Values      // of the address, once read
	body   []byte          // of a route that has one
	route  string
	begin  time.Time

	status  int    // 0: nothing sent yet
	sent    int    // bytes
	failure string // the reason, for the log
}

const jsonType = "application/json"

// minGzip is the least body that is worth compressing.
const minGzip = 1400

var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return w
}}

// send writes an answer whole.
func (q *request) send(status int, contentType string, body []byte) {
	h := q.w.Header()
	if contentType != "" {
		h.Set("Content-Type", contentType)
	}
	q.status = status
	switch {
	case len(body) >= minGzip && q.takesGzip():
		h.Set("Content-Encoding", "gzip")
		q.w.WriteHeader(status)
		if q.r.Method == http.MethodHead {
			return
		}
		zip := gzips.Get().(*gzip.Writer)
		defer gzips.Put(zip)
		zip.Reset(q.w)
		_, _ = zip.Write(body) // the client may be gone
		_ = zip.Close()
	case status == http.StatusNoContent || status == http.StatusNotModified:
		q.w.WriteHeader(status)
		return
	default:
		h.Set("Content-Length", strconv.Itoa(len(body)))
		q.w.WriteHeader(status)
		if q.r.Method == http.MethodHead {
			return
		}
		_, _ = q.w.Write(body)
	}
	q.sent = len(body)
}

func (q *request) takesGzip() bool {
	h := q.w.Header()
	if len(h["Vary"]) == 0 {
		h.Set("Vary", "Accept-Encoding")
	}
	for _, accepted := range q.r.Header["Accept-Encoding"] {
		for coding := range strings.SplitSeq(accepted, ",") {
			name, weight, _ := strings.Cut(strings.TrimSpace(coding), ";")
			if strings.TrimSpace(name) == "gzip" {
				return !isZero(weight)
			}
		}
	}
	return false
}

// isZero reports whether a weight such as q=0 or q=0.00 says never.
func isZero(weight string) bool {
	value, ok := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
	return ok && value != "" && strings.Trim(value, "0.") == ""
}

func (q *request) sendError(err error) {
	status, f := q.server.explain(err)
	q.failure = err.Error()
	if q.status != 0 { // an answer is on its way already
		q.server.log.Error("an answer broke off", "path", q.r.URL.Path, "error", q.failure)
		return
	}
	h := q.w.Header()
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
	q.send(status, jsonType, append(appendError(nil, f), '\n'))
}

func (q *request) sendJSON(v any) error { return q.sendJSONAs(http.StatusOK, v) }

func (q *request) sendJSONAs(status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	q.send(status, jsonType, append(body, '\n'))
	return nil
}

// unchanged sets the tag of the answer that the parts stand for, which come
// with the digest or edition of what it was made from, and reports whether the
// client has it: then it has been told so. The tag is a weak one because the
// same answer may go out compressed or not.
func (q *request) unchanged(digest string, parts ...string) bool {
	sum := fnv.New64a()
	for _, part := range parts {
		_, _ = sum.Write([]byte(part))
		_, _ = sum.Write([]byte{0})
	}
	if len(digest) > 16 {
		digest = digest[:16]
	}
	h := q.w.Header()
	tag := fmt.Sprintf(`W/"%s-%016x"`, digest, sum.Sum64())
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache")
	for _, list := range q.r.Header["If-None-Match"] {
		for have := range strings.SplitSeq(list, ",") {
			have = strings.TrimSpace(have)
			if have == "*" || strings.TrimPrefix(have, "W/") == tag[2:] {
				q.send(http.StatusNotModified, "", nil)
				return true
			}
		}
	}
	return false
}

// value is a parameter of the address; missing, it is the given default.
func (q *request) value(name, missing string) (string, error) {
	if q.values == nil {
		values, err := url.ParseQuery(q.r.URL.RawQuery)
		if err != nil {
			return "", fail(http.StatusBadRequest, "bad address: %v", err)
		}
		q.values = values
	}
	list := q.values[name]
	switch {
	case len(list) == 0:
		return missing, nil
	case len(list) > 1:
		return "", fail(http.StatusBadRequest, "%s is given twice", name)
	case len(list[0]) > q.server.limits.TextBytes:
		return "", fail(http.StatusBadRequest, "%s has %d bytes, want at most %d", name, len(list[0]), q.server.limits.TextBytes)
	}
	return list[0], nil
}

// needed is a parameter that must be there.
func (q *request) needed(name string) (string, error) {
	text, err := q.value(name, "")
	if err == nil && text == "" {
		err = fail(http.StatusBadRequest, "the parameter %s is missing", name)
	}
	return text, err
}

// book is the book that the parameter ruleset names.
func (q *request) book() (*book, error) {
	text, err := q.needed("ruleset")
	if err != nil {
		return nil, err
	}
	return q.server.shelf.book(text)
}

// asked is the position that the parameters fen and moves name; without fen
// it is the start.
func (q *request) asked(b *book) (felli.Position, error) {
	text, err := q.value("fen", "start")
	if err != nil {
		return felli.Position{}, err
	}
	p, err := b.game.ParsePosition(text)
	if err != nil {
		return felli.Position{}, err
	}
	moves, err := q.value("moves", "")
	if err != nil || moves == "" {
		return p, err
	}
	p, _, err = b.game.PlayMoves(p, moves)
	return p, err
}

// A workspace is memory for an answer, used again and again.
type workspace struct {
	answer query.Answer
	body   []byte
}

var workspaces = sync.Pool{New: func() any { return &workspace{} }}

func stack() string { return string(debug.Stack()) }
