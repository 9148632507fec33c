package query_test

import (
	"context"
	"errors"
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

// solved makes the tables of up to so many pieces in memory.
func solved(ruleset string, pieces int) (*index.Space, *index.Memory) {
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		log.Fatal(err)
	}
	game, err := felli.NewGame(r)
	if err != nil {
		log.Fatal(err)
	}
	space, tables := index.NewSpace(game), index.NewMemory(r)
	if _, err := solve.Run(context.Background(), space, tables, solve.Options{Pieces: pieces}); err != nil {
		log.Fatal(err)
	}
	return space, tables
}

// Probe a position, one within the tables and one beyond.
func ExampleProber_Probe() {
	space, tables := solved("felli", 3)
	prober := query.NewProber(space, tables)
	for _, fen := range []string{"W:Wa1,a5:Bc3", "B:Wa1,a5:Bc3", "W:Wa1:Be5", "start"} {
		p, err := space.Game().ParsePosition(fen)
		if err != nil {
			log.Fatal(err)
		}
		result, err := prober.Probe(p)
		switch {
		case errors.Is(err, felli.ErrNotBuilt):
			fmt.Println(fen, "isn't built")
		case err != nil:
			log.Fatal(err)
		default:
			fmt.Println(fen, result.Value, result.DTW)
		}
	}
	// Output:
	// W:Wa1,a5:Bc3 win 23
	// B:Wa1,a5:Bc3 loss 18
	// W:Wa1:Be5 draw 0
	// start isn't built
}

// Follow best play to the end.
func ExampleProber_Line() {
	space, tables := solved("felli", 3)
	p, err := space.Game().ParsePosition("W:Wc4,d4:Ba5")
	if err != nil {
		log.Fatal(err)
	}
	line, err := query.NewProber(space, tables).Line(p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(query.Brief(line.Result))
	for _, step := range line.Steps {
		fmt.Println(step.Text)
	}
	fmt.Println(line.End, space.Game().FEN(line.Last()))
	// Output:
	// win in 7
	// c4-b4
	// a5-c5
	// b4-a5
	// c5-e5
	// d4-c3
	// e5-c5
	// a5xe5
	// lost B:Wc3,e5:B
}

// Verify that all values follow from one another, and find one that doesn't.
func ExampleVerify() {
	space, tables := solved("felli", 3)
	report, err := query.Verify(context.Background(), space, tables, query.VerifyOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Checked, "positions are right")

	slice := index.Slice{Men: 2, OppMen: 1}
	summary, err := tables.Summary(slice)
	if err != nil {
		log.Fatal(err)
	}
	codes, err := tables.Codes(slice)
	if err != nil {
		log.Fatal(err)
	}
	codes.Narrow[7] ^= 1
	if err := tables.Write(index.Finished{Summary: summary, Codes: codes}); err != nil {
		log.Fatal(err)
	}
	_, err = query.Verify(context.Background(), space, tables, query.VerifyOptions{})
	fmt.Println(errors.Is(err, felli.ErrCorrupt))
	// Output:
	// 632 positions are right
	// true
}
