package pdn

import (
	"strings"

	"felli"
)

// The results of a game, in the tag Result and, in older files, at the end of
// the moves. No result, or any other text, is [Unfinished].
const (
	WhiteWins  = "1-0"
	BlackWins  = "0-1"
	Drawn      = "1/2-1/2"
	Unfinished = "*"
)

// A Game is one game of a file, as far as it was read. The zero value is a game
// without tags and moves.
type Game struct {
	Number   int   // in its file, from 1; 0 if it came from no file
	FileLine int   // on which it begins, from 1; 0 if it came from no file
	Tags     []Tag // in their order; names may differ in case from ours
	Moves    Moves // the game's own moves
	Result   string
	Rules    *felli.Game    // after [Game.Replay], else nil
	End      felli.Position // after the last move; only after [Game.Replay]
}

// A Tag is a header line, such as [White "Aziza"].
type Tag struct{ Name, Value string }

// Moves are moves that follow each other.
type Moves struct {
	Lead  []string // comments before the first move
	Plies []Ply
}

// A Ply is one move of a game, with what was said of it.
type Ply struct {
	Text       string // as it was written; after [Game.Replay] as [felli.Game.MoveString] prints it
	Glyph      string // "!", "?", "!!", "??", "!?", "?!" or empty
	NAGs       []int  // numeric annotation glyphs other than $1 to $6, which are Glyph
	Comments   []string
	Variations []Moves // other moves that might have been played instead
	FileLine   int

	Before felli.Position // only after [Game.Replay]
	Move   felli.Move     // only after [Game.Replay]
}

// Tag is the value of the first tag of that name, whatever its case; ok is
// false if there is none.
func (x *Game) Tag(name string) (value string, ok bool) {
	for _, t := range x.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value, true
		}
	}
	return "", false
}

// SetTag gives the tag of that name a value, or adds it as the last.
func (x *Game) SetTag(name, value string) {
	for i, t := range x.Tags {
		if strings.EqualFold(t.Name, name) {
			x.Tags[i] = Tag{name, value}
			return
		}
	}
	x.Tags = append(x.Tags, Tag{name, value})
}

// Player is the name of a player, or the name of the side when no name is
// known.
func (x *Game) Player(s felli.Side) string {
	name, _ := x.Tag(s.String())
	if name = strings.TrimSpace(name); name == "" || name == "?" {
		return s.String()
	}
	return name
}

// Ruleset reads the tag Ruleset. Without one it is fallback; if that is nil
// too, the error is a *[GameError] that says so.
func (x *Game) Ruleset(fallback *felli.Ruleset) (felli.Ruleset, error) {
	text, _ := x.Tag("Ruleset")
	switch text = strings.TrimSpace(text); {
	case text != "" && text != "?":
		r, err := felli.ParseRuleset(text)
		if err != nil {
			return felli.Ruleset{}, x.fault(err)
		}
		return r, nil
	case fallback != nil:
		return *fallback, nil
	}
	return felli.Ruleset{}, x.fault(&felli.ParseError{
		What: "game", Reason: `the tag Ruleset is missing`,
		Hint: `add a line such as [Ruleset "felli-mullah"], or say --ruleset`,
	})
}

// OnBoard is the result that the last position speaks for: of a game that is
// over by the rules, else Unfinished. The game must have been replayed.
func (x *Game) OnBoard() string {
	r, ended := x.Rules.Ended(x.End)
	switch {
	case !ended:
		return Unfinished
	case r.Value == felli.Draw:
		return Drawn
	case x.End.ToMove == felli.White:
		return BlackWins
	default:
		return WhiteWins
	}
}

// resultOf reads a result in any of the forms in use: also with the 2 points
// for a win that international draughts counts.
func resultOf(text string) (result string, ok bool) {
	switch strings.TrimSpace(text) {
	case "1-0", "2-0":
		return WhiteWins, true
	case "0-1", "0-2":
		return BlackWins, true
	case "1/2-1/2", "1/2", "½-½", "1-1":
		return Drawn, true
	case "*", "0-0":
		return Unfinished, true
	}
	return "", false
}
