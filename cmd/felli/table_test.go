package main

import (
	"bufio"
	"strings"
	"testing"
)

func TestPrintTable(t *testing.T) {
	rows := table{{"slice", "positions", "win", "longest win"}, {"m1vm1", "1,000", "10", "5"}, {"m2vm1", "20", "3", "-"}}
	for _, tt := range []struct {
		name  string
		width int
		want  []string
	}{
		{"wide", 35, []string{
			"  slice  positions  win  longest win",
			"  m1vm1      1,000   10            5",
			"  m2vm1         20    3            -",
		}},
		{"heads in two lines", 34, []string{
			"                       longest",
			"slice  positions  win      win",
			"m1vm1      1,000   10        5",
			"m2vm1         20    3        -",
		}},
		{"a column less", 29, []string{
			"            longest",
			"slice  win      win",
			"m1vm1   10        5",
			"m2vm1    3        -",
		}},
		{"two columns less", 18, []string{
			"slice  win",
			"m1vm1   10",
			"m2vm1    3",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "wide" {
				tt.width = rows.width()
			}
			var b strings.Builder
			a := &app{out: bufio.NewWriter(&b), screen: screen{width: tt.width}}
			a.printTable(rows, []int{1}, []int{3})
			if err := a.out.Flush(); err != nil {
				t.Fatal(err)
			}
			if want := strings.Join(tt.want, "\n") + "\n"; b.String() != want {
				t.Errorf("%d columns:\n%s\nwant\n%s", tt.width, &b, want)
			}
		})
	}
}
