package ugi

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"felli"
	"felli/query"
	"felli/query/pdn"
)

// none stands for a move or a result that isn't there.
const none = "none"

// errNoPosition follows a position that wasn't understood.
var errNoPosition = errors.New("the last position wasn't understood, so there is none")

// position reads "startpos" or "fen FEN", and "moves" with the moves. A
// position that isn't understood leaves none.
func (e *Engine) position(words []string) error {
	moves := []string{}
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	e.table = nil
	p := e.game.Start()
	switch {
	case len(words) == 1 && words[0] == "startpos":
	case len(words) > 1 && words[0] == "fen":
		var err error
		if p, err = e.game.ParseFEN(strings.Join(words[1:], " ")); err != nil {
			return err
		}
	default:
		return &felli.ParseError{What: "position", Input: strings.Join(words, " "), Reason: "want startpos or fen FEN, then perhaps moves and the moves"}
	}
	_, played, err := e.game.PlayMoves(p, strings.Join(moves, " "))
	if err != nil {
		return err
	}
	e.newTable(p)
	for _, m := range played {
		e.table.Play(m)
	}
	return nil
}

// search answers "go": at once, whatever the limits, as everything is known.
func (e *Engine) search() error {
	begin := time.Now()
	if e.table == nil {
		e.say("bestmove %s", none)
		return errNoPosition
	}
	p := e.table.Position()
	moves := e.game.Moves(p)
	if len(moves) == 0 || e.table.Result() != pdn.Unfinished {
		e.say("bestmove %s", none)
		return nil
	}
	if err := e.ready(); err != nil {
		e.complain(err)
		if e.prober == nil {
			return e.anyMove(p, moves)
		}
	}
	a, err := e.prober.Answer(p)
	if err != nil {
		e.complain(err)
		return e.anyMove(p, moves)
	}
	if a.Missing != nil {
		e.say("info string %s", strings.Join(strings.Fields(a.Missing.Error()), " "))
	}
	m, err := e.level.Choose(e.prober, a, e.rand)
	if err != nil {
		return err
	}
	e.inform(a, m, begin)
	e.say("bestmove %s", m.Text)
	return nil
}

// anyMove plays a legal move without tables, so that a match can go on.
func (e *Engine) anyMove(p felli.Position, moves []felli.Move) error {
	e.say("bestmove %s", e.game.MoveString(p, moves[e.rand.IntN(len(moves))]))
	return nil
}

// inform tells the value of the move chosen, and best play after it.
func (e *Engine) inform(a *query.Answer, m query.RankedMove, begin time.Time) {
	pv := []string{m.Text}
	if l, err := e.prober.Line(m.After); err == nil {
		for _, s := range l.Steps {
			pv = append(pv, s.Text)
		}
	}
	score := ""
	switch m.Result.Value {
	case felli.Win:
		score = " score mate " + strconv.Itoa(int(m.Result.DTW))
		if m.Result.AtMost || a.Result.Value == felli.Unknown { // another move may win sooner
			score += " lowerbound"
		}
	case felli.Loss:
		score = " score mate -" + strconv.Itoa(int(m.Result.DTW))
		if m.Result.AtMost {
			score += " upperbound"
		}
	case felli.Draw:
		score = " score cp 0"
	default:
	}
	e.say("info depth %d nodes %d time %d%s pv %s", len(pv), len(a.Moves), time.Since(begin).Milliseconds(), score, strings.Join(pv, " "))
}

// query answers as the referee.
func (e *Engine) query(words []string) error {
	if e.table == nil {
		e.say("response %s", none)
		return errNoPosition
	}
	p, result := e.table.Position(), e.table.Result()
	switch strings.Join(words, " ") {
	case "p1turn":
		e.say("response %t", p.ToMove == felli.White)
	case "gameover":
		e.say("response %t", result != pdn.Unfinished)
	case "result":
		e.say("response %s", map[string]string{
			pdn.WhiteWins: "p1win", pdn.BlackWins: "p2win", pdn.Drawn: "draw", pdn.Unfinished: none,
		}[result])
	case "fen":
		e.say("response %s", e.game.FEN(p))
	case "moves":
		var texts []string
		for _, m := range e.game.Moves(p) {
			texts = append(texts, e.game.MoveString(p, m))
		}
		slices.Sort(texts)
		e.say("response %s", strings.Join(texts, " "))
	default:
		e.say("response %s", none)
		return &felli.ParseError{What: "query", Input: strings.Join(words, " "), Reason: "want p1turn, gameover, result, fen or moves"}
	}
	return nil
}
