package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/query"
)

func (a *app) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [RULESET]",
		Short: "List the rulesets, or show one",
		Long: `Rules lists the named rulesets, or shows one with all its options, where this
reading comes from, and the board it starts from.`,
		Example:           "  felli rules\n  felli rules fetaix,men-capture=any",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listRules()
			}
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			return a.showRules(g)
		},
	}
}

// rulesInfo is a ruleset in JSON.
type rulesInfo struct {
	Ruleset  string     `json:"ruleset"`
	Board    string     `json:"board"`
	Options  orderedMap `json:"options"`
	Sentence string     `json:"sentence"`
	Source   string     `json:"source"`
	Start    string     `json:"start"`
}

func infoOf(g *felli.Game) rulesInfo {
	info := rulesInfo{g.String(), g.Board.Name, nil, g.Sentence, g.Source, g.FEN(g.Start())}
	for _, spec := range felli.OptionSpecs() {
		info.Options = append(info.Options, [2]string{spec.Name, spec.Value(g.Options)})
	}
	return info
}

func (a *app) listRules() error {
	list := []rulesInfo{}
	for _, r := range felli.Rulesets() {
		g, err := felli.NewGame(r)
		if err != nil {
			return err
		}
		list = append(list, infoOf(g))
		if !a.json {
			fmt.Fprintln(a.out, a.screen.bold(r.Name))
			a.paragraph(r.Sentence, "    ")
		}
	}
	if a.json {
		return a.printJSON(list)
	}
	return nil
}

func (a *app) showRules(g *felli.Game) error {
	info := infoOf(g)
	if a.json {
		return a.printJSON(info)
	}
	named, err := felli.ParseRuleset(g.Name)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, a.screen.bold(info.Ruleset))
	if info.Ruleset != g.Name {
		a.paragraph("As "+g.Name+", with the options changed that are marked below. Of "+g.Name+": "+info.Sentence, "")
	} else {
		a.paragraph(info.Sentence, "")
	}
	fmt.Fprintln(a.out)
	a.paragraph("Source: "+info.Source, "")
	fmt.Fprintln(a.out)
	for _, spec := range felli.OptionSpecs() {
		value, mark := spec.Value(g.Options), ""
		others := slices.DeleteFunc(slices.Clone(spec.Values), func(v string) bool { return v == value })
		if usual := spec.Value(named.Options); usual != value {
			mark = " * in " + g.Name + " " + usual
		}
		alike := strings.NewReplacer(" ", query.Unbroken) // where the screen is narrow the mark has its own line
		fmt.Fprint(a.out, query.Wrap("(not "+strings.Join(others, ", ")+") "+alike.Replace(mark), a.screen.width, fmt.Sprintf("%-14s %-10s  ", spec.Name, value), strings.Repeat(" ", 27)))
	}
	fmt.Fprintf(a.out, "\n%s\n%s\n", a.draw(g, g.Start(), felli.Move{}), info.Start)
	return nil
}

// paragraph prints text wrapped at the screen's width, at most 80 columns.
func (a *app) paragraph(text, indent string) {
	fmt.Fprint(a.out, query.Wrap(a.screen.plain(text), a.columns(), indent, indent))
}

// sentence prints a result that is one line to a program, and text to a person:
// its further lines are indented by two more.
func (a *app) sentence(indent, text string) {
	if a.screen.terminal {
		fmt.Fprint(a.out, query.Wrap(text, a.columns(), indent, indent+"  "))
	} else {
		fmt.Fprintln(a.out, indent+text)
	}
}

// columns is the width of text.
func (a *app) columns() int { return min(a.screen.width, 80) }

// draw draws the board, with a move marked if there is one.
func (a *app) draw(g *felli.Game, p felli.Position, mark felli.Move) string {
	return g.Draw(p, felli.DrawOptions{ASCII: !a.screen.unicode, Color: a.screen.color, Mark: mark})
}
