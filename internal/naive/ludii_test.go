package naive

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"felli"
)

// ludii has figures about all positions of a material, by Ludii 1.3.13, under
// other people's wording of the rules: side to move, pieces of White and
// Black, positions, moves in all, positions without a move, moves after which
// the game is over, and the sum of the 64-bit FNV-1a hashes of
// "FEN ORIGIN FEN" (before, origin, after) for each move. Where men are
// promoted, men and Mullahs come in every mix.
const ludii = `
felli B 1 1 156 466 0 26 1331129524ed8cb8
felli B 1 2 858 4660 0 260 0efb857065a8a8e0
felli B 1 3 2860 20970 0 1170 65fbc5c0e4ab6790
felli B 2 1 858 2460 0 0 81cd37e056a4b4ec
felli B 2 2 4290 22140 0 0 f3cda05253dab3e4
felli B 3 1 2860 7770 0 0 ef6854c37a7d46e0
felli W 1 1 156 466 0 26 935a0ddbd371e7f8
felli W 1 2 858 2460 0 0 71f745221fd4603c
felli W 1 3 2860 7770 0 0 d475c748b7027878
felli W 2 1 858 4660 0 260 ab80c9d13ac3b3ec
felli W 2 2 4290 22140 0 0 bc069f06d1154c20
felli W 3 1 2860 20970 0 1170 a1ff42b2b4c5e374
felli-compulsory B 1 1 156 402 0 26 1168488727a59b4c
felli-compulsory B 1 2 858 3528 0 260 bf3a4127fa1ef13c
felli-compulsory B 1 3 2860 14370 0 1170 0bedd40f9c66b8a8
felli-compulsory B 2 1 858 1948 0 46 b2d1642f78d7d7d8
felli-compulsory B 2 2 4290 14132 0 368 1c32f6d005b3e26c
felli-compulsory B 3 1 2860 5908 0 38 9142d51053a71208
felli-compulsory W 1 1 156 402 0 26 39a01457acfbcf58
felli-compulsory W 1 2 858 1948 0 46 1bb279c375f82e7c
felli-compulsory W 1 3 2860 5908 0 38 d4f4f621766de688
felli-compulsory W 2 1 858 3528 0 260 f40c513b55c87478
felli-compulsory W 2 2 4290 14132 0 368 6592f7ddb778e378
felli-compulsory W 3 1 2860 14370 0 1170 f1b9e4adff548f0c
felli-bouhajbane B 1 1 532 2392 0 96 930e055ac3606ab6
felli-bouhajbane B 1 2 5388 41744 0 1748 b0c9d6cabf0f0442
felli-bouhajbane B 1 3 32960 327392 0 14264 30d655dda0fea1c6
felli-bouhajbane B 2 1 5388 21706 0 0 27840d585bbfb3b8
felli-bouhajbane B 2 2 49641 342644 0 0 c57f47c158b571a0
felli-bouhajbane B 3 1 32960 118312 0 0 ec9d45b17bb3d874
felli-bouhajbane W 1 1 532 2392 0 96 24da8e58007cc30a
felli-bouhajbane W 1 2 5388 21706 0 0 0ce55bd14dcf99e4
felli-bouhajbane W 1 3 32960 118312 0 0 ad5a5386d7cc9a68
felli-bouhajbane W 2 1 5388 41744 0 1748 25f65c711b894386
felli-bouhajbane W 2 2 49641 342644 0 0 a1e8f0f35a2625a4
felli-bouhajbane W 3 1 32960 327392 0 14264 ba9b4944bacf08ee
fetach,men-move=any,men-capture=any,promotion=none B 1 1 600 2656 0 80 667110c82636f4a0
fetach,men-move=any,men-capture=any,promotion=none B 1 2 6900 58432 0 1760 ba6a3a2bf2a7cc38
fetach,men-move=any,men-capture=any,promotion=none B 2 1 6900 30096 0 0 b96c3dfb16c02508
fetach,men-move=any,men-capture=any,promotion=none W 1 1 600 2656 0 80 740538a7a21f7f80
fetach,men-move=any,men-capture=any,promotion=none W 1 2 6900 30096 0 0 4f910128f0be2c58
fetach,men-move=any,men-capture=any,promotion=none W 2 1 6900 58432 0 1760 e871512eba220adc
`

type material struct {
	toMove       felli.Side
	white, black int
}

type figures struct {
	positions, turns, stuck, over int
	hash                          uint64
}

func TestLudii(t *testing.T) {
	counted := map[string]map[material]figures{}
	lines := bufio.NewScanner(strings.NewReader(strings.TrimSpace(ludii)))
	for lines.Scan() {
		var name, side string
		var m material
		var want figures
		if _, err := fmt.Sscanf(lines.Text(), "%s %s %d %d %d %d %d %d %x", &name, &side, &m.white, &m.black,
			&want.positions, &want.turns, &want.stuck, &want.over, &want.hash); err != nil {
			t.Fatal(err)
		}
		if side == "B" {
			m.toMove = felli.Black
		}
		maxPieces := 4
		if testing.Short() || raceEnabled {
			maxPieces = 3
		}
		if m.white+m.black > maxPieces {
			continue
		}
		if counted[name] == nil {
			counted[name] = countAll(New(ruleset(t, name)), maxPieces)
		}
		if got := counted[name][m]; got != want {
			t.Errorf("%s, %s to move, %d against %d: %+v, want %+v", name, side, m.white, m.black, got, want)
		}
	}
}

// countAll has the figures of every material with up to maxPieces pieces.
func countAll(rules *Rules, maxPieces int) map[material]figures {
	goesOn := map[felli.Position]bool{}
	var positions []felli.Position
	for _, white := range rules.Positions(maxPieces) {
		for _, p := range []felli.Position{white, rules.Turned(white)} {
			positions = append(positions, p)
			goesOn[p] = len(rules.Moves(p)) > 0
		}
	}
	all := map[material]figures{}
	for _, p := range positions {
		m := material{p.ToMove, p.Pieces(felli.White).Len(), p.Pieces(felli.Black).Len()}
		f := all[m]
		f.positions++
		if !goesOn[p] {
			f.stuck++
		}
		before := fen(rules.Board, p)
		for _, turn := range rules.Moves(p) {
			f.turns++
			if !goesOn[turn.Result] { // nor does a position without pieces
				f.over++
			}
			h := fnv.New64a()
			h.Write([]byte(before + " " + rules.Board.PointName(turn.From) + " " + fen(rules.Board, turn.Result)))
			f.hash += h.Sum64()
		}
		all[m] = f
	}
	return all
}
