package felli

// The boards of the named rulesets, as data.
var (
	felliBoard = mustBoard(BoardSpec{
		Name: "felli",
		Lines: []string{
			"a1 c1 e1", "b2 c2 d2", "b4 c4 d4", "a5 c5 e5",
			"a1 b2 c3 d4 e5", "e1 d2 c3 b4 a5", "c1 c2 c3 c4 c5",
		},
		White:     "a1 c1 e1 b2 c2 d2",
		Black:     "a5 c5 e5 b4 c4 d4",
		MaxPieces: 6,
	})
	alquerqueBoard = mustBoard(BoardSpec{
		Name: "alquerque",
		Lines: []string{
			"a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2", "a3 b3 c3 d3 e3", "a4 b4 c4 d4 e4", "a5 b5 c5 d5 e5",
			"a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5", "c1 c2 c3 c4 c5", "d1 d2 d3 d4 d5", "e1 e2 e3 e4 e5",
			"a1 b2 c3 d4 e5", "e1 d2 c3 b4 a5", "a3 b4 c5", "c5 d4 e3", "e3 d2 c1", "c1 b2 a3",
		},
		White:     "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 d3 e3",
		Black:     "a5 b5 c5 d5 e5 a4 b4 c4 d4 e4 a3 b3",
		MaxPieces: 12,
	})
	lauKataKatiBoard = mustBoard(BoardSpec{
		Name: "lau kata kati",
		Lines: []string{
			"a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
			"a1 b2 c3 d4 e5 f6 g7", "g1 f2 e3 d4 c5 b6 a7", "d1 d2 d3 d4 d5 d6 d7",
		},
		White:     "a1 d1 g1 b2 d2 f2 c3 d3 e3",
		Black:     "a7 d7 g7 b6 d6 f6 c5 d5 e5",
		MaxPieces: 9,
	})
)
