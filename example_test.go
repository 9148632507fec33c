package felli_test

import (
	"errors"
	"fmt"
	"log"

	"felli"
)

func game(ruleset string) *felli.Game {
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		log.Fatal(err)
	}
	g, err := felli.NewGame(r)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

func ExampleGame_Moves() {
	g := game("felli-mullah")
	p := g.Start()
	for _, m := range g.Moves(p) {
		fmt.Println(g.MoveString(p, m), g.FEN(g.Play(p, m)))
	}
	// Output:
	// b2-c3 B:Wa1,c1,e1,c2,d2,c3:Bb4,c4,d4,a5,c5,e5
	// c2-c3 B:Wa1,c1,e1,b2,d2,c3:Bb4,c4,d4,a5,c5,e5
	// d2-c3 B:Wa1,c1,e1,b2,c2,c3:Bb4,c4,d4,a5,c5,e5
}

func ExampleParseRuleset() {
	r, err := felli.ParseRuleset("felli-mullah,promote=stop,capture=compulsory")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println(r.FullString())

	_, err = felli.ParseRuleset("felli,promotion=row")
	fmt.Println(err, errors.Is(err, felli.ErrInput))
	// Output:
	// felli-mullah,promote=stop
	// felli-mullah,capture=compulsory,chain=compulsory,removal=immediate,men-move=any,men-capture=any,promotion=corners,promote=stop,mullah-move=lines,mullah-capture=long,stalemate=loss
	// parse ruleset "felli,promotion=row": option promotion has no value "row", did you mean "none"? valid: none, corners, rank true
}

func ExampleGame_ParseFEN() {
	g := game("felli-mullah")
	p, err := g.ParseFEN("b: wKd2, a1 : b a5.")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.FEN(p))

	_, err = g.ParseFEN("W:Wa1:Ba2")
	fmt.Println(err)
	// Output:
	// B:Wa1,Kd2:Ba5
	// parse FEN "W:Wa1:Ba2": unknown point "a2", the points of the felli board are a1 c1 e1 b2 c2 d2 c3 b4 c4 d4 a5 c5 e5
}

func ExampleGame_ParseMove() {
	g := game("felli-mullah")
	p, err := g.ParseFEN("W:Wb2:Bc3,c4")
	if err != nil {
		log.Fatal(err)
	}
	m, err := g.ParseMove(p, "b2xb4") // shortened
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.MoveString(p, m), m.Captured.Len())

	_, err = g.ParseMove(p, "b2-a1")
	fmt.Println(err)
	// Output:
	// b2xd4xb4 2
	// parse move "b2-a1": a capture is compulsory; legal moves: b2xd4xb4
}

func ExampleGame_PlayMoves() {
	g := game("felli-mullah")
	p, moves, err := g.PlayMoves(g.Start(), "c2-c3 c4xc2")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(moves), g.FEN(p))
	// Output: 2 W:Wa1,c1,e1,b2,d2:Bc2,b4,d4,a5,c5,e5
}

func ExampleGame_Perft() {
	g := game("fetaix")
	for depth := 1; depth <= 6; depth++ {
		fmt.Println(depth, g.Perft(g.Start(), depth))
	}
	// Output:
	// 1 4
	// 2 5
	// 3 6
	// 4 12
	// 5 21
	// 6 80
}

func ExampleGame_Draw() {
	g := game("felli")
	fmt.Print(g.Draw(g.Start(), felli.DrawOptions{ASCII: true}))
	// Output:
	// 5  b-------b-------b
	//      \     |     /
	// 4      b---b---b
	//          \ | /
	// 3          .
	//          / | \
	// 2      w---w---w
	//      /     |     \
	// 1  w-------w-------w
	//    a   b   c   d   e
}

// A new board and a new reading of the rules are new literals, nothing else.
func ExampleNewBoard() {
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
	g, err := felli.NewGame(felli.Ruleset{
		Name:    "nine",
		Board:   board,
		Options: felli.Options{Capture: felli.CaptureCompulsory, MenMove: felli.MenForward},
	})
	if err != nil {
		log.Fatal(err)
	}
	p, _, err := g.PlayMoves(g.Start(), "b1-b2")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range g.Moves(p) {
		fmt.Println(g.MoveString(p, m), g.FEN(g.Play(p, m)))
	}
	// Output: b3xb1 W:Wa1,c1:Bb1,a3,c3
}
