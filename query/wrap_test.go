package query

import "testing"

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		name, in    string
		width       int
		first, rest string
		want        string
	}{
		{"empty", "", 10, "", "", "\n"},
		{"exact", "one two three", 7, "", "", "one two\nthree\n"},
		{"folds", " one\n\ttwo ", 20, "", "", "one two\n"},
		{"hangs", "one two three", 9, "a: ", "   ", "a: one\n   two\n   three\n"},
		{"long word", "a abcdefghij b", 5, "", "  ", "a\n  abcdefghij\n  b\n"},
		{"columns, not bytes", "été été été", 7, "", "", "été été\nété\n"},
		{"unbroken", "1." + Unbroken + "c2-c3 c4xc2 2." + Unbroken + "c1xc3", 17, "", "", "1. c2-c3 c4xc2\n2. c1xc3\n"},
	} {
		if got := Wrap(tt.in, tt.width, tt.first, tt.rest); got != tt.want {
			t.Errorf("%s: Wrap = %q, want %q", tt.name, got, tt.want)
		}
	}
}
