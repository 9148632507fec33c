package main

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
)

func (a *app) queryCommand() *cobra.Command {
	var q asked
	var stdin, prove bool
	var limit time.Duration
	cmd := &cobra.Command{
		Use:   "query RULESET POSITION",
		Short: "Show a position's value, its distance and all its moves, the best first",
		Long: `Query shows the board, who wins in how many plies, and every move with what it
leads to: wins first, the shortest leading, then draws, moves beyond the tables,
and losses, the longest leading. The best move is marked on the board.

Beyond the tables it knows what certificates of felli prove say; with --prove it
searches for the rest, and says what is known when the time is up.

With --stdin it reads one FEN a line and prints one line each, in the same
order: with --json one object, else FEN, value, distance and best move between
tabs. A line that can't be answered gives {"error":{…}} with --json, else the
word error and, behind a tab, the reason.`,
		Example: `  felli query felli-mullah start
  felli query fetaix W:WKc3:Bb3,d3 --json
  felli query felli-mullah --stdin --json < positions.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if stdin {
				return exactly(args, 1, "RULESET alone with --stdin")
			}
			return exactly(args, 2, "RULESET and POSITION")
		},
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			if stdin && (q.moves != "" || prove) {
				return usage(cmd, errors.New("--moves and --prove can't be used with --stdin"))
			}
			if cmd.Flags().Changed("time") && !prove {
				return usage(cmd, errors.New("--time needs --prove"))
			}
			if err := q.parse(args); err != nil {
				return err
			}
			if stdin {
				return a.queryStream(cmd.Context(), q.game)
			}
			var answer *query.Answer
			var err error
			if prove {
				answer, err = a.askProving(cmd.Context(), &q, limit)
			} else {
				answer, err = a.ask(&q)
			}
			if err != nil {
				return q.beyond(err)
			}
			return a.showAnswer(&q, answer)
		},
	}
	q.addMoves(cmd)
	cmd.Flags().BoolVar(&stdin, "stdin", false, "read positions from standard input, one a line")
	cmd.Flags().BoolVar(&prove, "prove", false, "search for values that no table has")
	cmd.Flags().DurationVar(&limit, "time", time.Minute, "give up after so long, with --prove (0: never)")
	return cmd
}

func exactly(args []string, n int, want string) error {
	if len(args) != n {
		return fmt.Errorf("want %s, have %d arguments", want, len(args))
	}
	return nil
}

// ask answers a position. Without tables it is answered if the rules alone
// decide it.
func (a *app) ask(q *asked) (*query.Answer, error) {
	defer brief()()
	x := index.NewSpace(q.game)
	tables, closeStore, err := a.read(x)
	if errors.Is(err, felli.ErrNotBuilt) {
		answer, _ := query.NewProber(x, absent{err}).Answer(q.position)
		if answer == nil || answer.Missing != nil {
			return nil, err
		}
		return answer, nil
	}
	if err != nil {
		return nil, err
	}
	defer closeStore()
	return prober(x, tables).Answer(q.position)
}

// showAnswer prints an answer. A value beyond the tables is no answer to the
// question, so there it names what would know; if not even a move is known it
// is an error too.
func (a *app) showAnswer(q *asked, answer *query.Answer) error {
	if err := a.printKnown(q, answer); err != nil {
		return err
	}
	if !answer.Known() {
		return q.beyond(answer.Missing)
	}
	if answer.Missing != nil {
		if err := a.out.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(a.stderr, "felli: the value isn't known: %v\n", answer.Missing)
		a.hint(hintFor(q.beyond(answer.Missing)))
	}
	return nil
}

// printKnown prints what is known of a position, whether or not that is all.
func (a *app) printKnown(q *asked, answer *query.Answer) error {
	if a.json {
		_, err := a.out.Write(append(answer.AppendJSON(nil), '\n'))
		return err
	}
	return a.printAnswer(q.game, answer)
}

func (a *app) printAnswer(g *felli.Game, answer *query.Answer) error {
	best, known := answer.Best()
	fmt.Fprintf(a.out, "%s\n\n%s\n", answer.Ruleset, a.draw(g, answer.Position, best.Move))
	fmt.Fprintln(a.out, g.FEN(answer.Position))
	sentence := query.Sentence(g, answer.Position, answer.Result)
	if known := answer.Limits.Known(); known != "" && answer.Result.Value == felli.Unknown {
		sentence += ", but proven: " + known
	}
	fmt.Fprintln(a.out, a.screen.bold(sentence))
	if len(answer.Moves) == 0 {
		return nil
	}
	fmt.Fprintln(a.out)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for i, m := range answer.Moves {
		mark := " "
		if i == 0 && known {
			mark = ">"
		}
		fmt.Fprintf(w, "%s %s\t%s\n", mark, m.Text, query.Outcome(m.Result))
	}
	return w.Flush()
}
