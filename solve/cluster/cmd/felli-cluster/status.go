package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) statusCommand() *cobra.Command {
	var pieces int
	cmd := &cobra.Command{
		Use:     "status RULESET",
		Short:   "Say how far tables and their build are",
		Example: "  felli-cluster status fetaix --pieces 8 --temporal temporal:7233 --tables s3://felli",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseBuild(args[0], pieces)
			if err != nil {
				return err
			}
			c, closeAll, err := a.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer closeAll()
			s, err := c.Status(cmd.Context(), g.Ruleset, pieces)
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%v: %d of %d tables are there\n", g.Ruleset, s.Held, s.Slices)
			switch t := s.Tally; {
			case s.State == "":
				fmt.Fprintln(a.out, "no build of these was started")
			case t.Pairs == 0:
				fmt.Fprintf(a.out, "build %s; no worker answers\n", s.State)
			default:
				fmt.Fprintf(a.out, "build %s: %d of %d pairs done, %d started; %d solved, %d were there, %d damaged or lost and made again\n",
					s.State, t.Done, t.Pairs, t.Running, t.Solved, t.Skipped, t.Redone)
			}
			if len(s.Unasked) > 0 {
				fmt.Fprintf(a.out, "jobs wait for workers with --memory %s\n", strings.Join(s.Unasked, ", "))
			}
			if s.Digest != "" {
				fmt.Fprintf(a.out, "digest: %s\n", s.Digest)
			}
			return nil
		},
	}
	a.addTemporal(cmd)
	a.addTables(cmd)
	cmd.Flags().IntVar(&pieces, "pieces", 0, "slices with up to `N` pieces in all (0: all)")
	return cmd
}
