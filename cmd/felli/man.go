package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand writes the manual pages; who packages the program calls it.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write manual pages into a folder",
		Long:    `Man writes a manual page for each command into DIR, which it makes.`,
		Example: "  felli man share/man/man1",
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // no date: the same program gives the same pages
			header := &doc.GenManHeader{Title: "FELLI", Section: "1", Source: "felli", Manual: "Felli manual"}
			return doc.GenManTree(root, header, args[0])
		},
	}
}
