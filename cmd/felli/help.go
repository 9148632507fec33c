package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"felli/query"
)

// groups are the headings under which help lists the commands.
var groups = []struct {
	title    string
	commands string
}{
	{"The games", "rules moves perft"},
	{"Tables", "solve verify stats prove"},
	{"Positions", "query best line"},
	{"Playing and studying", "play annotate puzzles zugzwang longest atlas"},
	{"For programs", "serve ugi export import export-site"},
}

// explain makes help fit the screen, and gives every command an example.
func (a *app) explain(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = "  felli help solve"
			c.Args = func(_ *cobra.Command, args []string) error {
				if found, rest, _ := root.Find(args); len(rest) > 0 {
					return unknownCommand(found, rest[0])
				}
				return nil
			}
		case "completion":
			c.Example = "  felli completion bash > ~/.local/share/bash-completion/completions/felli"
			c.Args, c.RunE = cobra.ArbitraryArgs, helpUnlessNamed
			for _, shell := range c.Commands() {
				shell.Example = completionExamples[shell.Name()]
				checkArgs(shell)
			}
		}
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { a.help(c) })
	root.SetUsageFunc(func(c *cobra.Command) error { a.help(c); return nil })
}

// completionExamples say how completion is switched on for good.
var completionExamples = map[string]string{
	"bash":       "  felli completion bash > ~/.local/share/bash-completion/completions/felli",
	"fish":       "  felli completion fish > ~/.config/fish/completions/felli.fish",
	"powershell": "  felli completion powershell >> $PROFILE",
	"zsh":        "  felli completion zsh > \"${fpath[1]}/_felli\"",
}

// help explains a command.
func (a *app) help(c *cobra.Command) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(c.Long), "\n\n") {
		if strings.HasPrefix(paragraph, "\t") { // a command to be copied
			fmt.Fprintln(a.out, paragraph)
		} else {
			a.paragraph(paragraph, "")
		}
		fmt.Fprintln(a.out)
	}
	use := c.UseLine()
	if c.HasAvailableSubCommands() {
		use = c.CommandPath() + " COMMAND [flags]"
	}
	fmt.Fprint(a.out, "Usage:\n", query.Wrap(a.screen.plain(use), a.columns(), "  ", "      "))
	if c.Example != "" {
		fmt.Fprintf(a.out, "\nExamples:\n%s\n", c.Example)
	}
	a.listCommands(c)
	if flags := c.LocalFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(a.out, "\nFlags:\n%s", a.screen.plain(flags.FlagUsagesWrapped(a.columns())))
	}
	if flags := c.InheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(a.out, "\nFlags of all commands:\n%s", flags.FlagUsagesWrapped(a.columns()))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintln(a.out)
		a.paragraph(fmt.Sprintf("%q explains one.", c.CommandPath()+" COMMAND --help"), "")
	}
}

// listCommands lists the commands below c: those of the program by groups.
func (a *app) listCommands(c *cobra.Command) {
	list := map[string]*cobra.Command{}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			list[sub.Name()] = sub
			names = append(names, sub.Name())
		}
	}
	show := func(title string, names []string) {
		if len(names) > 0 {
			fmt.Fprintf(a.out, "\n%s:\n", title)
		}
		for _, name := range names {
			fmt.Fprint(a.out, query.Wrap(a.screen.plain(list[name].Short), a.columns(), fmt.Sprintf("  %-12s", name), "              "))
		}
	}
	if c.HasParent() {
		show("Commands", names)
		return
	}
	grouped := map[string]bool{}
	for _, group := range groups {
		var members []string
		for name := range strings.FieldsSeq(group.commands) {
			if grouped[name] = true; list[name] != nil {
				members = append(members, name)
			}
		}
		show(group.title, members)
	}
	var others []string
	for _, name := range names {
		if !grouped[name] {
			others = append(others, name)
		}
	}
	show("The program itself", others)
}
