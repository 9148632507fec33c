package server

import (
	"encoding/json"
	"net/http"

	"felli"
)

// position answers /api/v1/position as `felli query --json` does. A position
// of which nothing is known is an error, but its legal moves come along.
func (q *request) position() error {
	b, err := q.book()
	if err != nil {
		return err
	}
	p, err := q.asked(b)
	if err != nil {
		return err
	}
	limit, err := q.searchTime()
	if err != nil {
		return err
	}
	ws := workspaces.Get().(*workspace)
	defer workspaces.Put(ws)
	if limit == 0 && b.edition != "" && q.unchanged(b.edition, "position", b.ruleset, b.game.FEN(p)) {
		return nil
	}
	if err := b.prober.AnswerInto(&ws.answer, p); err != nil {
		return err
	}
	if limit > 0 && b.absent == nil && !settled(&ws.answer) {
		return q.search(b, p, limit)
	}
	q.server.metrics.positions.Inc()
	ws.body = ws.body[:0]
	if !ws.answer.Known() {
		q.unknown(ws)
		return nil
	}
	ws.body = append(ws.answer.AppendJSON(ws.body), '\n')
	q.send(http.StatusOK, jsonType, ws.body)
	return nil
}

// unknown sends the error of a position beyond the tables, with the position.
func (q *request) unknown(ws *workspace) {
	status, f := q.server.explain(ws.answer.Missing)
	q.failure = f.Message
	body := appendError(ws.body, f)
	body = append(body[:len(body)-1], `,"position":`...)
	ws.body = append(ws.answer.AppendJSON(body), "}\n"...)
	h := q.w.Header()
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
	q.send(status, jsonType, ws.body)
}

// game answers /api/v1/game: every position on the way from fen through
// moves, as /api/v1/position would, and what is missing if the last one isn't
// known. That is no error here: a browser would report it as one.
func (q *request) game() error {
	b, err := q.book()
	if err != nil {
		return err
	}
	text, err := q.value("fen", "start")
	if err != nil {
		return err
	}
	p, err := b.game.ParsePosition(text)
	if err != nil {
		return err
	}
	if text, err = q.value("moves", ""); err != nil {
		return err
	}
	_, moves, err := b.game.PlayMoves(p, text)
	if err != nil {
		return err
	}
	if b.edition != "" && q.unchanged(b.edition, "game", b.ruleset, b.game.FEN(p), text) {
		return nil
	}
	ws := workspaces.Get().(*workspace)
	defer workspaces.Put(ws)
	ws.body = append(ws.body[:0], `{"ruleset":"`...)
	ws.body = append(append(ws.body, b.ruleset...), `","moves":[`...)
	at := p
	for i, m := range moves {
		if i > 0 {
			ws.body = append(ws.body, ',')
		}
		ws.body = append(append(append(ws.body, '"'), b.game.MoveString(at, m)...), '"')
		at = b.game.Play(at, m)
	}
	ws.body = append(ws.body, `],"positions":[`...)
	for i := 0; ; i++ {
		if err := q.ctx.Err(); err != nil {
			return err
		}
		if err := b.prober.AnswerInto(&ws.answer, p); err != nil {
			return err
		}
		ws.body = ws.answer.AppendJSON(ws.body)
		if i == len(moves) {
			break
		}
		ws.body = append(ws.body, ',')
		p = b.game.Play(p, moves[i])
	}
	q.server.metrics.positions.Add(float64(len(moves) + 1))
	ws.body = append(ws.body, `],"missing":`...)
	if missing := ws.answer.Missing; missing != nil {
		_, f := q.server.explain(missing)
		text, err := json.Marshal(f)
		if err != nil {
			return err
		}
		ws.body = append(ws.body, text...)
	} else {
		ws.body = append(ws.body, "null"...)
	}
	ws.body = append(ws.body, "}\n"...)
	q.w.Header().Set("Cache-Control", "no-cache")
	q.send(http.StatusOK, jsonType, ws.body)
	return nil
}

// line answers /api/v1/line as `felli line --json` does.
func (q *request) line() error {
	b, err := q.book()
	if err != nil {
		return err
	}
	p, err := q.asked(b)
	if err != nil {
		return err
	}
	if b.edition != "" && q.unchanged(b.edition, "line", b.ruleset, b.game.FEN(p)) {
		return nil
	}
	l, err := b.prober.Line(p)
	if err != nil {
		return err
	}
	q.server.metrics.positions.Add(float64(len(l.Steps) + 1))
	return q.sendJSON(l.JSON(b.game))
}

// A rulesetJSON is a ruleset as /api/v1/rulesets shows it.
type rulesetJSON struct {
	Ruleset  string            `json:"ruleset"`
	Board    string            `json:"board"`
	Options  map[string]string `json:"options"`
	Sentence string            `json:"sentence"`
	Source   string            `json:"source"`
	Start    string            `json:"start"`
	Tables   *tablesJSON       `json:"tables"` // null where the store has none
	Build    string            `json:"build,omitempty"`
}

// A tablesJSON says how much of a ruleset is built.
type tablesJSON struct {
	Slices   int    `json:"slices"`
	Pieces   int    `json:"pieces"` // the most in all, of any built slice
	Complete bool   `json:"complete"`
	Digest   string `json:"digest"`
}

type boardJSON struct {
	Name      string     `json:"name"`
	Width     int        `json:"width"`
	Height    int        `json:"height"`
	MaxPieces int        `json:"max_pieces"` // a side
	Points    []string   `json:"points"`
	Lines     [][]string `json:"lines"`
}

// rulesets answers /api/v1/rulesets: the named rulesets, then what else the
// store holds, and the boards they are played on.
func (q *request) rulesets() error {
	list := felli.Rulesets()
	named := map[string]bool{}
	for _, r := range list {
		named[r.FullString()] = true
	}
	held, err := q.server.shelf.store.Rulesets()
	if err != nil {
		return err
	}
	for _, r := range held {
		if !named[r.FullString()] {
			list = append(list, r)
		}
	}
	return q.sendRulesets(list)
}

func (q *request) ruleset(text string) error {
	r, err := felli.ParseRuleset(text)
	if err != nil {
		return err
	}
	return q.sendRulesets([]felli.Ruleset{r})
}

func (q *request) sendRulesets(list []felli.Ruleset) error {
	out := struct {
		Rulesets []rulesetJSON `json:"rulesets"`
		Boards   []boardJSON   `json:"boards"`
		Search   float64       `json:"search"` // seconds that a search may last; 0: there is none
	}{Rulesets: []rulesetJSON{}, Boards: []boardJSON{}}
	if q.server.search != nil {
		out.Search = q.server.limits.Work.Seconds()
	}
	drawn := map[string]bool{}
	for _, r := range list {
		b, err := q.server.shelf.open(r)
		if err != nil {
			return err
		}
		out.Rulesets = append(out.Rulesets, q.server.describe(b))
		if name := r.Board.Name; !drawn[name] {
			drawn[name] = true
			out.Boards = append(out.Boards, drawBoard(r.Board))
		}
	}
	q.w.Header().Set("Cache-Control", "no-cache")
	return q.sendJSON(out)
}

// describeRules describes a game without its tables.
func describeRules(g *felli.Game) rulesetJSON {
	out := rulesetJSON{
		Ruleset: g.String(), Board: g.Board.Name, Options: map[string]string{},
		Sentence: g.Sentence, Source: g.Source, Start: g.FEN(g.Start()),
	}
	for _, spec := range felli.OptionSpecs() {
		out.Options[spec.Name] = spec.Value(g.Options)
	}
	return out
}

func (s *Server) describe(b *book) rulesetJSON {
	out := describeRules(b.game)
	if b.absent != nil {
		if s.hint != nil {
			out.Build = s.hint(b.absent)
		}
		return out
	}
	t := &tablesJSON{Slices: len(b.sums), Digest: b.digest, Complete: true}
	for i := range b.sums {
		t.Pieces = max(t.Pieces, b.sums[i].Slice.Pieces())
	}
	t.Complete = len(b.sums) == len(b.space.Slices(0))
	out.Tables = t
	return out
}

func drawBoard(b *felli.Board) boardJSON {
	out := boardJSON{Name: b.Name, Width: b.Width, Height: b.Height, MaxPieces: b.MaxPieces}
	for p := range felli.Point(b.Points()) {
		out.Points = append(out.Points, b.PointName(p))
	}
	for _, line := range b.Lines() {
		var names []string
		for _, p := range line {
			names = append(names, b.PointName(p))
		}
		out.Lines = append(out.Lines, names)
	}
	return out
}
