package play

import (
	"errors"
	"math/rand/v2"
	"testing"

	"felli"
	"felli/internal/testgame"
	"felli/query"
)

func TestParseLevel(t *testing.T) {
	for _, test := range []struct {
		in   string
		want Level
		text string
	}{
		{"perfect", Level{}, "perfect"},
		{" Tricky ", Level{Tricky: true}, "tricky"},
		{"25%", Level{Slips: 0.25}, "25%"},
		{"12.5", Level{Slips: 0.125}, "12.5%"},
		{"tricky:100%", Level{Tricky: true, Slips: 1}, "tricky:100%"},
		{"0%", Level{}, "perfect"},
	} {
		got, err := ParseLevel(test.in)
		if err != nil || got != test.want || got.String() != test.text {
			t.Errorf("ParseLevel(%q) = %v, %v, want %v", test.in, got, err, test.want)
		}
	}
	for _, bad := range []string{"", "good", "-1%", "101%", "NaN", "tricky:", "tricky,25%"} {
		if l, err := ParseLevel(bad); !errors.Is(err, felli.ErrInput) || l != (Level{}) {
			t.Errorf("ParseLevel(%q) = %v, %v", bad, l, err)
		}
	}
}

// The chance of a mistake is what was asked for, and a seed plays a game again.
func TestSlips(t *testing.T) {
	x, pr := solved(t, "felli", 3)
	a, err := pr.Answer(testgame.Position(t, x.Game(), "W:Wb2:Bc3")) // one move wins, one draws, one loses
	if err != nil {
		t.Fatal(err)
	}
	l := Level{Slips: 0.25}
	rng, again := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	counts := map[string]int{}
	for range 4000 {
		m, err := l.Choose(pr, a, rng)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := l.Choose(pr, a, again); n.Move != m.Move {
			t.Fatalf("the same seed plays %s and %s", m.Text, n.Text)
		}
		counts[m.Text]++
	}
	if n := counts["b2xd4"]; n < 2900 || n > 3100 {
		t.Errorf("the best move is played %d times of 4000, want about 3000", n)
	}
	if counts["b2-a1"] < 400 || counts["b2-c2"] < 400 {
		t.Errorf("moves played: %v", counts)
	}
}

// The trickiest move never gets less than the best, and leaves at least as many
// ways to go wrong as the one that is first in notation.
func TestTricky(t *testing.T) {
	x, pr := solved(t, "felli", 5)
	rng := rand.New(rand.NewPCG(2, 2))
	wrong := func(m query.RankedMove) int {
		a, err := pr.Answer(m.After)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, reply := range a.Moves {
			if a.Result.Better(reply.Result) {
				n++
			}
		}
		return n
	}
	better := 0
	for range 300 {
		a, err := pr.Answer(testgame.Somewhere(x, 5, rng))
		if err != nil {
			t.Fatal(err)
		}
		if a.Ended {
			continue
		}
		m, err := Level{Tricky: true}.Choose(pr, a, nil)
		if err != nil || m.Result != a.Result {
			t.Fatalf("Choose(%s) = %s, which gets %v of %v: %v", x.Game().FEN(a.Position), m.Text, m.Result, a.Result, err)
		}
		most := 0
		for _, other := range a.Moves {
			if other.Result == a.Result {
				most = max(most, wrong(other))
			}
		}
		if wrong(m) != most {
			t.Fatalf("Choose(%s) = %s leaves %d ways to go wrong, there are %d", x.Game().FEN(a.Position), m.Text, wrong(m), most)
		}
		if most > wrong(a.Moves[0]) {
			better++
		}
	}
	if better == 0 {
		t.Error("the trickiest move is always the first")
	}
}

func TestChooseBeyondTables(t *testing.T) {
	x, pr := solved(t, "felli", 3)
	rng := rand.New(rand.NewPCG(1, 1))
	a, err := pr.Answer(x.Game().Start())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for range 50 {
		m, err := Level{}.Choose(pr, a, rng)
		if err != nil {
			t.Fatal(err)
		}
		seen[m.Text] = true
	}
	if len(seen) != len(a.Moves) {
		t.Errorf("moves played where nothing is known: %v", seen)
	}
	a, err = pr.Answer(testgame.Position(t, x.Game(), "W:Wa1,e1:Bb2,c5")) // a capture wins, nothing else is known
	if err != nil {
		t.Fatal(err)
	}
	if m, err := (Level{}).Choose(pr, a, rng); err != nil || m.Text != "a1xc3" {
		t.Errorf("Choose = %s, %v, want the win a1xc3", m.Text, err)
	}
	if a, err = pr.Answer(testgame.Position(t, x.Game(), "W:W:Bc3")); err != nil {
		t.Fatal(err)
	}
	if _, err := (Level{}).Choose(pr, a, rng); !errors.Is(err, felli.ErrInput) {
		t.Errorf("Choose in an ended game = %v", err)
	}
}
