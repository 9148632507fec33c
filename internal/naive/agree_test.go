package naive

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"felli"
)

// amounts says how much the agreement tests look at: random rulesets for each
// board, positions of few pieces and random positions for each ruleset.
func amounts() (rulesets, small, random int) {
	switch {
	case testing.Short():
		return 8, 400, 60
	case raceEnabled:
		return 16, 400, 60
	default:
		return 64, math.MaxInt, 200
	}
}

// TestAgree compares the root package's moves with this package's, under the
// named rulesets and random ones.
func TestAgree(t *testing.T) {
	rulesets, _, _ := amounts()
	all := felli.Rulesets()
	for seed, board := range append(namedBoards(), oddBoards(t)...) {
		n := rulesets
		if seed >= 2 { // after Felli's and Fetaix's
			n /= 4
		}
		rng := rand.New(rand.NewPCG(1, uint64(seed)))
		for range n {
			all = append(all, RandomRuleset(rng, board))
		}
	}
	for i, r := range all {
		t.Run(fmt.Sprintf("%d/%s", i, r), func(t *testing.T) {
			t.Parallel()
			agree(t, r, rand.New(rand.NewPCG(2, uint64(i))))
		})
	}
}

func namedBoards() []*felli.Board {
	var out []*felli.Board
	for _, r := range felli.Rulesets() {
		if !slices.Contains(out, r.Board) {
			out = append(out, r.Board)
		}
	}
	return out
}

// oddBoards are boards of other shapes and sizes than the named ones: the
// most points, the largest grid, a line of another slope.
func oddBoards(tb testing.TB) []*felli.Board {
	tb.Helper()
	var out []*felli.Board
	for _, spec := range []felli.BoardSpec{
		grid("tower", 4, 8),
		grid("square", 5, 5),
		grid("tiny", 3, 3),
		{
			Name: "hourglass",
			Lines: []string{
				"a1 e1 i1", "b2 e2 h2", "c3 e3 g3", "d4 e4 f4", "d6 e6 f6", "c7 e7 g7", "b8 e8 h8", "a9 e9 i9",
				"a1 b2 c3 d4 e5 f6 g7 h8 i9", "i1 h2 g3 f4 e5 d6 c7 b8 a9", "e1 e2 e3 e4 e5 e6 e7 e8 e9",
			},
			White:     "a1 e1 i1 b2 e2 h2 c3 e3 g3 d4 e4 f4",
			Black:     "a9 e9 i9 b8 e8 h8 c7 e7 g7 d6 e6 f6",
			MaxPieces: 12,
		},
		{
			Name: "steep",
			Lines: []string{
				"a1 b1 c1", "a3 b3 c3", "a5 b5 c5", "a1 a3 a5", "c1 c3 c5",
				"b1 b2 b3 b4 b5", "a1 b3 c5", "c1 b3 a5",
			},
			White: "a1 b1 c1", Black: "a5 b5 c5", MaxPieces: 4,
		},
	} {
		board, err := felli.NewBoard(spec)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, board)
	}
	return out
}

// grid is a full grid with all its diagonals.
func grid(name string, width, height int) felli.BoardSpec {
	var lines []string
	at := func(x, y int) string { return string([]byte{'a' + byte(x), '1' + byte(y)}) }
	inside := func(x, y int) bool { return x >= 0 && x < width && y >= 0 && y < height }
	for x := range width {
		for y := range height {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				var line []string
				for i := 0; !inside(x-d[0], y-d[1]) && inside(x+i*d[0], y+i*d[1]); i++ {
					line = append(line, at(x+i*d[0], y+i*d[1]))
				}
				if len(line) > 1 {
					lines = append(lines, strings.Join(line, " "))
				}
			}
		}
	}
	var white, black []string
	for x := range width {
		white, black = append(white, at(x, 0)), append(black, at(x, height-1))
	}
	return felli.BoardSpec{
		Name: name, Lines: lines, MaxPieces: width * (height / 2),
		White: strings.Join(white, " "), Black: strings.Join(black, " "),
	}
}

// agree compares the moves of small positions (on the boards of Felli and
// Fetaix all that have up to three pieces), of random ones of any size, and of
// those met in random games. Black's moves are generated, not turned, on both
// sides of the comparison, so some positions are looked at for Black too.
func agree(t *testing.T, r felli.Ruleset, rng *rand.Rand) {
	t.Helper()
	game, err := felli.NewGame(r)
	if err != nil {
		t.Fatal(err)
	}
	c := comparison{T: t, game: game, rules: New(r), rng: rng}
	_, small, random := amounts()
	maxPieces := 3
	if r.Board.Points() > 25 {
		maxPieces = 2
	}
	if !slices.Contains([]string{"felli", "alquerque"}, r.Board.Name) {
		small = min(small, 4000)
	}
	positions := c.rules.Positions(maxPieces)
	if len(positions) > small {
		rng.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
		positions = positions[:small]
	}
	for i, p := range positions {
		if c.moves(p); i%8 == 0 {
			c.moves(c.rules.Turned(p))
		}
		if i%64 == 0 {
			c.notation(p)
			c.notation(c.rules.Turned(p))
		}
	}
	for i := range random {
		p := c.rules.RandomPosition(rng, 1+i%r.Board.MaxPieces)
		c.moves(p)
		c.notation(p)
	}
	p := game.Start()
	for range random {
		c.moves(p)
		c.notation(p)
		if turns := c.rules.Moves(p); len(turns) > 0 {
			p = turns[rng.IntN(len(turns))].Result
		} else {
			p = game.Start()
		}
	}
}

type comparison struct {
	*testing.T
	game  *felli.Game
	rules *Rules
	rng   *rand.Rand
}

// move is t as the root package writes it.
func move(t Turn) felli.Move {
	m := felli.Move{From: t.From, To: t.To(), Promotes: t.Promotes}
	for _, p := range t.Captured {
		m.Captured |= p.Bit()
	}
	return m
}

// outcome is what tells two moves apart.
type outcome struct {
	from  felli.Point
	after felli.Position
}

// moves compares the moves of p, and what the game says about p itself.
func (c comparison) moves(p felli.Position) {
	if err := c.game.Check(p); err != nil {
		c.Fatalf("%s: Check: %v", fen(c.rules.Board, p), err)
	}
	turns := c.rules.Moves(p)
	canCapture := slices.ContainsFunc(turns, func(t Turn) bool { return len(t.Captured) > 0 })
	got := c.game.Moves(p)
	same := len(got) == len(turns)
	found := make([]bool, len(turns)) // each move once
	for _, m := range got {
		after := c.game.Play(p, m)
		i := slices.IndexFunc(turns, func(t Turn) bool { return t.From == m.From && t.Result == after })
		if i < 0 || found[i] || m != move(turns[i]) {
			same = false
			break
		}
		found[i] = true
	}
	if !same {
		var list []string
		for _, m := range got {
			list = append(list, fmt.Sprintf("%+v → %s", m, fen(c.rules.Board, c.game.Play(p, m))))
		}
		c.Fatalf("%s: Moves = %s, want %s", fen(c.rules.Board, p), strings.Join(list, "; "), written(c.rules.Board, turns))
	}
	if c.game.CanCapture(p) != canCapture {
		c.Fatalf("%s: CanCapture = %v", fen(c.rules.Board, p), !canCapture)
	}
	result, ended := c.game.Ended(p)
	wantResult := felli.Result{}
	if len(turns) == 0 {
		wantResult.Value = felli.Loss
		if p.Pieces(p.ToMove) != 0 && c.rules.Stalemate == felli.StalemateDraw {
			wantResult.Value = felli.Draw
		}
	}
	if ended != (len(turns) == 0) || ended && result != wantResult {
		c.Fatalf("%s: Ended = %v, %v with %d moves", fen(c.rules.Board, p), result, ended, len(turns))
	}
}

// notation compares how the moves of p are written and read.
func (c comparison) notation(p felli.Position) {
	board := c.rules.Board
	if got, want := c.game.FEN(p), fen(board, p); got != want {
		c.Fatalf("FEN = %s, want %s", got, want)
	}
	moves := map[outcome]felli.Move{}
	for _, m := range c.game.Moves(p) {
		moves[outcome{m.From, c.game.Play(p, m)}] = m
	}
	full := map[string]outcome{}    // by every full notation
	short := map[string][]outcome{} // by some shortened notations
	for _, t := range c.rules.Moves(p) {
		o := outcome{t.From, t.Result}
		texts := notations(board, t)
		if got := c.game.MoveString(p, moves[o]); got != texts[0] {
			c.Fatalf("%s: MoveString = %s, want the first of %s", fen(board, p), got, texts)
		}
		for _, text := range texts {
			full[text] = o
		}
	}
	for text, o := range full {
		c.reads(p, text, moves, o)
	}
	for text, o := range full {
		points := strings.Split(text, "x")
		if len(points) < 3 {
			continue
		}
		ends := points[0] + "x" + points[len(points)-1]
		if !slices.Contains(short[ends], o) {
			short[ends] = append(short[ends], o)
		}
	}
	for text, fits := range short {
		switch o, isFull := full[text]; {
		case isFull:
			c.reads(p, text, moves, o)
		case len(fits) == 1:
			c.reads(p, text, moves, fits[0])
		default:
			if m, err := c.game.ParseMove(p, text); err == nil {
				c.Fatalf("%s: ParseMove(%q) = %+v, though %d moves fit", fen(board, p), text, m, len(fits))
			}
		}
	}
}

// reads checks that ParseMove understands text as the move of outcome o.
func (c comparison) reads(p felli.Position, text string, moves map[outcome]felli.Move, o outcome) {
	if m, err := c.game.ParseMove(p, text); err != nil || m != moves[o] {
		c.Fatalf("%s: ParseMove(%q) = %+v, %v, want %+v", fen(c.rules.Board, p), text, m, err, moves[o])
	}
}
