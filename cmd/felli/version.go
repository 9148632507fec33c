package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"felli/store"
)

// A buildInfo says which program this is.
type buildInfo struct {
	Version  string `json:"version"`  // of the module, or what stands for it
	Commit   string `json:"commit"`   // it was built from, if known
	Modified bool   `json:"modified"` // after that commit
	Format   int    `json:"format"`   // version of the stores it reads and writes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func buildOf() buildInfo {
	b := buildInfo{Version: "(unknown)", Format: store.FormatVersion, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// version tells the build in a line.
func version() string {
	b := buildOf()
	text := b.Version
	if len(b.Commit) >= 12 {
		text += " " + b.Commit[:12]
	}
	return fmt.Sprintf("%s %s %s", text, b.Go, b.Platform)
}

// printVersion answers the flag --version.
func (a *app) printVersion() error {
	if a.json {
		return a.printJSON(buildOf())
	}
	_, err := fmt.Fprintf(a.out, "felli version %s\n", version())
	return err
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Say which build this is, and which stores it reads",
		Long:              `Version prints the program's version and commit, the version of the format of stores that it reads and writes, and what it was built with.`,
		Example:           "  felli version\n  felli version --json",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			b := buildOf()
			if a.json {
				return a.printJSON(b)
			}
			if b.Commit == "" {
				b.Commit = "unknown"
			} else if b.Modified {
				b.Commit += ", modified"
			}
			_, err := fmt.Fprintf(a.out, "felli    %s\ncommit   %s\nformat   %d\ngo       %s\nplatform %s\n", b.Version, b.Commit, b.Format, b.Go, b.Platform)
			return err
		},
	}
}
