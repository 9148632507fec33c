package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"felli"
	"felli/query/play"
)

// playFlags are what `felli play` is told.
type playFlags struct {
	color, level, pdn string
	watch             bool
	seed              uint64
}

func (a *app) playCommand() *cobra.Command {
	var q asked
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play RULESET [POSITION]",
		Short: "Play against the tables, or watch them play",
		Long: `Play draws the board and takes moves, such as c2-c3, c4xc2 or shorter, and the
words hint, why, moves, undo, flip, board, fen, level, resign, help and quit. At
the end the game is written as PDN. Over a pipe it reads a line a move and writes
the moves made, a line each.

Levels: perfect; tricky, as perfect but of equal moves the one that leaves the
most ways to go wrong; the chance of a mistake, such as 25%. "tricky,25%" is a
level for each side. A position that comes for the third time is a draw.`,
		Example: `  felli play felli-mullah
  felli play felli-mullah --color black --level 25%
  felli play felli --watch --level tricky,25% --seed 7 --pdn games.pdn`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.play(cmd.Context(), &q, f, args)
		},
	}
	q.addMoves(cmd)
	cmd.Flags().StringVar(&f.color, "color", "white", "whose moves you type: white, black or both")
	cmd.Flags().StringVar(&f.level, "level", "perfect", "how well the program plays: perfect, tricky, 25% or tricky:25%")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "the program plays both sides")
	cmd.Flags().Uint64Var(&f.seed, "seed", 0, "of the mistakes, to see a game again (0: another one each time)")
	cmd.Flags().StringVar(&f.pdn, "pdn", "", "add the game to this file instead of printing it")
	_ = cmd.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"white", "black", "both"}, noFiles)) // only fails for unknown flags
	_ = cmd.RegisterFlagCompletionFunc("level", cobra.FixedCompletions([]string{"perfect", "tricky", "25%", "tricky:25%"}, noFiles))
	return cmd
}

func (a *app) play(ctx context.Context, q *asked, f playFlags, args []string) error {
	opening := q.moves
	q.moves = ""
	if err := q.parse(args); err != nil {
		return err
	}
	_, played, err := q.game.PlayMoves(q.position, opening)
	if err != nil {
		return err
	}
	s := play.Session{Table: play.NewTable(q.game, q.position), Out: a.out, Flush: a.out.Flush}
	for _, m := range played {
		s.Table.Play(m)
	}
	if err := f.set(&s); err != nil {
		return err
	}
	var done func()
	if s.Prober, done, err = a.open(q.game.Ruleset, ""); err != nil && (!errors.Is(err, felli.ErrNotBuilt) || !s.Typed[0] || !s.Typed[1]) {
		return err
	}
	defer done()
	if answer, err := s.Prober.Answer(s.Table.Position()); err == nil && !answer.Known() && s.Typed != [2]bool{true, true} {
		fmt.Fprintln(a.stderr, "felli: neither tables nor certificates reach this position; until they do the program plays any move")
	}
	a.show(&s)
	tag(s.Table.Record, s.Typed, s.Levels, f.seed)
	if s.Prompt {
		fmt.Fprintf(a.out, "%s. Type a move, or help.\n", q.game.DrawLegend(felli.DrawOptions{ASCII: !a.screen.unicode}))
	}
	err = s.Run(ctx, a.stdin)
	return errors.Join(err, a.keep(s.Table.Record, f.pdn))
}

// set reads the flags into a session.
func (f *playFlags) set(s *play.Session) error {
	white, black, two := strings.Cut(f.level, ",")
	if !two {
		black = white
	}
	for side, text := range []string{white, black} {
		l, err := play.ParseLevel(text)
		if err != nil {
			return err
		}
		s.Levels[side] = l
	}
	switch {
	case f.watch:
	case f.color == "white", f.color == "black", f.color == "both":
		s.Typed = [2]bool{f.color != "black", f.color != "white"}
	default:
		return &usageError{fmt.Errorf("--color %q: want white, black or both", f.color), ""}
	}
	if f.seed == 0 {
		f.seed = uint64(time.Now().UnixNano()) >> 20
	}
	s.Rand = rand.New(rand.NewPCG(f.seed, 0))
	return nil
}

// show makes the session draw what the screen can show.
func (a *app) show(s *play.Session) {
	o := felli.DrawOptions{ASCII: !a.screen.unicode, Color: a.screen.color, Flip: s.Typed == [2]bool{false, true}}
	s.Flip = func() { o.Flip = !o.Flip }
	s.Board = func() string {
		o.Mark = s.Table.Last()
		return s.Prober.Game().Draw(s.Table.Position(), o)
	}
	if a.screen.terminal {
		s.Draw, s.Columns = s.Board, a.columns()
	}
	f, ok := a.stdin.(*os.File)
	s.Prompt = a.screen.terminal && ok && term.IsTerminal(int(f.Fd()))
}
