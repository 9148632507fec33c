package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve/cluster"
	"felli/store"
)

func (a *app) fetchCommand() *cobra.Command {
	var pieces int
	var db string
	cmd := &cobra.Command{
		Use:   "fetch RULESET",
		Short: "Bring finished tables into a local store",
		Long: `Fetch brings the tables of RULESET (with --pieces N, of up to N pieces in all)
into a store of felli's, where "felli query" finds them. It needs no Temporal
server. It can be stopped, and goes on from there; what the store holds stays.`,
		Example: "  felli-cluster fetch fetaix --pieces 8 --tables s3://felli --db ~/.local/share/felli",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseBuild(args[0], pieces)
			if err != nil {
				return err
			}
			if db == "" {
				return badUsage(errors.New("say which store with --db DIR"))
			}
			return a.fetch(cmd.Context(), g, pieces, db)
		},
	}
	a.addTables(cmd)
	cmd.Flags().IntVar(&pieces, "pieces", 0, "slices with up to `N` pieces in all (0: all)")
	cmd.Flags().StringVar(&db, "db", "", "`DIR` of the store")
	return cmd
}

func (a *app) fetch(ctx context.Context, g *felli.Game, pieces int, db string) (err error) {
	bucket, err := cluster.OpenBucket(ctx, a.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	s, err := store.Create(db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	x := index.NewSpace(g)
	to, err := s.Tablebase(x)
	if err != nil {
		return err
	}
	f, err := bucket.Tables(ctx, x, nil).Fetch(to, pieces, func(f cluster.Fetched) {
		a.log.Info("fetched", "slices", f.Slices+f.Kept, "of", f.Total)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%d slices fetched with %s table entries, %d held already, store %s\ndigest: %s\n",
		f.Slices, query.Grouped(f.Positions), f.Kept, db, f.Digest)
	return err
}
