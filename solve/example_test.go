package solve_test

import (
	"context"
	"fmt"
	"log"

	"felli"
	"felli/index"
	"felli/solve"
)

// Solve a game that isn't in the program: a board and a reading of the rules of
// one's own.
func ExampleRun() {
	board, err := felli.NewBoard(felli.BoardSpec{
		Name: "nine points",
		Lines: []string{
			"a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3",
		},
		White:     "a1 b1 c1",
		Black:     "a3 b3 c3",
		MaxPieces: 3,
	})
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(felli.Ruleset{
		Name:    "nine",
		Board:   board,
		Options: felli.Options{Capture: felli.CaptureCompulsory, Chain: felli.ChainOptional},
	})
	if err != nil {
		log.Fatal(err)
	}
	space, tables := index.NewSpace(game), index.NewMemory(game.Ruleset)
	report, err := solve.Run(context.Background(), space, tables, solve.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var all index.Counts
	for _, s := range report.Summaries {
		all.Add(s.Raw)
	}
	fmt.Printf("%d slices, %d positions: %d won, %d lost, %d drawn\n", len(report.Summaries), all.Positions, all.Win, all.Loss, all.Draw)

	slice, i := space.Rank(game.Start())
	code, err := tables.Code(slice, i)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.FEN(game.Start()), code.Result().Value)
	// Output:
	// 9 slices, 6540 positions: 3344 won, 1424 lost, 1772 drawn
	// W:Wa1,b1,c1:Ba3,b3,c3 loss
}

// Solve one slice and its twin: first what they lead to.
func ExamplePair() {
	r, err := felli.ParseRuleset("felli")
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(r)
	if err != nil {
		log.Fatal(err)
	}
	space, tables := index.NewSpace(game), index.NewMemory(r)
	for _, text := range []string{"m1vm1", "m2vm1", "m2vm2"} {
		slice, err := index.ParseSlice(text)
		if err != nil {
			log.Fatal(err)
		}
		if err := solve.Pair(context.Background(), space, slice, tables, solve.Options{}); err != nil {
			log.Fatal(err)
		}
		summary, err := tables.Summary(slice)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v needed %v: %d positions won\n", slice, solve.Needs(space, slice), summary.Raw.Win)
	}
	// Output:
	// m1vm1 needed []: 26 positions won
	// m2vm1 needed [m1vm1]: 855 positions won
	// m2vm2 needed [m1vm2]: 1642 positions won
}
