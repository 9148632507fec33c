package store

import (
	"testing"

	"felli"
)

// A name is no part of what a game is; every option and the board are.
func TestIdentity(t *testing.T) {
	parse := func(text string) felli.Ruleset {
		t.Helper()
		r, err := felli.ParseRuleset(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	felliGame := parse("felli-compulsory")
	if same := parse("felli,capture=compulsory,chain=compulsory"); Identity(same) != Identity(felliGame) || RulesetID(same) != RulesetID(felliGame) {
		t.Errorf("two names of one game have the identities %q and %q", Identity(same), Identity(felliGame))
	}
	seen := map[string]string{RulesetID(felliGame): felliGame.String()}
	for _, text := range []string{"felli", "felli-compulsory,stalemate=draw", "felli-compulsory,promotion=rank", "fetaix", "lau-kata-kati"} {
		r := parse(text)
		if other, ok := seen[RulesetID(r)]; ok || len(RulesetID(r)) != 16 {
			t.Errorf("RulesetID(%s) = %s, which is also that of %s", text, RulesetID(r), other)
		}
		seen[RulesetID(r)] = text
	}
}
