package felli

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseRuleset(t *testing.T) {
	const mullah = ",capture=compulsory,chain=compulsory,removal=immediate,men-move=any,men-capture=any" +
		",promotion=corners,promote=single,mullah-move=lines,mullah-capture=long,stalemate=loss"
	tests := []struct{ name, in, short, full string }{
		{"a name alone", "felli-mullah", "felli-mullah", "felli-mullah" + mullah},
		{
			"both unknowns read otherwise", "fetaix,promote=pass,men-capture=any", "fetaix,men-capture=any,promote=pass",
			"fetaix,capture=compulsory,chain=compulsory,removal=immediate,men-move=forward,men-capture=any" +
				",promotion=rank,promote=pass,mullah-move=lines,mullah-capture=long,stalemate=loss",
		},
		{"an override that changes nothing", "felli-mullah,promote=single", "felli-mullah", "felli-mullah" + mullah},
		{"every option given", "felli-mullah" + mullah, "felli-mullah", "felli-mullah" + mullah},
		{"an option without effect", "felli,promote=pass", "felli,promote=pass", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ParseRuleset(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.String(); got != tt.short {
				t.Errorf("String = %q, want %q", got, tt.short)
			}
			if got := r.FullString(); tt.full != "" && got != tt.full {
				t.Errorf("FullString = %q, want %q", got, tt.full)
			}
		})
	}
}

// TestDashes: the table of rulesets leaves some values out. They stand for
// these, which come into force when promotion is turned on.
func TestDashes(t *testing.T) {
	for _, name := range []string{"felli", "felli-compulsory", "lau-kata-kati", "butterfly"} {
		r := mustGame(t, name+",promotion=corners").Ruleset
		if r.Promote != PromoteStop || r.MullahMove != MullahLines || r.MullahCapture != MullahLong {
			t.Errorf("%s has %s, want promote=stop, mullah-move=lines, mullah-capture=long", name, r.FullString())
		}
	}
}

func TestParseRulesetErrors(t *testing.T) {
	tests := []struct {
		name, in string
		offset   int
		want     string
	}{
		{"empty", "", 0, `unknown ruleset ""`},
		{"a near name", "fellimullah", 0, `unknown ruleset "fellimullah", did you mean "felli-mullah"? valid: felli, felli-mullah, felli-compulsory`},
		{"capitals", "Fetaix", 0, `did you mean "fetaix"?`},
		{"unknown option", "felli,promotoin=rank", 6, `unknown option "promotoin", did you mean "promotion"? valid: capture, chain, removal`},
		{"a second unknown option", "felli,chain=single,chian=single", 19, `unknown option "chian", did you mean "chain"?`},
		{"unknown value", "felli,capture=forced", 14, `option capture has no value "forced", did you mean "optional"? valid: optional, compulsory`},
		{"a near value", "felli,capture=compulsry", 14, `did you mean "compulsory"?`},
		{"a value of another option", "felli,removal=single", 14, `option removal has no value "single"`},
		{"no value", "felli,capture=", 14, `option capture has no value ""`},
		{"no sign", "felli,capture", 6, `"capture" is no override, write option=value`},
		{"a comma too many", "felli,", 6, `"" is no override`},
		{"two commas", "felli,,capture=optional", 6, `"" is no override`},
		{"twice", "felli,capture=optional,capture=optional", 23, `option "capture" is given twice`},
		{"twice, differently", "felli,stalemate=draw,chain=single,stalemate=loss", 34, `option "stalemate" is given twice`},
		{"blanks", "felli, capture=optional", 6, `unknown option " capture", did you mean "capture"?`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ParseRuleset(tt.in)
			if r != (Ruleset{}) {
				t.Errorf("ParseRuleset(%q) = %v beside its error, want the zero value", tt.in, r)
			}
			testParseError(t, err, tt.in, tt.offset, tt.want)
		})
	}
}

func TestRulesetRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(Rulesets()).Draw(t, "ruleset")
		for _, spec := range OptionSpecs() {
			value := rapid.SampledFrom(spec.Values).Draw(t, spec.Name)
			if !spec.Set(&r.Options, value) || spec.Value(r.Options) != value {
				t.Fatalf("%s can't be set to %s", spec.Name, value)
			}
		}
		for _, text := range []string{r.String(), r.FullString()} {
			if got, err := ParseRuleset(text); err != nil || got != r {
				t.Errorf("ParseRuleset(%q) = %v, %v, want %v", text, got, err, r)
			}
		}
		if _, err := NewGame(r); err != nil {
			t.Error(err)
		}
	})
}

func TestRulesets(t *testing.T) {
	names := map[string]bool{}
	for _, r := range Rulesets() {
		if names[r.Name] || r.Sentence == "" || r.Source == "" {
			t.Errorf("ruleset %q: named twice, or without a sentence or source", r.Name)
		}
		names[r.Name] = true
		if r.String() != r.Name {
			t.Errorf("%s prints as %s", r.Name, r)
		}
	}
	Rulesets()[0].Name = "changed"
	if got := Rulesets()[0].Name; got != "felli" {
		t.Errorf("a caller has renamed felli to %s", got)
	}
}

func TestUnnamedRuleset(t *testing.T) {
	r := Ruleset{Name: "mine", Board: tinyBoard, Options: Options{Chain: ChainOptional}}
	if r.String() != r.FullString() || !strings.HasPrefix(r.String(), "mine,capture=optional,chain=optional,") {
		t.Errorf("an unnamed ruleset prints as %q, want all options", r)
	}
	if set := optionSpecs[0].Set(&r.Options, "nothing"); set {
		t.Error("capture=nothing can be set")
	}
	if _, err := NewGame(Ruleset{Name: "no board"}); err == nil {
		t.Error("NewGame compiles a ruleset without a board")
	}
	r.Chain = ChainCompulsory + 1
	if _, err := NewGame(r); err == nil || !strings.Contains(err.Error(), "option chain has value 3, want 0 to 2") {
		t.Errorf("NewGame: %v, want an error about the option chain", err)
	}
}

func TestEditDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"fetaix", "fetach", 2},
		{"promotoin", "promotion", 2},
	}
	for _, tt := range tests {
		if got := editDistance(tt.a, tt.b); got != tt.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// FuzzParseRuleset: no panic, the zero value beside an error, and what parses
// prints back to the same ruleset.
func FuzzParseRuleset(f *testing.F) {
	for _, row := range perftRows(f) {
		f.Add(row.ruleset)
	}
	for _, r := range Rulesets() {
		f.Add(r.FullString())
	}
	f.Add("fetaix,men-capture=any,promote=pass")
	f.Add("felli,capture=optional,capture=")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRuleset(text)
		if err != nil {
			var parse *ParseError
			if r != (Ruleset{}) || !errors.As(err, &parse) || parse.Offset < 0 || parse.Offset > len(text) {
				t.Fatalf("ParseRuleset(%q) = %v, %#v", text, r, err)
			}
			return
		}
		for _, canonical := range []string{r.String(), r.FullString()} {
			if again, err := ParseRuleset(canonical); err != nil || again != r {
				t.Fatalf("ParseRuleset(%q) prints as %q, which parses as %v, %v", text, canonical, again, err)
			}
		}
	})
}
