package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/index"
)

const (
	// noFiles says that an argument is no file name.
	noFiles = cobra.ShellCompDirectiveNoFileComp
	// goesOn says besides that the word may go on.
	goesOn = noFiles | cobra.ShellCompDirectiveNoSpace
)

// completeRuleset offers what a RULESET can go on with, and the word start for
// a POSITION.
func completeRuleset(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 1 && strings.Contains(cmd.Use, "POSITION") {
		return []string{"start"}, noFiles
	}
	if len(args) > 0 {
		return nil, noFiles
	}
	at := strings.LastIndexByte(word, ',')
	if at < 0 {
		var names []string
		for _, r := range felli.Rulesets() {
			names = append(names, r.Name)
		}
		return names, goesOn
	}
	given := strings.Split(word[:at], ",")
	list := optionWords(word[at+1:], func(option string) bool {
		return !slices.ContainsFunc(given, func(g string) bool { return strings.HasPrefix(g, option+"=") })
	})
	for i := range list {
		list[i] = word[:at+1] + list[i]
	}
	return list, goesOn
}

// completeFlagRuleset offers what a ruleset behind a flag can go on with.
func completeFlagRuleset(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	return completeRuleset(cmd, nil, word)
}

// optionWords are the options, those for which open is true, as "option=", or
// behind an option all its values, as "option=value".
func optionWords(word string, open func(option string) bool) (list []string) {
	option, _, valued := strings.Cut(word, "=")
	for _, spec := range felli.OptionSpecs() {
		switch {
		case !open(spec.Name):
		case !valued:
			list = append(list, spec.Name+"=")
		case spec.Name == option:
			for _, v := range spec.Values {
				list = append(list, option+"="+v)
			}
		}
	}
	return list
}

// completeOptions offers options for the flags --vary and --only.
func completeOptions(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	list := optionWords(word, func(string) bool { return true })
	return list, goesOn
}

// completeSlice offers rulesets and, behind one, the slices that the store
// has of it.
func (a *app) completeSlice(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeRuleset(cmd, args, word)
	}
	g, err := parseGame(args[0])
	if err != nil {
		return nil, noFiles
	}
	tables, closeStore, err := a.read(index.NewSpace(g))
	if err != nil {
		return nil, noFiles
	}
	defer closeStore()
	summaries, err := tables.Summaries()
	if err != nil {
		return nil, noFiles
	}
	var list []string
	for _, sum := range summaries {
		list = append(list, sum.Slice.String())
	}
	return list, noFiles
}
