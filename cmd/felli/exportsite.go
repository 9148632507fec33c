package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"felli/index"
	"felli/query/server"
)

// site is what `felli export-site --json` prints.
type site struct {
	Ruleset string `json:"ruleset"`
	Dir     string `json:"dir"`
	Index   string `json:"index"` // the page to open
}

func (a *app) exportSiteCommand() *cobra.Command {
	var pieces int
	cmd := &cobra.Command{
		Use:   "export-site RULESET DIR",
		Short: "Write the explorer as plain files that hold a small table",
		Long: `Export-site writes the explorer of "felli serve" into the folder DIR, with the
tables of one ruleset inside: it needs no server and can be opened from the disk
or put on any web space. It is for small tables, such as the whole of felli or
fetaix with up to 4 pieces: at most 16,777,216 positions. With --json it says
which "ruleset" is in which folder "dir", and which page to open, "index".`,
		Example:           "  felli export-site felli site\n  felli export-site fetaix site --pieces 4",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeRuleset,
		RunE: func(cmd *cobra.Command, args []string) error {
			if pieces < 0 || pieces == 1 {
				return usage(cmd, fmt.Errorf("--pieces %d: want at least 2, or 0 for all", pieces))
			}
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			x := index.NewSpace(g)
			tables, closeStore, err := a.read(x)
			if err != nil {
				return err
			}
			defer closeStore()
			if err := server.WriteSite(cmd.Context(), args[1], x, tables, pieces); err != nil {
				return err
			}
			if a.json {
				return a.printJSON(site{g.String(), args[1], filepath.Join(args[1], "index.html")})
			}
			_, err = fmt.Fprintf(a.out, "%s: open index.html in a browser\n", args[1])
			return err
		},
	}
	cmd.Flags().IntVar(&pieces, "pieces", 0, "tables with up to so many pieces in all; 0: all there are")
	return cmd
}
