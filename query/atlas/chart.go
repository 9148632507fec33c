package atlas

import (
	"fmt"
	"slices"
	"strings"

	"felli"
)

// An Axis is an option that varies, with the values it takes, in order.
type Axis struct {
	Option string
	Values []string
}

// A Chart is the product of some axes: a ruleset for every combination of
// their values, the other options being those of the base.
type Chart struct {
	Base felli.Ruleset
	Axes []Axis
	// Cells are the rulesets of all combinations, canonical, the last axis
	// changing fastest. Combinations that mean the same have the same ruleset.
	Cells []felli.Ruleset
}

// disputed are the options on which the sources of Felli and its relatives
// differ or are silent, in the order of the table in docs/rules.md. men-move
// and men-capture aren't among them: whoever describes men that may not go
// back says so. Nor is mullah-move, which one source alone has.
var (
	disputed        = []string{"capture", "chain", "removal", "stalemate"}
	disputedMullahs = []string{"capture", "chain", "removal", "promotion", "promote", "mullah-capture", "stalemate"}
)

// Disputed names the options that are in dispute for r: of those that concern
// Mullahs only if r has Mullahs.
func Disputed(r felli.Ruleset) []string {
	if r.Promotion == felli.PromotionNone {
		return slices.Clone(disputed)
	}
	return slices.Clone(disputedMullahs)
}

// New spans the given options over base. only restricts options to values,
// "option=value" each, several of one option being several of its values; an
// option restricted to one value has that value everywhere. A base with
// promotion keeps one: promotion=none is a combination only if asked for in
// only. Errors match [felli.ErrInput].
func New(base felli.Ruleset, options, only []string) (*Chart, error) {
	c := &Chart{Base: base}
	allowed := map[string][]string{}
	for _, text := range only {
		option, value, ok := strings.Cut(text, "=")
		spec, known := specOf(option)
		switch {
		case !ok || !known:
			return nil, inputError(text, "want option=value, the options being "+strings.Join(names(), ", "))
		case !slices.Contains(spec.Values, value):
			return nil, inputError(text, "the values of "+option+" are "+strings.Join(spec.Values, ", "))
		}
		if !slices.Contains(options, option) {
			options = append(slices.Clone(options), option)
		}
		allowed[option] = append(allowed[option], value)
	}
	for _, option := range options {
		if _, known := specOf(option); !known {
			return nil, inputError(option, "no such option, there are "+strings.Join(names(), ", "))
		}
	}
	for _, spec := range felli.OptionSpecs() {
		if !slices.Contains(options, spec.Name) {
			continue
		}
		values := slices.DeleteFunc(slices.Clone(spec.Values), func(v string) bool {
			if list := allowed[spec.Name]; list != nil {
				return !slices.Contains(list, v)
			}
			return spec.Name == "promotion" && v == "none" && base.Promotion != felli.PromotionNone
		})
		if len(values) == 1 {
			spec.Set(&c.Base.Options, values[0])
			continue
		}
		c.Axes = append(c.Axes, Axis{spec.Name, values})
	}
	c.span(c.Base, c.Axes)
	return c, nil
}

func (c *Chart) span(r felli.Ruleset, axes []Axis) {
	if len(axes) == 0 {
		c.Cells = append(c.Cells, r.Canonical())
		return
	}
	spec, _ := specOf(axes[0].Option)
	for _, v := range axes[0].Values {
		spec.Set(&r.Options, v)
		c.span(r, axes[1:])
	}
}

// Rulesets are the cells that are different games, in the order in which they
// first come.
func (c *Chart) Rulesets() []felli.Ruleset {
	var list []felli.Ruleset
	seen := map[string]bool{}
	for _, r := range c.Cells {
		if name := r.String(); !seen[name] {
			seen[name] = true
			list = append(list, r)
		}
	}
	return list
}

// values are the values of the axes in a cell.
func (c *Chart) values(cell int) []string {
	list := make([]string, len(c.Axes))
	for i := len(c.Axes) - 1; i >= 0; i-- {
		n := len(c.Axes[i].Values)
		list[i] = c.Axes[i].Values[cell%n]
		cell /= n
	}
	return list
}

func specOf(option string) (felli.OptionSpec, bool) {
	i := slices.IndexFunc(felli.OptionSpecs(), func(s felli.OptionSpec) bool { return s.Name == option })
	if i < 0 {
		return felli.OptionSpec{}, false
	}
	return felli.OptionSpecs()[i], true
}

func names() (list []string) {
	for _, spec := range felli.OptionSpecs() {
		list = append(list, spec.Name)
	}
	return list
}

func inputError(text, reason string) error {
	return &felli.ParseError{What: "option", Input: text, Reason: fmt.Sprintf("%q: %s", text, reason)}
}
