package felli

// Capture says whether a player who can leap must.
type Capture uint8

// Chain says how a capturing turn goes on after its first leap.
type Chain uint8

// Removal says when captured pieces leave the board.
type Removal uint8

// MenDirection says in which directions men step or leap.
type MenDirection uint8

// Promotion says on which points of the enemy's first rank men are promoted.
type Promotion uint8

// Promote says when a man that reaches a promotion point is promoted.
type Promote uint8

// MullahMove says where Mullahs travel any distance.
type MullahMove uint8

// MullahCapture says how Mullahs leap.
type MullahCapture uint8

// Stalemate says what a player with pieces but no legal move gets.
type Stalemate uint8

// The values of the options. The first of each is its zero value.
const (
	CaptureOptional   Capture = iota // a player who can leap may step instead
	CaptureCompulsory                // a player who can leap must leap
)

// Values of [Chain].
const (
	ChainSingle     Chain = iota // one leap a turn
	ChainOptional                // the player may stop after any leap
	ChainCompulsory              // the player must go on while the piece can leap
)

// Values of [Removal].
const (
	RemovalImmediate Removal = iota // a captured piece leaves the board at once
	RemovalDeferred                 // it stands as an obstacle until the chain ends
)

// Values of [MenDirection].
const (
	MenAny     MenDirection = iota // every direction
	MenForward                     // forward and sideways only
)

// Values of [Promotion].
const (
	PromotionNone    Promotion = iota // no Mullahs
	PromotionCorners                  // the two corners of the enemy's first rank
	PromotionRank                     // every point of the enemy's first rank
)

// Values of [Promote].
const (
	PromoteStop   Promote = iota // if the move ends on a promotion point
	PromoteSingle                // the same, but never by a move that captured two or more
	PromotePass                  // the moment it steps or lands there, even inside a chain
)

// Values of [MullahMove].
const (
	MullahLines     MullahMove = iota // any distance on every line
	MullahDiagonals                   // any distance on the two long diagonals, one point elsewhere
)

// Values of [MullahCapture].
const (
	MullahLong  MullahCapture = iota // from any distance to any distance
	MullahShort                      // as a man leaps, in any direction
)

// Values of [Stalemate].
const (
	StalemateLoss Stalemate = iota
	StalemateDraw
)

// Options are everything about a game that isn't its board. The zero value is
// the reading of the ruleset "felli".
type Options struct {
	Capture       Capture
	Chain         Chain
	Removal       Removal
	MenMove       MenDirection
	MenCapture    MenDirection
	Promotion     Promotion
	Promote       Promote
	MullahMove    MullahMove
	MullahCapture MullahCapture
	Stalemate     Stalemate
}

// An OptionSpec is one option as people write it: its name and its values.
type OptionSpec struct {
	Name   string
	Values []string
	field  func(*Options) *uint8
}

// OptionSpecs are all options in their printing order.
func OptionSpecs() []OptionSpec { return optionSpecs }

var optionSpecs = []OptionSpec{
	{"capture", []string{"optional", "compulsory"}, func(o *Options) *uint8 { return (*uint8)(&o.Capture) }},
	{"chain", []string{"single", "optional", "compulsory"}, func(o *Options) *uint8 { return (*uint8)(&o.Chain) }},
	{"removal", []string{"immediate", "deferred"}, func(o *Options) *uint8 { return (*uint8)(&o.Removal) }},
	{"men-move", []string{"any", "forward"}, func(o *Options) *uint8 { return (*uint8)(&o.MenMove) }},
	{"men-capture", []string{"any", "forward"}, func(o *Options) *uint8 { return (*uint8)(&o.MenCapture) }},
	{"promotion", []string{"none", "corners", "rank"}, func(o *Options) *uint8 { return (*uint8)(&o.Promotion) }},
	{"promote", []string{"stop", "single", "pass"}, func(o *Options) *uint8 { return (*uint8)(&o.Promote) }},
	{"mullah-move", []string{"lines", "diagonals"}, func(o *Options) *uint8 { return (*uint8)(&o.MullahMove) }},
	{"mullah-capture", []string{"long", "short"}, func(o *Options) *uint8 { return (*uint8)(&o.MullahCapture) }},
	{"stalemate", []string{"loss", "draw"}, func(o *Options) *uint8 { return (*uint8)(&o.Stalemate) }},
}

// Value is the option's value in o, as people write it.
func (s OptionSpec) Value(o Options) string { return s.Values[*s.field(&o)] }

// Set gives the option the value with the given name in o, and reports
// whether there is such a value.
func (s OptionSpec) Set(o *Options, value string) bool {
	for i, v := range s.Values {
		if v == value {
			*s.field(o) = uint8(i)
			return true
		}
	}
	return false
}
