package felli

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// eachOptions calls f with every combination of options.
func eachOptions(f func(Options)) {
	var rest func(specs []OptionSpec, o Options)
	rest = func(specs []OptionSpec, o Options) {
		if len(specs) == 0 {
			f(o)
			return
		}
		for _, v := range specs[0].Values {
			specs[0].Set(&o, v)
			rest(specs[1:], o)
		}
	}
	rest(optionSpecs, Options{})
}

// behaviour is what can be seen of a game in p: its moves, the positions they
// lead to, and whether the game has ended how.
type behaviour struct {
	moves []playedMove
	ended bool
	end   Result
}

type playedMove struct {
	Move
	After Position
}

func behaviourOf(g *Game, p Position) (b behaviour) {
	for _, m := range g.Moves(p) {
		b.moves = append(b.moves, playedMove{m, g.Play(p, m)})
	}
	slices.SortFunc(b.moves, func(a, c playedMove) int {
		return cmp.Or(cmp.Compare(a.From, c.From), cmp.Compare(a.To, c.To), cmp.Compare(a.Captured, c.Captured))
	})
	b.end, b.ended = g.Ended(p)
	return b
}

func (b behaviour) equal(c behaviour) bool {
	return b.ended == c.ended && b.end == c.end && slices.Equal(b.moves, c.moves)
}

// Every ruleset is the same game as its canonical one, and never leaves the
// positions that both have.
func TestCanonicalIsTheSameGame(t *testing.T) {
	positions := 40
	if testing.Short() {
		positions = 6
	}
	for _, b := range []*Board{felliBoard, alquerqueBoard, lauKataKatiBoard} {
		rng := rand.New(rand.NewPCG(6, 1))
		changed := 0
		eachOptions(func(o Options) {
			given := Ruleset{Name: "given", Board: b, Options: o}
			c := given.Canonical()
			if c.Options == o {
				return
			}
			changed++
			if c.Canonical().FullString() != c.FullString() {
				t.Fatalf("Canonical of %s changes again", c.FullString())
			}
			g, h := mustCompile(t, given), mustCompile(t, c)
			for range positions {
				p := randomPosition(rng, h)
				if g.Check(p) != nil {
					continue
				}
				have, want := behaviourOf(h, p), behaviourOf(g, p)
				if !have.equal(want) {
					t.Fatalf("%s in %s:\n%+v\n%s:\n%+v", g.FullString(), g.FEN(p), want, h.FullString(), have)
				}
				for _, m := range want.moves {
					if g.Check(m.After) != nil || h.Check(m.After) != nil {
						t.Fatalf("%s leads from %s to %s, which isn't in both games", g.FullString(), g.FEN(p), g.FEN(m.After))
					}
				}
			}
		})
		if want := map[string]int{"felli": 1728, "alquerque": 2128, "lau kata kati": 1728}[b.Name]; changed != want {
			t.Errorf("%s: %d of the 3456 combinations aren't canonical, want %d", b.Name, changed, want)
		}
	}
}

// differing are positions that tell all games on a board apart.
var differing = map[string][]string{
	"felli": {
		"W:We1:Ba1,c1,d2,c3,c4", "W:WKe5:BKc3,Ka5", "W:WKa1:Bc2", "W:Wb4,d4:Bc2,c4,a5,c5", "W:Wc3:Bb2,Kc4,e5",
		"W:WKc1:BKa1,Ke1,Kc2,c3,Kc4", "W:Wc4:Bc1,b2,c3", "W:Wa1,c1:Bb2,b4,d4,e5", "W:WKd2,c3:BKb4,d4,Kc5",
		"W:We1,e5:Bc1,b2,c2", "W:WKa1,b4:BKc1,c2,Kd2,Kc5",
	},
	"alquerque": {
		"W:WKa3,Ka5:Bd2,a4", "W:Wc1,b4:Bc3,e5", "W:We5:Bc2,c5,d5", "W:Wa4:BKe2,b4,c4,Ka5", "W:Wc1,e1:Be2,b3,a4,e4",
		"W:WKc1,c3:Bc2,Kd4,Ke4", "W:WKc1:Ba2,Kb2,e3,Kd4,Kb5", "W:Wb1,b4:Be5", "W:WKc4:Be2,Kc5", "W:Wa1:Bb1,c1,a2,b2,a3,c3",
		"W:WKa1:BKb1,Kc1,Ka2,Kb2,Ka3,Kc3",
	},
	"lau kata kati": {
		"W:Wg1:Ba1,d1,f2,e3", "W:Wb6:Bd4,d5,d7,g7", "W:Wd1,e5:Bd4,g7", "W:Wb6:Bc5,Kd6,Kf6,a7", "W:Wd6,f6:Bb6,d7,g7",
		"W:Wc5:Bf2,d5,f6,a7,d7", "W:Wc5:Bb6,f6,d7", "W:Wb6:Bd3,d5,e5,d6,g7", "W:Wd5,Kf6:Bf2,Kc5,e5",
		"W:WKb6:BKd3,d5,e5,Kd6,Kg7", "W:Wd5,d6:Bc3,e5,a7", "W:WKf2,Kf6:Bb2,d2,c3,Kd7", "W:Wa1:Bd1,g1,b2,c3", "W:WKa1:BKd1,Kg1,Kb2,Kc3",
	},
}

// No two canonical rulesets are the same game: Canonical misses nothing.
func TestCanonicalIsComplete(t *testing.T) {
	for _, b := range []*Board{felliBoard, alquerqueBoard, lauKataKatiBoard} {
		any := mustCompile(t, Ruleset{Name: "any", Board: b, Options: Options{Promotion: PromotionCorners, Promote: PromoteSingle}})
		var positions []Position
		for _, fen := range differing[b.Name] {
			positions = append(positions, mustFEN(t, any, fen))
		}
		type seen struct {
			o Options
			b []*behaviour // nil where the game doesn't have the position
		}
		var games []seen
		eachOptions(func(o Options) {
			r := Ruleset{Name: "one", Board: b, Options: o}
			if o != r.Canonical().Options {
				return
			}
			g := mustCompile(t, r)
			s := seen{o: o}
			for _, p := range positions {
				s.b = append(s.b, nil)
				if g.Check(p) == nil {
					have := behaviourOf(g, p)
					s.b[len(s.b)-1] = &have
				}
			}
			games = append(games, s)
		})
		// The games in each place of the list that behave alike there get one
		// number, so that comparing all pairs is quick.
		numbers := make([][]int, len(games))
		for k := range positions {
			var kinds []*behaviour
			for i := range games {
				n := -1
				if have := games[i].b[k]; have != nil {
					n = slices.IndexFunc(kinds, func(b *behaviour) bool { return b.equal(*have) })
					if n < 0 {
						n = len(kinds)
						kinds = append(kinds, have)
					}
				}
				numbers[i] = append(numbers[i], n)
			}
		}
		for i := range games {
			for j := range i {
				if !slices.ContainsFunc(indices(len(positions)), func(k int) bool {
					return numbers[i][k] >= 0 && numbers[j][k] >= 0 && numbers[i][k] != numbers[j][k]
				}) {
					t.Fatalf("%s: %+v and %+v look like the same game", b.Name, games[i].o, games[j].o)
				}
			}
		}
	}
}

func indices(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func TestCanonicalName(t *testing.T) {
	for in, want := range map[string]string{
		"felli":                  "felli",
		"felli,removal=deferred": "felli",
		"felli,promote=pass,mullah-capture=short":      "felli",
		"felli,capture=compulsory":                     "felli,capture=compulsory",
		"felli,capture=compulsory,chain=compulsory":    "felli-compulsory",
		"felli-mullah,promotion=none":                  "felli-compulsory",
		"felli-mullah,chain=single,promote=pass":       "felli,capture=compulsory,promotion=corners",
		"felli-mullah,promote=pass":                    "felli-mullah,promote=pass",
		"fetach,capture=compulsory,chain=compulsory":   "fetaix,mullah-move=diagonals",
		"fetaix,removal=deferred,men-capture=any":      "fetaix-draughts",
		"fetaix-draughts,mullah-capture=short":         "fetaix,men-capture=any,mullah-capture=short",
		"fetaix-draughts,promotion=none":               "fetaix,men-capture=any,promotion=none",
		"butterfly,capture=optional,chain=single":      "lau-kata-kati",
		"felli,promotion=corners,mullah-capture=short": "felli-bouhajbane",
	} {
		r, err := ParseRuleset(in)
		if err != nil {
			t.Fatal(err)
		}
		if have := r.Canonical().String(); have != want {
			t.Errorf("Canonical of %s = %s, want %s", in, have, want)
		}
	}
	board := *felliBoard
	own := Ruleset{Name: "own", Board: &board, Options: Options{Removal: RemovalDeferred}}
	if c := own.Canonical(); c.Name != "own" || c.Removal != RemovalImmediate || c.Board != own.Board {
		t.Errorf("Canonical of a ruleset on another board: %+v", c)
	}
}
