package server

import (
	"net/http"
	"strconv"
	"strings"

	"felli"
	"felli/query"
)

// lilaBook is the book of a ruleset that is the path: an unknown one is a page
// that doesn't exist.
func (q *request) lilaBook(ruleset string) (*book, felli.Position, error) {
	b, err := q.pathBook(ruleset)
	if err != nil {
		return nil, felli.Position{}, err
	}
	text, err := q.needed("fen")
	if err != nil {
		return nil, felli.Position{}, err
	}
	// lila-tablebase lets underscores stand for blanks.
	p, err := b.game.ParsePosition(strings.ReplaceAll(text, "_", " "))
	return b, p, err
}

// pathBook is the book of a ruleset named in the path.
func (q *request) pathBook(ruleset string) (*book, error) {
	if len(ruleset) > q.server.limits.TextBytes {
		return nil, fail(http.StatusNotFound, "no such ruleset")
	}
	b, err := q.server.shelf.book(ruleset)
	if err != nil {
		if status, f := q.server.explain(err); status == http.StatusBadRequest {
			return nil, fail(http.StatusNotFound, "no page or ruleset %q: %s", ruleset, f.Message)
		}
	}
	return b, err
}

// lila answers /{ruleset} in the shape of lila-tablebase. Distances are signed
// as there: above zero when the side to move wins. In moves everything is seen
// by the opponent, who is then to move.
func (q *request) lila(ruleset string) error {
	b, p, err := q.lilaBook(ruleset)
	if err != nil {
		return err
	}
	if b.edition != "" && q.unchanged(b.edition, "lila", b.ruleset, b.game.FEN(p)) {
		return nil
	}
	ws := workspaces.Get().(*workspace)
	defer workspaces.Put(ws)
	if err := b.prober.AnswerInto(&ws.answer, p); err != nil {
		return err
	}
	if !ws.answer.Known() {
		return ws.answer.Missing
	}
	q.server.metrics.positions.Inc()
	body := append(ws.body[:0], '{')
	body = appendLila(body, b.game, p, ws.answer.Result)
	body = append(body, `,"moves":[`...)
	for i := range ws.answer.Moves {
		m := &ws.answer.Moves[i]
		if i > 0 {
			body = append(body, ',')
		}
		body = append(append(body, `{"uci":"`...), m.Text...)
		body = append(append(body, `","san":"`...), m.Text...)
		body = append(body, `","zeroing":`...)
		body = strconv.AppendBool(body, m.Move.IsCapture() || m.Move.Promotes)
		body = append(body, ',')
		body = append(appendLila(body, b.game, m.After, after(m)), '}')
	}
	ws.body = append(body, "]}\n"...)
	q.send(http.StatusOK, jsonType, ws.body)
	return nil
}

// after is what the position after a move is worth to the opponent.
func after(m *query.RankedMove) felli.Result {
	r := m.Result
	if r.Value == felli.Win || r.Value == felli.Loss {
		return felli.Result{Value: r.Value.Negate(), DTW: r.DTW - 1, AtMost: r.AtMost}
	}
	return r
}

// appendLila appends the fields that lila-tablebase has for a position. Of
// its flags, variant_loss says that the side to move has no piece left,
// checkmate that it is stuck and has lost, stalemate that this is a draw.
// There is nothing that corresponds to dtz.
func appendLila(b []byte, g *felli.Game, p felli.Position, r felli.Result) []byte {
	none := p.Pieces(p.ToMove) == 0
	stuck := !none && (r.Value == felli.Draw || r == felli.Result{Value: felli.Loss}) && !g.CanMove(p)
	for _, flag := range [...]struct {
		name  string
		value bool
	}{
		{`"checkmate":`, stuck && r.Value == felli.Loss},
		{`,"stalemate":`, stuck && r.Value == felli.Draw},
		{`,"variant_win":`, false},
		{`,"variant_loss":`, none},
		{`,"insufficient_material":`, false},
	} {
		b = strconv.AppendBool(append(b, flag.name...), flag.value)
	}
	b = append(b, `,"dtz":null,"precise_dtz":null,"dtm":`...)
	b = appendSigned(b, r)
	b = append(b, `,"dtw":`...)
	b = appendSigned(b, r)
	b = append(b, `,"category":"`...)
	b = append(b, r.Value.String()...)
	return append(b, '"')
}

// appendSigned appends a distance, negative in a loss, or null, also where no
// more than a bound is proven.
func appendSigned(b []byte, r felli.Result) []byte {
	switch {
	case r.AtMost:
		return append(b, "null"...)
	case r.Value == felli.Win:
		return strconv.AppendInt(b, int64(r.DTW), 10)
	case r.Value == felli.Loss:
		return strconv.AppendInt(b, -int64(r.DTW), 10)
	default:
		return append(b, "null"...)
	}
}

// A mainline is best play as /{ruleset}/mainline shows it.
type mainline struct {
	Mainline []mainlineMove `json:"mainline"` // empty in a draw
	DTW      *int           `json:"dtw"`
	Winner   *string        `json:"winner"` // "w", "b", or null in a draw
}

type mainlineMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	DTW *int   `json:"dtw"` // for the opponent, signed; null if only a bound is known
}

// lilaMainline answers /{ruleset}/mainline.
func (q *request) lilaMainline(ruleset string) error {
	b, p, err := q.lilaBook(ruleset)
	if err != nil {
		return err
	}
	if b.edition != "" && q.unchanged(b.edition, "mainline", b.ruleset, b.game.FEN(p)) {
		return nil
	}
	l, err := b.prober.Line(p)
	if err != nil {
		return err
	}
	out := mainline{Mainline: []mainlineMove{}}
	if l.Result.Value == felli.Draw {
		return q.sendJSON(out)
	}
	winner := p.ToMove
	if l.Result.Value == felli.Loss {
		winner = winner.Other()
	}
	letter := [...]string{"w", "b"}[winner]
	out.Winner, out.DTW = &letter, signed(l.Result)
	for i := range l.Steps {
		m := &l.Steps[i].RankedMove
		out.Mainline = append(out.Mainline, mainlineMove{m.Text, m.Text, signed(after(m))})
	}
	return q.sendJSON(out)
}

// signed is a distance, negative in a loss; nil in a draw and where no more
// than a bound is proven.
func signed(r felli.Result) *int {
	d := int(r.DTW)
	switch {
	case r.AtMost:
		return nil
	case r.Value == felli.Loss:
		d = -d
	case r.Value != felli.Win:
		return nil
	}
	return &d
}
