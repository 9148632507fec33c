package server

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"felli"
	"felli/query"
)

// The Universal Web API knows games and variants of them; here a game is a
// board and a variant a ruleset. Names of its values and what it gives for
// distances that there aren't:
const (
	uwapiWin, uwapiLose, uwapiDraw, uwapiUnsolved = "win", "lose", "draw", "unsolved"

	endless       = -200 // remoteness of a draw
	finiteUnknown = -100 // remoteness where it isn't known
)

func findUWAPI(parts []string) (route, bool) {
	for len(parts) > 0 && parts[len(parts)-1] == "" { // its paths end in a slash
		parts = parts[:len(parts)-1]
	}
	if slices.Contains(parts, "") {
		return route{}, false
	}
	answer := func(f func(*request) error) (route, bool) { return route{name: "uwapi", answer: f}, true }
	switch {
	case len(parts) == 0:
		return answer((*request).uwapiGames)
	case len(parts) == 1:
		return answer(func(q *request) error { return q.uwapiGame(parts[0]) })
	case len(parts) == 2:
		return answer(func(q *request) error { return q.uwapiVariant(parts[0], parts[1]) })
	case len(parts) == 3 && parts[2] == "positions":
		return answer(func(q *request) error { return q.uwapiPosition(parts[0], parts[1]) })
	case len(parts) == 3 && parts[2] == "instructions":
		return answer(func(q *request) error { return q.uwapiInstructions(parts[0], parts[1]) })
	}
	return route{}, false
}

type uwapiName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
	GUI  string `json:"gui"`
}

// uwapiGUI is the grade of picture that the front end gets: pieces on points,
// moves as animated arrows.
const uwapiGUI = "v3"

func uwapiID(b *felli.Board) string { return strings.ReplaceAll(b.Name, " ", "-") }

func uwapiTitle(b *felli.Board) string {
	return strings.ToUpper(b.Name[:1]) + b.Name[1:] + " board"
}

func (q *request) uwapiGames() error {
	games := []uwapiName{}
	for _, r := range felli.Rulesets() {
		g := uwapiName{uwapiID(r.Board), uwapiTitle(r.Board), "twoPlayer", uwapiGUI}
		if !slices.Contains(games, g) {
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b uwapiName) int { return cmp.Compare(a.Name, b.Name) })
	return q.sendJSON(games)
}

func (q *request) uwapiGame(game string) error {
	out := struct {
		ID       string      `json:"id"`
		Name     string      `json:"name"`
		Variants []uwapiName `json:"variants"`
		Custom   bool        `json:"allowCustomVariantCreation"`
		WinBy    bool        `json:"supportsWinBy"`
	}{ID: game, Variants: []uwapiName{}, Custom: true}
	for _, r := range felli.Rulesets() {
		if uwapiID(r.Board) == game {
			out.Name = uwapiTitle(r.Board)
			out.Variants = append(out.Variants, uwapiName{ID: r.Name, Name: r.Name, GUI: uwapiGUI})
		}
	}
	if out.Name == "" {
		return fail(http.StatusNotFound, "no game %q", game)
	}
	return q.sendJSON(out)
}

// uwapiBook is the book of a variant, which must belong to the game.
func (q *request) uwapiBook(game, variant string) (*book, error) {
	b, err := q.pathBook(variant)
	if err == nil && uwapiID(b.game.Board) != game {
		err = fail(http.StatusNotFound, "no variant %q of %q: it is played on the board %q", variant, game, uwapiID(b.game.Board))
	}
	return b, err
}

// A uwapiTheme says how to draw a board; the pictures are the front end's own.
type uwapiTheme struct {
	Space              [2]float64            `json:"space"`
	Centres            [][2]float64          `json:"centers"` //nolint:misspell // the front end's word
	CharImages         map[string]uwapiImage `json:"charImages"`
	Entities           map[string]uwapiImage `json:"entities"` // the same, as older front ends call them
	CircleButtonRadius float64               `json:"circleButtonRadius"`
	LineWidth          float64               `json:"lineWidth"`
	ArrowWidth         float64               `json:"arrowWidth"`
	EntitiesOverArrows bool                  `json:"entitiesOverArrows"`
	Sounds             map[string]string     `json:"sounds"`
	AnimationType      string                `json:"animationType"`
}

type uwapiImage struct {
	Image string  `json:"image"`
	Scale float64 `json:"scale"`
}

func (q *request) uwapiVariant(game, variant string) error {
	b, err := q.uwapiBook(game, variant)
	if err != nil {
		return err
	}
	board := b.game.Board
	theme := uwapiTheme{
		Space: [2]float64{float64(board.Width), float64(board.Height)},
		CharImages: map[string]uwapiImage{
			"W": {"general/whitepiece.svg", .6}, "B": {"general/blackpiece.svg", .6},
			"M": {"chess/wikipedia/K.svg", .8}, "m": {"chess/wikipedia/kk.svg", .8},
		},
		CircleButtonRadius: .15, LineWidth: .06, ArrowWidth: .07, EntitiesOverArrows: true,
		Sounds: map[string]string{}, AnimationType: "simpleSlides",
	}
	theme.Entities = theme.CharImages
	for _, letter := range stepSounds {
		theme.Sounds[string(letter)] = "general/slide.mp3"
	}
	for _, letter := range captureSounds {
		theme.Sounds[string(letter)] = "general/slideThenRemove.mp3"
	}
	for p := range felli.Point(board.Points()) {
		x, y := board.Place(p)
		theme.Centres = append(theme.Centres, [2]float64{float64(x) + .5, float64(board.Height-1-y) + .5})
	}
	start := b.game.Start()
	return q.sendJSON(map[string]any{
		"id": variant, "name": b.ruleset, "gui": uwapiGUI,
		"startPosition": b.game.FEN(start), "autoguiStartPosition": autogui(b.game, start),
		"imageAutoGUIData": map[string]any{"defaultTheme": "basic", "themes": map[string]uwapiTheme{"basic": theme}},
	})
}

// The last letter of a move's picture names its sound.
const stepSounds, captureSounds = "xabcdefgh", "yijklmnop"

// autogui writes a position as the front end draws it: whose turn it is, then
// a character for each point.
func autogui(g *felli.Game, p felli.Position) string {
	text := []byte{'1' + byte(p.ToMove), '_'}
	for at := range felli.Point(g.Board.Points()) {
		c := byte('-')
		for i, mask := range [...]felli.Mask{p.Men[felli.White], p.Men[felli.Black], p.Mullahs[felli.White], p.Mullahs[felli.Black]} {
			if mask.Has(at) {
				c = "WBMm"[i]
			}
		}
		text = append(text, c)
	}
	return string(text)
}

// A uwapiState is a position; in a move, the one that it leads to.
type uwapiState struct {
	Position        string `json:"position"`
	AutoguiPosition string `json:"autoguiPosition"`
	PositionValue   string `json:"positionValue"` // for the side to move
	Remoteness      int    `json:"remoteness"`
}

type uwapiMove struct {
	uwapiState
	Move            string `json:"move"`
	AutoguiMove     string `json:"autoguiMove"`
	MoveValue       string `json:"moveValue"` // for the player who moves
	DeltaRemoteness int    `json:"deltaRemoteness"`
}

func uwapiStateOf(g *felli.Game, p felli.Position, r felli.Result) uwapiState {
	s := uwapiState{Position: g.FEN(p), AutoguiPosition: autogui(g, p), PositionValue: uwapiValue(r.Value)}
	switch {
	case r.AtMost:
		s.Remoteness = finiteUnknown
	case r.Value == felli.Win, r.Value == felli.Loss:
		s.Remoteness = int(r.DTW)
	case r.Value == felli.Draw:
		s.Remoteness = endless
	default:
		s.Remoteness = finiteUnknown
	}
	return s
}

func uwapiValue(v felli.Value) string {
	switch v {
	case felli.Win:
		return uwapiWin
	case felli.Loss:
		return uwapiLose
	case felli.Draw:
		return uwapiDraw
	default:
		return uwapiUnsolved
	}
}

// uwapiPosition answers …/positions/?p=FEN.
func (q *request) uwapiPosition(game, variant string) error {
	b, err := q.uwapiBook(game, variant)
	if err != nil {
		return err
	}
	text, err := q.needed("p")
	if err != nil {
		return err
	}
	p, err := b.game.ParsePosition(text)
	if err != nil {
		return err
	}
	if b.edition != "" && q.unchanged(b.edition, "uwapi", b.ruleset, b.game.FEN(p)) {
		return nil
	}
	a, err := b.prober.Answer(p)
	if err != nil {
		return err
	}
	// A position beyond the tables is "unsolved" there, and can be played on.
	q.server.metrics.positions.Inc()
	out := struct {
		uwapiState
		Moves []uwapiMove `json:"moves"`
	}{uwapiStateOf(b.game, p, a.Result), uwapiMoves(b.game, a)}
	return q.sendJSON(out)
}

// uwapiMoves are the moves of an answer, best first. The difference in
// remoteness is to the best move of the same value.
func uwapiMoves(g *felli.Game, a *query.Answer) []uwapiMove {
	list := []uwapiMove{}
	used := map[string]bool{}
	best := map[felli.Value]int{}
	for i := range a.Moves {
		m := &a.Moves[i]
		u := uwapiMove{
			uwapiState: uwapiStateOf(g, m.After, after(m)),
			Move:       m.Text, MoveValue: uwapiValue(m.Result.Value),
		}
		if v := m.Result.Value; (v == felli.Win || v == felli.Loss) && !m.Result.AtMost {
			if _, ok := best[v]; !ok {
				best[v] = u.Remoteness
			}
			u.DeltaRemoteness = max(u.Remoteness-best[v], best[v]-u.Remoteness)
		}
		// The front end knows a move by its picture, so no two may be alike:
		// the last letter, which names a sound, tells them apart.
		sounds := stepSounds
		if m.Move.IsCapture() {
			sounds = captureSounds
		}
		for _, sound := range sounds {
			u.AutoguiMove = fmt.Sprintf("M_%d_%d_%c", m.Move.From, m.Move.To, sound)
			if !used[u.AutoguiMove] {
				break
			}
		}
		used[u.AutoguiMove] = true
		list = append(list, u)
	}
	return list
}

func (q *request) uwapiInstructions(game, variant string) error {
	b, err := q.uwapiBook(game, variant)
	if err != nil {
		return err
	}
	return q.sendJSON(map[string]string{
		"instructions": fmt.Sprintf("# %s\n\n%s\n\nSource: %s.\n", b.ruleset, b.game.Sentence, b.game.Source),
	})
}
