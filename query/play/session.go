package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"felli"
	"felli/query"
	"felli/query/pdn"
)

// A Session is a game between people who type and the program, or any two of
// them. Set its fields, then call [Session.Run] once.
type Session struct {
	Table   *Table
	Prober  *query.Prober
	Levels  [2]Level      // of the program, by [felli.Side]
	Typed   [2]bool       // the sides whose moves are typed
	Draw    func() string // draws the board; nil: only when asked, see Board
	Board   func() string // draws the board on request
	Flip    func()        // turns the board
	Columns int           // what it says is broken to lines of so many; 0: each in one line
	Prompt  bool          // asks for a move, as one does on a terminal
	Rand    *rand.Rand    // for the levels
	Out     io.Writer
	Flush   func() error // after each turn; may be nil
	answer  query.Answer
	over    bool
	left    bool
	result  string // by resignation
}

// Run plays until the game is over and the person leaves, the input ends or ctx
// does. It returns the trouble of reading or writing, or with the tables; input
// that isn't understood is answered with a line that begins with "error:".
//
// The moves of the program and of typing sides are printed one a line, "1. c2-c3"
// or "1... c4xc2", and the end of the game as a sentence.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	lines := readLines(ctx, in)
	s.show()
	for !s.left {
		if err := s.turn(ctx, lines); err != nil {
			if errors.Is(err, io.EOF) {
				break
			}
			return err
		}
	}
	if s.Table.Record.Result = s.Table.Result(); s.result != "" {
		s.Table.Record.Result = s.result
	}
	return s.flush()
}

// A line is a line typed, or why there is none.
type line struct {
	text string
	err  error
}

// readLines reads in the background, so that an interrupt isn't kept waiting.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 1<<12)
		for {
			text, err := r.ReadString('\n')
			if text != "" {
				select {
				case lines <- line{text: text}:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				select {
				case lines <- line{err: err}:
				case <-ctx.Done():
				}
				return
			}
		}
	}()
	return lines
}

// turn makes one move of the program, or takes one line.
func (s *Session) turn(ctx context.Context, lines <-chan line) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := s.Table.Position()
	if !s.over && s.Table.Result() != pdn.Unfinished {
		s.end()
		if !s.Typed[felli.White] && !s.Typed[felli.Black] || !s.Prompt {
			s.left = true
			return nil
		}
	}
	if !s.over && !s.Typed[p.ToMove] {
		return s.think()
	}
	if s.Prompt {
		s.printf("%s> ", strings.ToLower(p.ToMove.String()))
	}
	if err := s.flush(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case l, ok := <-lines:
		if !ok {
			return io.EOF
		}
		if l.err != nil {
			if s.Prompt {
				s.printf("\n")
			}
			return l.err
		}
		return s.obey(l.text)
	}
}

// think makes the program's move.
func (s *Session) think() error {
	if err := s.ask(); err != nil {
		return err
	}
	m, err := s.Levels[s.Table.Position().ToMove].Choose(s.Prober, &s.answer, s.Rand)
	if err != nil {
		return err
	}
	s.play(m.Move)
	return s.flush()
}

// ask answers the position on the board.
func (s *Session) ask() error { return s.Prober.AnswerInto(&s.answer, s.Table.Position()) }

func (s *Session) play(m felli.Move) {
	p := s.Table.Position()
	s.Table.Play(m)
	s.printf("%s%s\n", s.number(p.ToMove), s.Prober.Game().MoveString(p, m))
	s.show()
}

// number is what stands before the last move, "1. " or "1... ".
func (s *Session) number(mover felli.Side) string {
	first := s.Table.Record.Moves.Plies[0].Before.ToMove
	n := (s.Table.Plies()-1+int(first))/2 + 1
	if mover == felli.White {
		return fmt.Sprintf("%d. ", n)
	}
	return fmt.Sprintf("%d... ", n)
}

// end says how the game has ended.
func (s *Session) end() {
	s.over = true
	if s.Table.Record.OnBoard() == pdn.Unfinished {
		s.printf("A draw: the position is on the board for the %s time\n", ordinal(s.Table.Repetitions))
	} else {
		s.printf("%s\n", query.Sentence(s.Prober.Game(), s.Table.Position(), felli.Result{}))
	}
	if s.Prompt && (s.Typed[felli.White] || s.Typed[felli.Black]) {
		s.printf("Type undo to take moves back, or quit to leave\n")
	}
}

func ordinal(n int) string {
	if n == 3 {
		return "third"
	}
	return fmt.Sprintf("%dth", n)
}

func (s *Session) show() {
	if s.Draw != nil {
		s.printf("\n%s\n", s.Draw())
	}
}

// say prints a text: where it is read on a screen, broken to fit it.
func (s *Session) say(text string) {
	if s.Columns == 0 {
		s.printf("%s\n", text)
		return
	}
	s.printf("%s", query.Wrap(text, s.Columns, "", "  "))
}

func (s *Session) printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

func (s *Session) flush() error {
	if s.Flush == nil {
		return nil
	}
	return s.Flush()
}
