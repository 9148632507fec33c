package ugi

import (
	"fmt"
	"strconv"
	"strings"

	"felli"
	"felli/query/play"
)

// An option is what the other side may set with setoption.
type option struct {
	name, kind, more string
	value            func(e *Engine) string
	set              func(e *Engine, value string) error
}

func options() []option {
	return []option{
		{
			"Ruleset", "string", "",
			func(e *Engine) string { return e.ruleset.String() },
			func(e *Engine, value string) error {
				r, err := felli.ParseRuleset(value)
				if err != nil {
					return err
				}
				e.shut()
				e.ruleset = r
				e.restart()
				return nil
			},
		},
		{
			"Store", "string", "",
			func(e *Engine) string { return e.store },
			func(e *Engine, value string) error {
				e.shut()
				if e.store = value; value == "<empty>" {
					e.store = ""
				}
				return nil
			},
		},
		{
			"Level", "string", "",
			func(e *Engine) string { return e.level.String() },
			func(e *Engine, value string) (err error) {
				l, err := play.ParseLevel(value)
				if err == nil {
					e.level = l
				}
				return err
			},
		},
		{
			"Seed", "spin", " min 0 max 2147483647",
			func(e *Engine) string { return strconv.FormatUint(e.seed, 10) },
			func(e *Engine, value string) error {
				n, err := whole(value, 1<<31-1)
				if err == nil {
					e.seed = n
					e.restart()
				}
				return err
			},
		},
		{
			"Repetitions", "spin", " min 0 max 100",
			func(e *Engine) string { return strconv.Itoa(e.repeats) },
			func(e *Engine, value string) error {
				n, err := whole(value, 100)
				if err == nil {
					e.repeats = int(n)
					if e.table != nil {
						e.table.Repetitions = e.repeats
					}
				}
				return err
			},
		},
	}
}

func whole(text string, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > most {
		return 0, &felli.ParseError{What: "option value", Input: text, Reason: fmt.Sprintf("want a number from 0 to %d", most)}
	}
	return n, nil
}

// setOption reads "name NAME value VALUE". Names may come in any case.
func (e *Engine) setOption(words []string) error {
	text := strings.Join(words, " ")
	name, ok := strings.CutPrefix(text, "name ")
	name, value, _ := strings.Cut(name, " value ")
	name = strings.TrimSuffix(strings.TrimSpace(name), " value")
	if !ok {
		return &felli.ParseError{What: "setoption", Input: text, Reason: "want setoption name NAME value VALUE"}
	}
	var names []string
	for _, o := range options() {
		if strings.EqualFold(o.name, name) {
			return o.set(e, strings.TrimSpace(value))
		}
		names = append(names, o.name)
	}
	return &felli.ParseError{What: "setoption", Input: text, Reason: fmt.Sprintf("unknown option %q, there are %s", name, strings.Join(names, ", "))}
}
