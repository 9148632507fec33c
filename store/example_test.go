package store_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"felli"
	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/store"
)

// Open a store that felli has filled, see what is in it, and look something up.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "felli")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	fill(filepath.Join(dir, "db"))

	s, err := store.Open(filepath.Join(dir, "db")) // also while another process builds
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	rulesets, err := s.Rulesets()
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rulesets {
		game, err := felli.NewGame(r)
		if err != nil {
			log.Fatal(err)
		}
		space := index.NewSpace(game)
		tables, err := s.Tablebase(space)
		if err != nil {
			log.Fatal(err)
		}
		summaries, err := tables.Summaries()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r, "has", len(summaries), "slices")
		p, err := game.ParsePosition("W:Wb2,d2:Bc3")
		if err != nil {
			log.Fatal(err)
		}
		result, err := query.NewProber(space, tables).Probe(p)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(game.FEN(p), query.Brief(result))
	}

	other, err := felli.ParseRuleset("felli,stalemate=draw")
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(other)
	if err != nil {
		log.Fatal(err)
	}
	_, err = s.Tablebase(index.NewSpace(game))
	fmt.Println(errors.Is(err, felli.ErrNotBuilt))
	// Output:
	// felli has 3 slices
	// W:Wb2,d2:Bc3 win in 1
	// true
}

// fill solves the small tables of felli into a store.
func fill(dir string) {
	r, err := felli.ParseRuleset("felli")
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(r)
	if err != nil {
		log.Fatal(err)
	}
	s, err := store.Create(dir)
	if err != nil {
		log.Fatal(err)
	}
	space := index.NewSpace(game)
	tables, err := s.Tablebase(space)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := solve.Run(context.Background(), space, tables, solve.Options{Pieces: 3}); err != nil {
		log.Fatal(err)
	}
	if err := s.Close(); err != nil {
		log.Fatal(err)
	}
}
