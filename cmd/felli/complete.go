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
	if len(args) > 0 {
		if wanted := strings.Fields(cmd.Use)[1:]; len(args) < len(wanted) && strings.Contains(wanted[len(args)], "POSITION") {
			return []string{"start"}, noFiles
		}
		return nil, noFiles
	}
	if !strings.Contains(word, ",") {
		var names []string
		for _, r := range felli.Rulesets() {
			names = append(names, r.Name)
		}
		return names, goesOn
	}
	return completeLast(word, func(last string, given []string) []string {
		return optionWords(last, func(option string) bool {
			return !slices.ContainsFunc(given, func(g string) bool { return strings.HasPrefix(g, option+"=") })
		})
	})
}

// completeLast offers what the last entry of a list between commas can be.
func completeLast(word string, offer func(last string, given []string) []string) ([]string, cobra.ShellCompDirective) {
	entries := strings.Split(word, ",")
	last := len(entries) - 1
	list := offer(entries[last], entries[:last])
	for i := range list {
		list[i] = strings.TrimSuffix(word, entries[last]) + list[i]
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

// completeVary offers options, each once.
func completeVary(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	return completeLast(word, func(_ string, given []string) (list []string) {
		for _, spec := range felli.OptionSpecs() {
			if !slices.Contains(given, spec.Name) {
				list = append(list, spec.Name)
			}
		}
		return list
	})
}

// completeOnly offers options with values.
func completeOnly(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	return completeLast(word, func(last string, _ []string) []string {
		return optionWords(last, func(string) bool { return true })
	})
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
