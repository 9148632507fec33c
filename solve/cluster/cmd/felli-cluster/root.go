package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"go.temporal.io/sdk/client"

	"felli"
	"felli/internal/exit"
	"felli/solve/cluster"
)

// An app is one run of the program.
type app struct {
	out, stderr io.Writer
	log         *slog.Logger
	temporal    string
	namespace   string
	tables      string
}

// run runs the program and returns its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	a := &app{out: stdout, stderr: stderr, log: slog.New(slog.NewTextHandler(stderr, nil))}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	code := exit.Code(ctx, err)
	if err != nil {
		fmt.Fprintf(stderr, "felli-cluster: error: %v\n", err)
	}
	var parse *felli.ParseError
	if errors.As(err, &parse) && parse.Hint != "" {
		fmt.Fprintf(stderr, "felli-cluster: hint: %s\n", parse.Hint)
	}
	return code
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "felli-cluster",
		Short: "Build tables on many machines",
		Long: `Felli-cluster builds the tables of Felli, Fetaix and their relatives on many
machines. A Temporal server (temporal.io) says who does what, the tables lie in
an object store or a folder that all machines reach: s3://BUCKET, gs://BUCKET,
azblob://CONTAINER or file:///FOLDER.

Exit codes: 0 done, 2 bad input, 3 not built, 4 corrupt or foreign tables,
130 interrupted, 1 anything else.`,
		Example: `  felli-cluster worker --tables s3://felli --memory 16G
  felli-cluster build fetaix --pieces 8 --tables s3://felli
  felli-cluster fetch fetaix --pieces 8 --tables s3://felli --db tables`,
		SilenceErrors: true,
		SilenceUsage:  true,

		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badUsage(fmt.Errorf("unknown command %q, felli-cluster --help lists the commands", args[0]))
			}
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return badUsage(err) })
	root.AddCommand(a.workerCommand(), a.buildCommand(), a.statusCommand(), a.fetchCommand(), a.planCommand())
	for _, c := range root.Commands() {
		check := c.Args
		c.Args = func(cmd *cobra.Command, args []string) error { return badUsage(check(cmd, args)) }
	}
	return root
}

// badUsage makes an error one of the command line.
func badUsage(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", err, felli.ErrInput)
}

// addTables adds the flag --tables to a command.
func (a *app) addTables(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.tables, "tables", "", "`URL` of the tables: s3://BUCKET, gs://BUCKET, azblob://CONTAINER, file:///FOLDER")
}

// addTemporal adds the flags that say where Temporal is.
func (a *app) addTemporal(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.temporal, "temporal", "127.0.0.1:7233", "`HOST:PORT` of the Temporal server")
	cmd.Flags().StringVar(&a.namespace, "namespace", "default", "`NAME` of Temporal's namespace")
}

// connect opens the tables and the connection to Temporal; close must be called.
func (a *app) connect(ctx context.Context) (c *cluster.Client, closeAll func(), err error) {
	bucket, err := cluster.OpenBucket(ctx, a.tables)
	if err != nil {
		return nil, nil, err
	}
	quiet := slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	var t client.Client
	if t, err = cluster.Dial(ctx, a.temporal, a.namespace, quiet); err != nil {
		return nil, nil, errors.Join(err, bucket.Close())
	}
	return &cluster.Client{Temporal: t, Bucket: bucket}, func() {
		t.Close()
		_ = bucket.Close()
	}, nil
}

// parseBuild reads RULESET and checks --pieces.
func parseBuild(text string, pieces int) (*felli.Game, error) {
	r, err := felli.ParseRuleset(text)
	if err != nil {
		return nil, err
	}
	if most := 2 * r.Board.MaxPieces; pieces != 0 && (pieces < 2 || pieces > most) {
		return nil, badUsage(fmt.Errorf("--pieces %d: want 2 to %d pieces in all, or 0 for all", pieces, most))
	}
	return felli.NewGame(r)
}
