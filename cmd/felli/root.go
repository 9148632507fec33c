package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// An app is one run of the program: where it reads and writes, and its global
// flags.
type app struct {
	stdin   io.Reader
	out     *bufio.Writer // results, and nothing else
	stderr  io.Writer     // messages and progress
	screen  screen        // what stdout can show
	console screen        // what stderr can show
	db      string
	json    bool
}

// run runs the program and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	a := &app{
		stdin: stdin, out: bufio.NewWriterSize(stdout, 1<<16), stderr: stderr,
		screen: screenOf(stdout), console: screenOf(stderr),
	}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(a.out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if flushed := a.out.Flush(); err == nil {
		err = flushed
	}
	return a.report(ctx, err)
}

func (a *app) rootCommand() *cobra.Command {
	var showVersion bool
	root := &cobra.Command{
		Use:   "felli",
		Short: "Solve Felli, Fetaix and their relatives, and ask what a position is worth",
		Long: `Felli solves Felli, Fetaix and their relatives exactly, and answers who wins a
position, in how many plies, and by which move.

RULESET is NAME[,option=value…], such as felli-mullah or fetaix,promote=pass;
"felli rules" lists them. POSITION is the word start or a FEN, such as
W:Wa1,c1,Kd2:BKb4,a5 (side to move, White's points, Black's points, K before a
Mullah).

Exit codes: 0 done, 2 bad input, 3 not built, 4 corrupt or foreign store,
130 interrupted, 1 anything else.`,
		Example: `  felli solve felli-mullah
  felli query felli-mullah start
  felli line felli-mullah start --moves "c2-c3 c4xc2"`,
		SilenceErrors: true,
		SilenceUsage:  true,

		SuggestionsMinimumDistance: 2,
		Args:                       cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if showVersion && len(args) == 0 {
				return a.printVersion()
			}
			return helpUnlessNamed(cmd, args)
		},
	}
	root.PersistentFlags().StringVar(&a.db, "db", "", "`DIR` of the store (else $FELLI_DB, else the user's data directory)")
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print results as JSON")
	root.Flags().BoolVarP(&showVersion, "version", "v", false, "say which build this is")
	root.SetFlagErrorFunc(badFlag)
	root.AddCommand(
		a.rulesCommand(), a.perftCommand(), a.movesCommand(),
		a.solveCommand(), a.verifyCommand(),
		a.queryCommand(), a.bestCommand(), a.lineCommand(), a.statsCommand(), a.proveCommand(),
		a.playCommand(), a.annotateCommand(), a.ugiCommand(),
		a.serveCommand(), a.exportSiteCommand(), a.atlasCommand(),
		a.puzzlesCommand(), a.zugzwangCommand(), a.longestCommand(), a.exportCommand(), a.importCommand(),
		a.versionCommand(), a.manCommand(),
	)
	for _, c := range root.Commands() {
		checkArgs(c)
	}
	a.explain(root)
	return root
}
