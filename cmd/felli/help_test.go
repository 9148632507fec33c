package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// everyCommand calls f with the commands below root, at any depth.
func everyCommand(root *cobra.Command, f func(c *cobra.Command)) {
	for _, c := range root.Commands() {
		f(c)
		everyCommand(c, f)
	}
}

// Every command is explained with an example of it, and no example has a flag
// or a number of arguments that a command doesn't know.
func TestExamples(t *testing.T) {
	everyCommand((&app{}).rootCommand(), func(c *cobra.Command) {
		if c.Long == "" || c.Example == "" {
			t.Errorf("%s has no explanation or no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			own := false
			for part := range strings.SplitSeq(line, " | ") {
				path, err := tryExample(part)
				if err != nil {
					t.Errorf("%s: %q: %v", c.CommandPath(), part, err)
				}
				own = own || strings.HasPrefix(path, c.CommandPath())
			}
			if !own {
				t.Errorf("%q is no example of %s", line, c.CommandPath())
			}
		}
	})
}

// tryExample finds the command of one part of an example and reads its flags
// and arguments; other programs have no path.
func tryExample(text string) (path string, err error) {
	_, text, found := strings.Cut(text, "felli ")
	if !found {
		return "", nil
	}
	for _, mark := range []string{" > ", " >> ", " < "} {
		text, _, _ = strings.Cut(text, mark)
	}
	c, args, err := (&app{}).rootCommand().Find(wordsOf(text))
	if err != nil {
		return "", err
	}
	if err := c.ParseFlags(args); err != nil {
		return "", err
	}
	if c.Args != nil {
		err = c.Args(c, c.Flags().Args())
	}
	return c.CommandPath(), err
}

// wordsOf splits a command as a shell does, as far as examples go.
func wordsOf(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// Every command is under a heading of help.
func TestGroups(t *testing.T) {
	var listed []string
	for _, group := range groups {
		listed = append(listed, strings.Fields(group.commands)...)
	}
	own := []string{"completion", "help", "man", "version"} // about the program itself
	for _, c := range (&app{}).rootCommand().Commands() {
		if !slices.Contains(append(listed, own...), c.Name()) {
			t.Errorf("%s is in no group", c.Name())
		}
	}
}

// There is a manual page for every command, with its example, and the pages in
// the program say what its help says. With -update they are written.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	if *update {
		dir = "man"
	}
	root := (&app{}).rootCommand()
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true // no date: the same program gives the same pages
	header := &doc.GenManHeader{Title: "FELLI", Section: "1", Source: "felli", Manual: "Felli manual"}
	if err := doc.GenManTree(root, header, dir); err != nil {
		t.Fatal(err)
	}
	everyCommand(root, func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" {
			return
		}
		page := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		b, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil {
			t.Error(err)
			return
		}
		text := string(b)
		if c.HasExample() != strings.Contains(text, "\n.SH EXAMPLE\n") || !strings.Contains(text, "\n.SH SYNOPSIS\n") {
			t.Errorf("%s lacks an example:\n%s", page, text)
		}
	})
	want, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := manual.ReadDir("man"); err != nil || len(kept) != len(want) {
		t.Errorf("%d manual pages are kept, %v, want %d", len(kept), err, len(want))
	}
	for _, page := range want {
		text, err := os.ReadFile(filepath.Join(dir, page.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := manual.ReadFile("man/" + page.Name()); err != nil || string(kept) != string(text) {
			t.Errorf("%s isn't what the program says (go test -run TestManual -update writes it): %v", page.Name(), err)
		}
	}
}
