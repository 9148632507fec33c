package store

import (
	"bytes"
	"fmt"

	"felli"
)

// Rulesets lists the rulesets of which the store holds at least one slice or
// result, each under the name it was first built. Rulesets that
// [felli.ParseRuleset] doesn't know, such as a library user's own, are left
// out.
func (s *Store) Rulesets() ([]felli.Ruleset, error) {
	var list []felli.Ruleset
	what := func() string { return fmt.Sprintf("rulesets of store %q", s.dir) }
	prefix := []byte{keyRuleset}
	err := s.each(what, prefix, after(prefix), func(key, record []byte) error {
		held, err := decodeRuleset(key, record)
		if err != nil {
			return err
		}
		r, err := felli.ParseRuleset(held.full)
		if err != nil {
			return nil //nolint:nilerr // a game this program doesn't know
		}
		if !bytes.Equal(key, rulesetKey(idOf(r))) {
			return fmt.Errorf("%v isn't the game its id stands for", r)
		}
		list = append(list, r)
		return nil
	}, noEnd)
	return list, err
}

// missingRuleset is the error for a ruleset of which the store holds nothing.
func (s *Store) missingRuleset(r felli.Ruleset) error {
	held, err := s.Rulesets()
	if err != nil {
		return err
	}
	missing := &MissingRulesetError{Ruleset: r}
	least := 0
	for _, h := range held {
		differs := differences(h, r)
		distance := len(differs)
		if h.Board.Name != r.Board.Name {
			distance += len(felli.OptionSpecs())
		}
		if missing.Nearest == nil || distance < least {
			missing.Nearest, missing.Differs, least = &h, differs, distance
		}
	}
	return missing
}

// differences says in what held differs from wanted.
func differences(held, wanted felli.Ruleset) []string {
	var differs []string
	if h, w := held.Board.Name, wanted.Board.Name; h != w {
		differs = append(differs, fmt.Sprintf("board %s, not %s", h, w))
	}
	for _, spec := range felli.OptionSpecs() {
		if h, w := spec.Value(held.Options), spec.Value(wanted.Options); h != w {
			differs = append(differs, fmt.Sprintf("%s=%s, not %s=%s", spec.Name, h, spec.Name, w))
		}
	}
	return differs
}
