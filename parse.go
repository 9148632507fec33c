package felli

import (
	"fmt"
	"strings"
)

// ParseRuleset reads NAME[,option=value…], such as "felli" or
// "fetaix,men-capture=any,promote=pass". Any option may be set, to any of its
// values, once. Its errors are *[ParseError]; they list what is valid and
// suggest the nearest.
func ParseRuleset(text string) (Ruleset, error) {
	name, rest, more := strings.Cut(text, ",")
	r, ok := namedRuleset(name)
	if !ok {
		var names []string
		for _, r := range rulesets {
			names = append(names, r.Name)
		}
		return Ruleset{}, rulesetError(text, 0, "unknown ruleset", name, names)
	}
	given := map[string]bool{}
	for offset := len(name) + 1; more; {
		var field string
		field, rest, more = strings.Cut(rest, ",")
		if err := r.override(text, offset, field, given); err != nil {
			return Ruleset{}, err
		}
		offset += len(field) + 1
	}
	return r, nil
}

// override sets the option that field, at offset in text, names.
func (r *Ruleset) override(text string, offset int, field string, given map[string]bool) error {
	option, value, ok := strings.Cut(field, "=")
	if !ok {
		return &ParseError{
			What: "ruleset", Input: text, Offset: offset,
			Reason: fmt.Sprintf("%q is no override, write option=value, such as capture=optional", field),
			Hint:   "the options are " + strings.Join(optionNames(), ", "),
		}
	}
	for _, spec := range optionSpecs {
		if spec.Name != option {
			continue
		}
		if given[option] {
			return &ParseError{
				What: "ruleset", Input: text, Offset: offset,
				Reason: fmt.Sprintf("option %q is given twice, give it once", option),
			}
		}
		given[option] = true
		if !spec.Set(&r.Options, value) {
			return rulesetError(text, offset+len(option)+1, "option "+option+" has no value", value, spec.Values)
		}
		return nil
	}
	return rulesetError(text, offset, "unknown option", option, optionNames())
}

func optionNames() []string {
	var names []string
	for _, spec := range optionSpecs {
		names = append(names, spec.Name)
	}
	return names
}

func rulesetError(text string, offset int, what, got string, valid []string) error {
	return &ParseError{
		What: "ruleset", Input: text, Offset: offset,
		Reason: fmt.Sprintf("%s %q, did you mean %q? valid: %s", what, got, nearest(got, valid), strings.Join(valid, ", ")),
	}
}

func namedRuleset(name string) (Ruleset, bool) {
	for _, r := range rulesets {
		if r.Name == name {
			return r, true
		}
	}
	return Ruleset{}, false
}

// String is the ruleset's name and those of its options that differ from the
// named ruleset's: the shortest text that [ParseRuleset] reads back as r. Of a
// ruleset made from none of the named ones it gives every option.
func (r Ruleset) String() string {
	named, ok := namedRuleset(r.Name)
	return r.text(func(spec OptionSpec) bool { return !ok || spec.Value(r.Options) != spec.Value(named.Options) })
}

// FullString is the ruleset's name and all its options, in the order of
// [OptionSpecs]. Two rulesets with the same board are the same when their
// options are, so it says which game a record belongs to. [ParseRuleset] reads
// it back.
func (r Ruleset) FullString() string {
	return r.text(func(OptionSpec) bool { return true })
}

func (r Ruleset) text(show func(OptionSpec) bool) string {
	var sb strings.Builder
	sb.WriteString(r.Name)
	for _, spec := range optionSpecs {
		if show(spec) {
			sb.WriteString("," + spec.Name + "=" + spec.Value(r.Options))
		}
	}
	return sb.String()
}

// nearest is the entry of valid with the smallest edit distance from got, the
// first of several.
func nearest(got string, valid []string) string {
	best, bestDistance := "", 0
	for _, v := range valid {
		if d := editDistance(got, v); best == "" || d < bestDistance {
			best, bestDistance = v, d
		}
	}
	return best
}

// editDistance is how many bytes must be inserted, deleted or replaced to make
// b of a (Wagner and Fischer 1974, with one row). Only the first 64 bytes of
// each are compared.
func editDistance(a, b string) int {
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
