package play

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"felli"
	"felli/query"
	"felli/query/pdn"
)

// A command is a word that a person may type instead of a move.
type command struct {
	name string
	does string
	run  func(s *Session, rest string) error
}

// commands are in the order in which help lists them.
func commands() []command {
	return []command{
		{"hint", "the best move", (*Session).hint},
		{"why", "the value of the position and of every move", (*Session).why},
		{"moves", "the legal moves", (*Session).moves},
		{"undo", "take moves back, to your last turn", (*Session).undo},
		{"flip", "turn the board", (*Session).flip},
		{"board", "draw the board", (*Session).board},
		{"fen", "the position as text", (*Session).fen},
		{"level", "see or set how well the program plays: level 25%", (*Session).level},
		{"resign", "give up", (*Session).resign},
		{"help", "this list", (*Session).help},
		{"quit", "leave", (*Session).quit},
	}
}

// obey does what a line says: a command, or a move.
func (s *Session) obey(text string) error {
	text = strings.TrimSpace(text)
	word, rest, _ := strings.Cut(text, " ")
	if text == "" {
		return nil
	}
	for _, c := range commands() {
		if strings.EqualFold(word, c.name) {
			return s.excuse(c.run(s, strings.TrimSpace(rest)))
		}
	}
	if s.over {
		s.printf("error: the game is over; type undo or quit\n")
		return nil
	}
	m, err := pdn.ParseMove(s.Prober.Game(), s.Table.Position(), text)
	if err != nil {
		s.complain(err)
		return nil
	}
	s.play(m)
	return nil
}

// excuse tells of what the tables don't hold and goes on.
func (s *Session) excuse(err error) error {
	if errors.Is(err, felli.ErrNotBuilt) || errors.Is(err, felli.ErrInput) {
		s.complain(err)
		return nil
	}
	return err
}

func (s *Session) complain(err error) {
	var parse *felli.ParseError
	if errors.As(err, &parse) {
		s.say("error: " + parse.Reason)
		if parse.Hint != "" && parse.What == "move" {
			s.say(parse.Hint + "; help lists the commands")
		}
		return
	}
	s.say("error: " + err.Error())
}

// known asks for the value of the position.
func (s *Session) known() error {
	if err := s.ask(); err != nil {
		return err
	}
	if !s.answer.Known() {
		return s.answer.Missing
	}
	return nil
}

func (s *Session) hint(string) error {
	if err := s.known(); err != nil {
		return err
	}
	best, ok := s.answer.Best()
	switch {
	case ok:
		s.printf("%s %s\n", best.Text, query.Outcome(best.Result))
	case s.answer.Ended:
		s.printf("%s\n", s.sentence())
	default:
		return s.answer.Missing
	}
	return nil
}

func (s *Session) why(string) error {
	if err := s.known(); err != nil {
		return err
	}
	s.printf("%s\n", s.sentence())
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, m := range s.answer.Moves {
		fmt.Fprintf(w, "  %s\t%s\n", m.Text, query.Outcome(m.Result))
	}
	return w.Flush()
}

func (s *Session) sentence() string {
	return query.Sentence(s.Prober.Game(), s.answer.Position, s.answer.Result)
}

func (s *Session) moves(string) error {
	g, p := s.Prober.Game(), s.Table.Position()
	var texts []string
	for _, m := range g.Moves(p) {
		texts = append(texts, g.MoveString(p, m))
	}
	s.say(strings.Join(texts, " "))
	return nil
}

// undo takes back the last move of the side that types, and what followed.
func (s *Session) undo(string) error {
	undone := 0
	plies := s.Table.Record.Moves.Plies
	for i := len(plies) - 1; i >= 0 && undone == 0; i-- {
		if s.Typed[plies[i].Before.ToMove] {
			undone = len(plies) - i
		}
	}
	if undone == 0 {
		s.printf("error: there is no move of yours to take back\n")
		return nil
	}
	for range undone {
		s.Table.Undo()
	}
	s.over = false
	s.printf("took back %s\n", query.Count(undone, "move", "moves"))
	s.show()
	return nil
}

func (s *Session) flip(string) error {
	s.Flip()
	return s.board("")
}

func (s *Session) board(string) error {
	s.printf("%s", s.Board())
	return nil
}

func (s *Session) fen(string) error {
	s.printf("%s\n", s.Prober.Game().FEN(s.Table.Position()))
	return nil
}

func (s *Session) level(rest string) error {
	for side := range s.Levels {
		if s.Typed[side] {
			continue
		}
		if rest != "" {
			l, err := ParseLevel(rest)
			if err != nil {
				return err
			}
			s.Levels[side] = l
		}
		s.printf("%s plays at level %s\n", felli.Side(side), s.Levels[side])
	}
	return nil
}

func (s *Session) resign(string) error {
	if s.over {
		s.printf("error: the game is over\n")
		return nil
	}
	loser := s.Table.Position().ToMove
	if s.result = pdn.WhiteWins; loser == felli.White {
		s.result = pdn.BlackWins
	}
	s.printf("%s resigns\n", loser)
	s.left = true
	return nil
}

func (s *Session) quit(string) error {
	s.left = true
	return nil
}

func (s *Session) help(string) error {
	s.printf("Type a move such as c2-c3 or c4xc2, or one of\n")
	for _, c := range commands() {
		s.printf("  %-7s %s\n", c.name, c.does)
	}
	return nil
}
