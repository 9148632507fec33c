package felli

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocs compares the tables and pictures of docs/rules.md with the program.
func TestDocs(t *testing.T) {
	lines := readLines(t, "docs/rules.md")
	rows := map[string][]string{} // by the name in the first column
	var pictures []string
	inPicture := false
	for _, line := range lines {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			var row []string
			for _, cell := range cells[1 : len(cells)-1] {
				row = append(row, strings.Trim(cell, " `()"))
			}
			rows[row[0]] = row[1:]
		}
		picture := strings.HasPrefix(line, "    ") || inPicture && line == ""
		if picture && !inPicture {
			pictures = append(pictures, "")
		}
		if picture {
			pictures[len(pictures)-1] += strings.TrimPrefix(line, "    ") + "\n"
		}
		inPicture = picture
	}
	quoted := regexp.MustCompile("[a-z]+")
	for _, spec := range OptionSpecs() {
		row := rows[spec.Name]
		if row == nil {
			t.Fatalf("docs/rules.md doesn't describe the option %s", spec.Name)
		}
		if d := cmp.Diff(spec.Values, quoted.FindAllString(row[0], -1)); d != "" {
			t.Errorf("values of %s in docs/rules.md (-want +got)\n%s", spec.Name, d)
		}
	}
	for i, b := range []*Board{felliBoard, alquerqueBoard, lauKataKatiBoard} {
		g := mustCompile(t, Ruleset{Name: "test", Board: b})
		if d := cmp.Diff(g.Draw(g.Start(), DrawOptions{ASCII: true}), strings.TrimRight(pictures[i], "\n")+"\n"); d != "" {
			t.Errorf("picture of the %s board in docs/rules.md (-want +got)\n%s", b.Name, d)
		}
	}
	for _, r := range Rulesets() {
		want := []string{r.Board.Name}
		for _, spec := range OptionSpecs() {
			want = append(want, spec.Value(r.Options))
		}
		if d := cmp.Diff(want, rows[r.Name]); d != "" {
			t.Errorf("%s in docs/rules.md (-want +got)\n%s", r.Name, d)
		}
	}
	if !slices.Equal(rows["name"][1:], optionNames()) {
		t.Errorf("the columns of the rulesets are %v, want %v", rows["name"][1:], optionNames())
	}
}
