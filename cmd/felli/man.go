package main

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// manual is the manual pages. They are made beforehand (go test -run TestManual
// -update), as what makes them would cost every start of the program a
// millisecond; TestManual looks whether they are what the program says.
//
//go:embed man/*.1
var manual embed.FS

// manCommand writes the manual pages; who packages the program calls it.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write manual pages into a folder",
		Long:    `Man writes a manual page for each command into DIR, which it makes.`,
		Example: "  felli man share/man/man1",
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			pages, err := fs.Glob(manual, "man/*.1")
			if err != nil {
				return err
			}
			for _, page := range pages {
				text, err := manual.ReadFile(page)
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(args[0], filepath.Base(page)), text, 0o666); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
