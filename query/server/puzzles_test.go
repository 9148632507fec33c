package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"felli"
)

// TestPuzzles: every puzzle has one winning move, which is its solution; a seed
// names the same ones each time, another seed others.
func TestPuzzles(t *testing.T) {
	s := newServer(t, nil)
	for _, c := range builtIn {
		b, err := s.shelf.book(c.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		ask := func(question string) string {
			t.Helper()
			resp := get(t, s, "/api/v1/puzzles/"+c.ruleset+question)
			if resp.StatusCode != 200 || resp.Header.Get("ETag") == "" {
				t.Fatalf("%d %v %s", resp.StatusCode, resp.Header, resp.body)
			}
			return resp.body
		}
		for seed := range 40 {
			if body := ask(fmt.Sprintf("?seed=%d&count=1", seed)); !strings.Contains(body, "solution") {
				t.Errorf("%s: no puzzle with the seed %d", c.ruleset, seed)
			}
		}
		body := ask("?seed=5&count=20")
		var got struct{ Puzzles []puzzle }
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Puzzles) == 0 || len(got.Puzzles) > 20 {
			t.Errorf("%s: %d puzzles", c.ruleset, len(got.Puzzles))
		}
		seen := map[string]bool{}
		for _, p := range got.Puzzles {
			position, err := b.game.ParseFEN(p.FEN)
			if err != nil {
				t.Fatal(err)
			}
			a, err := b.prober.Answer(position)
			if err != nil {
				t.Fatal(err)
			}
			if a.Result != (felli.Result{Value: felli.Win, DTW: p.DTW}) || a.Moves[0].Text != p.Solution || len(a.Moves) != p.Moves || a.Moves[1].Result.Value == felli.Win || seen[p.FEN] {
				t.Errorf("%s: %+v is no puzzle", c.ruleset, p)
			}
			seen[p.FEN] = true
		}
		if again := ask("?seed=5&count=20"); again != body {
			t.Errorf("%s: the same seed gives other puzzles", c.ruleset)
		}
		if other := ask("?seed=6&count=20"); other == body {
			t.Errorf("%s: another seed gives the same puzzles", c.ruleset)
		}
	}
}
