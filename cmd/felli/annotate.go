package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/query"
	"felli/query/annotate"
	"felli/query/pdn"
)

func (a *app) annotateCommand() *cobra.Command {
	n := annotator{app: a, probers: map[string]*opened{}, players: annotate.Players{}}
	var ruleset, output string
	cmd := &cobra.Command{
		Use:   "annotate GAME.pdn…",
		Short: "Give every move of a game its value, and mark the mistakes",
		Long: `Annotate reads PDN games and prints them with a comment after each move: who
wins in how many plies before and after it, and, where it wasn't the best, what
was. "?" marks a draw thrown away or half of a win, "??" a win turned into a loss.
With --report it prints the game's course, the moves that weren't best and a
summary by player instead. "-" is standard input.

Games name their ruleset in the tag Ruleset. A game that can't be read is told
on standard error; the others still come out, and the exit code is 2.`,
		Example: `  felli annotate game.pdn > annotated.pdn
  felli annotate game.pdn --report --svg game.svg
  felli annotate old.pdn --ruleset felli-mullah --json`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"pdn"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if ruleset != "" {
				r, err := felli.ParseRuleset(ruleset)
				if err != nil {
					return err
				}
				n.fallback = &r
			}
			n.pdn = a.out
			if n.report || a.json {
				n.pdn = io.Discard
			}
			if output == "" {
				return n.run(cmd.Context(), args)
			}
			var failed *failedGames // don't keep the others from coming out
			err := writeFile(output, func(out *bufio.Writer) error {
				n.pdn = out
				err := n.run(cmd.Context(), args)
				if errors.As(err, &failed) {
					return nil
				}
				return err
			})
			if err == nil && failed != nil {
				return failed
			}
			return err
		},
	}
	cmd.Flags().StringVar(&ruleset, "ruleset", "", "of games without the tag Ruleset")
	cmd.Flags().BoolVar(&n.report, "report", false, "print a chart, the moves that weren't best and a summary instead of PDN")
	cmd.Flags().StringVar(&output, "output", "", "write the annotated games to this file")
	cmd.Flags().StringVar(&n.svg, "svg", "", "draw the game's course into this file (further games: FILE-2.svg, …)")
	_ = cmd.RegisterFlagCompletionFunc("ruleset", completeFlagRuleset) // only fails for unknown flags
	return cmd
}

// run annotates all games of the files.
func (n *annotator) run(ctx context.Context, names []string) error {
	defer n.close()
	n.begin(names)
	for _, name := range names {
		if err := n.file(ctx, name); err != nil {
			n.end()
			if ctx.Err() != nil {
				return fmt.Errorf("interrupted after %s: %w", query.Count(n.done, "game", "games"), err)
			}
			return err
		}
	}
	n.end()
	if n.report && !n.app.json && n.done > 1 {
		fmt.Fprintf(n.app.out, "All %d games\n\n", n.done)
		if err := n.players.WriteText(n.app.out, min(n.app.screen.width, 60)); err != nil {
			return err
		}
	}
	if n.missing != nil {
		fmt.Fprintf(n.app.stderr, "felli: some values aren't known: %v\n", n.missing)
		n.app.hint(hintFor(n.missing))
	}
	if n.first != nil {
		return &failedGames{n.failed, n.failed + n.done, n.first}
	}
	return nil
}

func (n *annotator) file(ctx context.Context, name string) error {
	var in io.Reader
	if name == "-" {
		in = newInterruptible(ctx, n.app.stdin)
	} else {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("%w: %w", felli.ErrInput, err)
		}
		defer f.Close()
		in = f
	}
	games := pdn.NewReader(io.TeeReader(in, &n.read))
	for ctx.Err() == nil {
		n.tell()
		x, err := games.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = n.annotate(x)
		}
		if err != nil {
			if err := n.fail(name, err); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// svgName is the file for the picture of the n-th game.
func svgName(name string, n int) string {
	if n == 1 {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
}
