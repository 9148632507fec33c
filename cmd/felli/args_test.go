package main

import (
	"testing"

	"felli"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"": 0, "1": 1, "800M": 800 << 20, "1.5G": 3 << 29, "1.5GiB": 3 << 29, "2gb": 2 << 30, "64k": 64 << 10, "1T": 1 << 40,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"lots", "-1G", "0", "G", "1e99", "NaN", "1X"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", text, got)
		}
	}
}

func TestParsePercent(t *testing.T) {
	for text, want := range map[string]float64{"1%": 0.01, "50": 0.5, "100%": 1, "0.5%": 0.005} {
		if got, err := parsePercent(text); err != nil || got != want {
			t.Errorf("parsePercent(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "101", "-1%", "half", "NaN"} {
		if got, err := parsePercent(text); err == nil {
			t.Errorf("parsePercent(%q) = %v, want an error", text, got)
		}
	}
}

func TestUnicodeLocale(t *testing.T) {
	for _, test := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "en_GB.UTF-8", true},
		{"", "", "C.utf8", true},
		{"C", "", "en_GB.UTF-8", false},
		{"", "de_DE.ISO-8859-1", "en_GB.UTF-8", false},
		{"", "", "C", false},
	} {
		t.Setenv("LC_ALL", test.all)
		t.Setenv("LC_CTYPE", test.ctype)
		t.Setenv("LANG", test.lang)
		if got := unicodeLocale(); got != test.want {
			t.Errorf("unicodeLocale() with %+v = %v", test, got)
		}
	}
}

func TestSolveFor(t *testing.T) {
	for _, test := range []struct {
		ruleset string
		pieces  int
		want    string
	}{
		{"felli-mullah", 0, "felli solve felli-mullah"},
		{"felli,stalemate=draw", 7, "felli solve felli,stalemate=draw"},
		{"fetaix", 6, "felli solve fetaix --pieces 6"},
		{"fetaix", 0, "felli solve fetaix --pieces 5"},
	} {
		r, err := felli.ParseRuleset(test.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		if got := solveFor(r, test.pieces); got != test.want {
			t.Errorf("solveFor(%s, %d) = %q, want %q", test.ruleset, test.pieces, got, test.want)
		}
	}
}

func TestBold(t *testing.T) {
	if got := (screen{color: true}).bold("x"); got != "\x1b[1mx\x1b[0m" {
		t.Errorf("bold in colour = %q", got)
	}
	if got := (screen{}).bold("x"); got != "x" {
		t.Errorf("bold without colour = %q", got)
	}
}
