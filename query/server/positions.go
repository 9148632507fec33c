package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"felli"
)

// flushBytes is how much of a stream is gathered before it is sent.
const flushBytes = 32 << 10

// positions answers POST /api/v1/positions: many positions of one ruleset, an
// object a line in the order of the request, as `felli query --stdin --json`
// does. The body is either FENs, one a line, with the ruleset in the address,
// or {"ruleset":"…","positions":["…",…]}.
func (q *request) positions() error {
	ruleset, fens, err := q.readPositions(q.body)
	if err != nil {
		return err
	}
	if most := q.server.limits.Positions; len(fens) > most {
		return fail(http.StatusRequestEntityTooLarge, "%d positions, want at most %d at once", len(fens), most)
	}
	b, err := q.server.shelf.book(ruleset)
	if err != nil {
		return err
	}
	h := q.w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	out := &stream{q: q}
	if q.takesGzip() {
		h.Set("Content-Encoding", "gzip")
		out.zip = gzips.Get().(*gzip.Writer)
		defer gzips.Put(out.zip)
		out.zip.Reset(q.w)
	}
	q.status = http.StatusOK
	ws := workspaces.Get().(*workspace)
	defer workspaces.Put(ws)
	ws.body = ws.body[:0]
	for _, fen := range fens {
		if err := q.ctx.Err(); err != nil {
			// The client sees fewer lines than it asked for, and why.
			_, f := q.server.explain(err)
			ws.body = append(appendError(ws.body, f), '\n')
			q.failure = err.Error()
			break
		}
		ws.body = append(q.appendAnswer(ws.body, b, ws, fen), '\n')
		if len(ws.body) >= flushBytes {
			if err := out.write(ws.body); err != nil { // the client is gone
				q.failure = err.Error()
				return nil
			}
			ws.body = ws.body[:0]
		}
	}
	if err := out.end(ws.body); err != nil {
		q.failure = err.Error()
	}
	q.server.metrics.positions.Add(float64(len(fens)))
	return nil
}

func (q *request) appendAnswer(body []byte, b *book, ws *workspace, fen string) []byte {
	var (
		p   felli.Position
		err error
	)
	if len(fen) > q.server.limits.TextBytes {
		err = fail(http.StatusBadRequest, "a position of %d bytes, want at most %d", len(fen), q.server.limits.TextBytes)
	} else if p, err = b.game.ParsePosition(fen); err == nil {
		err = b.prober.AnswerInto(&ws.answer, p)
	}
	if err != nil {
		_, f := q.server.explain(err)
		return appendError(body, f)
	}
	return ws.answer.AppendJSON(body)
}

// readPositions reads the body of a request for many positions.
func (q *request) readPositions(body []byte) (ruleset string, fens []string, err error) {
	kind, _, err := mime.ParseMediaType(q.r.Header.Get("Content-Type"))
	if err != nil || kind == "" {
		kind = "text/plain"
	}
	if kind == "application/json" {
		var in struct {
			Ruleset   string   `json:"ruleset"`
			Positions []string `json:"positions"`
		}
		if err := json.Unmarshal(body, &in); err != nil {
			return "", nil, fail(http.StatusBadRequest, "bad JSON: %v", err)
		}
		if in.Ruleset == "" {
			return "", nil, fail(http.StatusBadRequest, "the field ruleset is missing")
		}
		return in.Ruleset, in.Positions, nil
	}
	if !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0 {
		return "", nil, fail(http.StatusBadRequest, "the body isn't text; want one FEN a line, or JSON with Content-Type: application/json")
	}
	if ruleset, err = q.needed("ruleset"); err != nil {
		return "", nil, err
	}
	for line := range strings.Lines(string(body)) {
		fens = append(fens, strings.TrimRight(line, "\r\n"))
	}
	return ruleset, fens, nil
}

// A heldBody is read from a request, and counts towards what the server holds of
// all bodies until it is released.
type heldBody struct {
	io.Reader
	server *Server
	bytes  int64
}

var errBodies = errors.New("too many large requests arrive at once")

func (b *heldBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.bytes += int64(n)
	if b.server.bodies.Add(int64(n)) > b.server.limits.Bodies {
		return n, errBodies
	}
	return n, err
}

func (b *heldBody) release() { b.server.bodies.Add(-b.bytes) }

// badBody is the error of a body that couldn't be read: too large, too slow,
// cut off, or one too many.
func (q *request) badBody(err error) error {
	h := q.w.Header()
	h.Set("Connection", "close")
	if errors.Is(err, errBodies) {
		h.Set("Retry-After", "5")
		return fail(http.StatusServiceUnavailable, "%v; try again in a few seconds", err)
	}
	if status, _ := q.server.explain(err); status < 500 {
		return err
	}
	return fail(http.StatusBadRequest, "the body couldn't be read: %v", err)
}

// A stream is an answer that goes out in parts.
type stream struct {
	q   *request
	zip *gzip.Writer // or nil
}

func (s *stream) write(part []byte) error {
	s.q.sent += len(part)
	if s.zip == nil {
		if _, err := s.q.w.Write(part); err != nil {
			return err
		}
	} else {
		if _, err := s.zip.Write(part); err != nil {
			return err
		}
		if err := s.zip.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(s.q.w).Flush()
}

func (s *stream) end(part []byte) error {
	s.q.sent += len(part)
	if s.zip == nil {
		_, err := s.q.w.Write(part)
		return err
	}
	if _, err := s.zip.Write(part); err != nil {
		return err
	}
	return s.zip.Close()
}
