package study_test

import (
	"context"
	"fmt"
	"log"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/study"
	"felli/solve"
)

// Stream a slice: all its positions with their values, in the order of the
// store, of mirror images one.
func ExampleRows() {
	r, err := felli.ParseRuleset("felli")
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(r)
	if err != nil {
		log.Fatal(err)
	}
	space, tables := index.NewSpace(game), index.NewMemory(r)
	ctx := context.Background()
	if _, err := solve.Run(ctx, space, tables, solve.Options{Pieces: 2}); err != nil {
		log.Fatal(err)
	}
	format := func(rows []study.Row) (lines []string, err error) { // on several cores
		for _, row := range rows {
			if row.Result.Value == felli.Win {
				lines = append(lines, game.FEN(row.Position)+" "+query.Brief(row.Result))
			}
		}
		return lines, nil
	}
	take := func(lines []string) error { // in order
		for _, line := range lines {
			fmt.Println(line)
		}
		return nil
	}
	options := study.RowOptions{Slices: []index.Slice{{Men: 1, OppMen: 1}}}
	if err := study.Rows(ctx, space, tables, options, format, take); err != nil {
		log.Fatal(err)
	}
	// Output:
	// W:Wa1:Bc1 win in 1
	// W:Wa1:Bb2 win in 1
	// W:Wc1:Bc2 win in 1
	// W:Wb2:Bc2 win in 1
	// W:Wb2:Bc3 win in 1
	// W:Wc2:Bc3 win in 1
	// W:Wc3:Bb2 win in 1
	// W:Wc3:Bc2 win in 1
}
