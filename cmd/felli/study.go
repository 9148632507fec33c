package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/study"
)

// studyFlags are what `felli puzzles`, `zugzwang` and `longest` are told.
type studyFlags struct {
	count    int
	distance string
	seed     uint64
	pdn      bool
}

// A studyFinder is one of the functions of package study.
type studyFinder func(context.Context, *index.Space, query.Tables, study.Options) ([]study.Position, error)

func (a *app) puzzlesCommand() *cobra.Command {
	return a.studyCommand(study.Puzzles, studyFlags{count: 2, distance: "3-11"}, &cobra.Command{
		Use:   "puzzles RULESET [SLICE]",
		Short: "Give positions in which one move alone wins",
		Long: `Puzzles gives, of each distance, some positions that one move alone wins, with
the solution. The side to move has no capture and at least one other move. Mirror
images of a position don't come again. --count says how many of each distance,
--distance which distances, --seed which sample: the same seed gives the same
puzzles on any machine. With SLICE, such as m2k1vm3, they are of that material or
its twin.`,
		Example: "  felli puzzles felli-mullah --distance 9 --count 3\n  felli puzzles felli-mullah m2k1vm2 --pdn > puzzles.pdn",
	})
}

func (a *app) zugzwangCommand() *cobra.Command {
	return a.studyCommand(study.Zugzwangs, studyFlags{count: 5}, &cobra.Command{
		Use:   "zugzwang RULESET [SLICE]",
		Short: "Give positions in which nobody would like to move",
		Long: `Zugzwang gives some positions that are worth less to either side when it has to
move: either loses if it has to, or the side to move loses and the other would
draw. In none of them can a side capture, or is without a move. --count says how
many of each of the two kinds.`,
		Example: "  felli zugzwang felli-mullah\n  felli zugzwang felli m3vm3 --distance 10-20 --json",
	})
}

func (a *app) longestCommand() *cobra.Command {
	return a.studyCommand(study.Longest, studyFlags{count: 1}, &cobra.Command{
		Use:   "longest RULESET [SLICE]",
		Short: "Give the longest wins and losses",
		Long: `Longest gives the positions that take longest to win and to lose, with best play.
Where a capture is compulsory they have none, but for one example a slice.`,
		Example: "  felli longest felli-mullah\n  felli longest felli-mullah k1vm2 --count 5 --pdn",
	})
}

// studyCommand completes a command that looks for positions.
func (a *app) studyCommand(find studyFinder, f studyFlags, cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.RangeArgs(1, 2)
	cmd.ValidArgsFunction = a.completeSlice
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := parseGame(args[0])
		if err != nil {
			return err
		}
		x := index.NewSpace(g)
		o := study.Options{Count: f.count, Seed: f.seed}
		if f.count < 1 {
			return &usageError{fmt.Errorf("--count %d: want 1 or more", f.count), ""}
		}
		if o.Min, o.Max, err = parseDistances(f.distance); err != nil {
			return err
		}
		if len(args) > 1 {
			if o.Slices, err = query.WithTwin(x, args[1]); err != nil {
				return err
			}
		}
		tables, closeStore, err := a.read(x)
		if err != nil {
			return err
		}
		defer closeStore()
		m := a.newCalmMeter("looked through")
		o.Progress = func(s index.Slice, done, total uint64) { m.advance(s.String(), done, total) }
		list, err := find(cmd.Context(), x, tables, o)
		m.end()
		if err != nil {
			return err
		}
		return a.showStudies(query.NewProber(x, tables), list, f.pdn)
	}
	cmd.Flags().IntVar(&f.count, "count", f.count, "give up to N")
	cmd.Flags().StringVar(&f.distance, "distance", f.distance, "in plies: 9, 5-15 or 5- (else all)")
	if !strings.HasPrefix(cmd.Use, "longest") {
		cmd.Flags().Uint64Var(&f.seed, "seed", 0, "take another sample")
	}
	cmd.Flags().BoolVar(&f.pdn, "pdn", false, "print games in PDN, the moves being best play")
	return cmd
}

// parseDistances reads 9, 5-15, 5- or nothing; most is 0 where there is no
// bound.
func parseDistances(text string) (least, most felli.Plies, err error) {
	from, to, ranged := strings.Cut(text, "-")
	if text == "" {
		return 0, 0, nil
	}
	low, err := strconv.ParseUint(from, 10, 15)
	high := low
	if err == nil && ranged && to != "" {
		high, err = strconv.ParseUint(to, 10, 15)
	}
	if err != nil || high < low || high == 0 {
		return 0, 0, &felli.ParseError{What: "distance", Input: text, Reason: "want plies such as 9, 5-15 or 5-"}
	}
	if ranged && to == "" {
		high = 0
	}
	return felli.Plies(low), felli.Plies(high), nil
}
