package query_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/store"
)

// Solve the small tables of a game into a store, and ask for a position's
// moves, the best first.
func Example() {
	r, err := felli.ParseRuleset("felli")
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(r)
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "felli")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files

	s, err := store.Create(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	space := index.NewSpace(game)
	tables, err := s.Tablebase(space)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := solve.Run(context.Background(), space, tables, solve.Options{Pieces: 3}); err != nil {
		log.Fatal(err)
	}

	p, err := game.ParsePosition("W:Wa1,a5:Bc3")
	if err != nil {
		log.Fatal(err)
	}
	answer, err := query.NewProber(space, tables).Answer(p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(query.Sentence(game, p, answer.Result))
	for _, m := range answer.Moves {
		fmt.Println(m.Text, query.Brief(m.Result))
	}
	// Output:
	// White wins in 23 plies (12 moves)
	// a1-c1 win in 23
	// a5-c5 win in 23
	// a1-b2 draw
	// a5-b4 draw
}
