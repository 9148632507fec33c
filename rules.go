package felli

// A Ruleset is a game as data: a board and a value for every option. The
// named ones are listed by [Rulesets]; [ParseRuleset] reads one with
// overrides. Compile it with [NewGame].
type Ruleset struct {
	Name     string // the named ruleset it is, or was made from
	Board    *Board
	Options         // all of them, whether they have an effect or not
	Sentence string // for people: the game in one sentence
	Source   string // where this reading comes from
}

// Rulesets are the named rulesets, in the order in which they are listed.
func Rulesets() []Ruleset { return append([]Ruleset(nil), rulesets...) }
