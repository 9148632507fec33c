package main

import (
	"errors"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/ugi"
)

func (a *app) ugiCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "ugi [RULESET]",
		Short: "Play for match runners and boards on screens, by the Universal Game Interface",
		Long: `Ugi speaks the Universal Game Interface on standard input and output: position,
go and bestmove, info with score and pv ("mate" in plies), query gameover, p1turn
and result, and setoption for Ruleset, Store, Level, Seed and Repetitions. The
ruleset is felli-mullah unless it is named. Moves and FEN are the program's own.`,
		Example: `  printf 'position fen W:Wb2:Bc3\ngo\nquery result\n' | felli ugi felli
  felli ugi felli-mullah --db /srv/felli`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "felli-mullah"
			if len(args) > 0 {
				name = args[0]
			}
			r, err := felli.ParseRuleset(name)
			if err != nil {
				return err
			}
			e := ugi.New(r, a.db, a.open)
			e.Version = version()
			return e.Run(cmd.Context(), a.stdin, a.out)
		},
	}
}

// open opens the tables and proofs of r in a store, the one the command was given if none
// is named. With an error that matches [felli.ErrNotBuilt] there still is a
// prober: it answers what the rules decide.
func (a *app) open(r felli.Ruleset, dir string) (*query.Prober, func(), error) {
	g, err := felli.NewGame(r)
	if err != nil {
		return nil, nil, err
	}
	other := *a
	if dir != "" {
		other.db = dir
	}
	x := index.NewSpace(g)
	tables, done, err := other.read(x)
	if errors.Is(err, felli.ErrNotBuilt) {
		return query.NewProber(x, absent{err}), func() {}, err
	}
	if err != nil {
		return nil, nil, err
	}
	return prober(x, tables), done, nil
}
