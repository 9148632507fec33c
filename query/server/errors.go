package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"felli"
)

// An httpError is an answer other than 200, with its reason.
type httpError struct {
	status int
	kind   string
	reason string
}

func (e *httpError) Error() string { return e.reason }

func fail(status int, format string, args ...any) error {
	kind := "input"
	if status >= 500 {
		kind = "other"
	}
	return &httpError{status: status, kind: kind, reason: fmt.Sprintf(format, args...)}
}

// facts are an error as the JSON answers tell it.
type facts struct {
	Kind    string `json:"kind"` // "input", "not built", "corrupt" or "other"
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// maxMessage is the most bytes of an error that a client gets to read: much of
// it may be what the client sent.
const maxMessage = 600

// explain is the status of an error and what to tell the client. Of errors
// that aren't the client's business it hides the text.
func (s *Server) explain(err error) (status int, f facts) {
	var (
		he    *httpError
		large *http.MaxBytesError
	)
	switch {
	case errors.As(err, &he):
		return he.status, facts{Kind: he.kind, Message: shorten(he.reason)}
	case errors.As(err, &large):
		status, f.Kind = http.StatusRequestEntityTooLarge, "input"
		f.Message = fmt.Sprintf("the request has more than %d bytes", large.Limit)
		return status, f
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout, facts{Kind: "input", Message: "the request didn't arrive in time"}
	case errors.Is(err, context.Canceled): // nobody reads this
		return 499, facts{Kind: "input", Message: "the client has gone"}
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, facts{Kind: "other", Message: "the answer took too long; ask for less at once"}
	case errors.Is(err, felli.ErrInput):
		status, f.Kind = http.StatusBadRequest, "input"
	case errors.Is(err, felli.ErrNotBuilt):
		status, f.Kind = http.StatusNotFound, "not built"
	case errors.Is(err, felli.ErrCorrupt):
		status, f.Kind = http.StatusInternalServerError, "corrupt"
	default:
		return http.StatusInternalServerError, facts{Kind: "other", Message: "internal error; the server's log has the details"}
	}
	f.Message = shorten(err.Error())
	if s.hint != nil {
		f.Hint = s.hint(err)
	}
	return status, f
}

func shorten(text string) string {
	text = strings.ToValidUTF8(text, "�")
	if len(text) <= maxMessage {
		return text
	}
	cut := maxMessage / 2
	return strings.ToValidUTF8(text[:cut], "") + " … " + strings.ToValidUTF8(text[len(text)-cut:], "")
}

// appendError appends {"error":{…}}.
func appendError(b []byte, f facts) []byte {
	quoted, err := json.Marshal(struct {
		Error facts `json:"error"`
	}{f})
	if err != nil { // can't be: it is only text
		return append(b, `{"error":{"kind":"other","message":"internal error"}}`...)
	}
	return append(b, quoted...)
}
