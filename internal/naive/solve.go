package naive

import "felli"

// Solve values every position with White to move, at least one piece a side
// and at most maxPieces pieces in all, reachable or not: all placements of
// men where men can stand and, with promotion, of Mullahs anywhere.
//
// It goes over all positions once for every distance, until a round finds
// nothing new: what is left is a draw.
func Solve(r felli.Ruleset, maxPieces int) map[felli.Position]felli.Result {
	rules := New(r)
	positions := rules.Positions(maxPieces)
	number := make(map[felli.Position]int32, len(positions))
	for i, p := range positions {
		number[p] = int32(i)
	}
	results := make([]felli.Result, len(positions))
	successors := make([][]int32, len(positions))
	var open []int // positions without a result
	for i, p := range positions {
		successors[i] = rules.successors(p, number)
		switch {
		case len(successors[i]) > 0:
			open = append(open, i)
		case r.Stalemate == felli.StalemateLoss:
			results[i] = felli.Result{Value: felli.Loss}
		default:
			results[i] = felli.Result{Value: felli.Draw}
		}
	}
	for distance := felli.Plies(1); ; distance++ {
		var still []int
		for _, i := range open {
			results[i] = decide(successors[i], results, distance)
			if results[i].Value == felli.Unknown {
				still = append(still, i)
			}
		}
		if len(still) == len(open) {
			break
		}
		open = still
	}
	for _, i := range open {
		results[i] = felli.Result{Value: felli.Draw}
	}
	solved := make(map[felli.Position]felli.Result, len(positions))
	for i, p := range positions {
		solved[p] = results[i]
	}
	return solved
}

// gone stands for a successor in which the opponent has no piece left.
const gone int32 = -1

// successors are the numbers of the positions that the moves in p lead to,
// seen by the opponent.
func (r *Rules) successors(p felli.Position, number map[felli.Position]int32) []int32 {
	var out []int32
	for _, t := range r.Moves(p) {
		if t.Result.Pieces(felli.Black) == 0 {
			out = append(out, gone)
			continue
		}
		i, ok := number[r.Turned(t.Result)]
		if !ok {
			panic("naive: a move leads out of the positions that are counted")
		}
		out = append(out, i)
	}
	return out
}

// decide is the result of a position that is decided in exactly the given
// distance, and the zero Result of any other. Every smaller distance must be
// in results.
func decide(successors []int32, results []felli.Result, distance felli.Plies) felli.Result {
	allWin := true
	longest := felli.Plies(0)
	for _, i := range successors {
		after := felli.Result{Value: felli.Loss}
		if i != gone {
			after = results[i]
		}
		if after.Value == felli.Loss && after.DTW == distance-1 {
			return felli.Result{Value: felli.Win, DTW: distance}
		}
		if after.Value == felli.Win {
			longest = max(longest, after.DTW)
		} else {
			allWin = false
		}
	}
	if allWin && longest == distance-1 {
		return felli.Result{Value: felli.Loss, DTW: distance}
	}
	return felli.Result{}
}

// Turned turns the board by 180° and swaps the colours.
func (r *Rules) Turned(p felli.Position) felli.Position {
	before := placementOf(p)
	var after placement
	for i, q := range r.turned {
		if pc := before[i]; pc.there {
			after[q] = piece{pc.side.Other(), pc.kind, true}
		}
	}
	return after.position(p.ToMove.Other())
}

// Positions lists every position that [Solve] values.
func (r *Rules) Positions(maxPieces int) []felli.Position {
	var out []felli.Position
	var on placement
	var count [2]int
	var fill func(i int)
	fill = func(i int) {
		if i == r.Board.Points() {
			if count[felli.White] > 0 && count[felli.Black] > 0 {
				out = append(out, on.position(felli.White))
			}
			return
		}
		fill(i + 1)
		if count[felli.White]+count[felli.Black] == maxPieces {
			return
		}
		for _, pc := range r.canStand(felli.Point(i)) {
			if count[pc.side] < r.Board.MaxPieces {
				on[i] = pc
				count[pc.side]++
				fill(i + 1)
				count[pc.side]--
				on[i] = piece{}
			}
		}
	}
	fill(0)
	return out
}

// canStand lists the pieces that can be on p before a turn.
func (r *Rules) canStand(p felli.Point) []piece {
	var out []piece
	for _, side := range []felli.Side{felli.White, felli.Black} {
		if r.manCanStand(side, p) {
			out = append(out, piece{side, felli.Man, true})
		}
		if r.Promotion != felli.PromotionNone {
			out = append(out, piece{side, felli.Mullah, true})
		}
	}
	return out
}
