package server

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"

	"felli"
	"felli/index"
	"felli/query/study"
)

// Puzzles are looked for in so many slices at a time, so many times at most.
// The slices have at most so many positions, and a puzzle takes at least so
// many plies.
const (
	puzzleSlices = 4
	puzzleTries  = 8
	puzzleSize   = 400_000
	puzzlePlies  = 3
	mostPuzzles  = 50
)

// A puzzle is a position that White wins with one move alone.
type puzzle struct {
	FEN      string      `json:"fen"`
	Slice    string      `json:"slice"`
	DTW      felli.Plies `json:"dtw"`
	Moves    int         `json:"moves"`
	Solution string      `json:"solution"`
}

// puzzles answers /api/v1/puzzles/{ruleset}.
func (q *request) puzzles(ruleset string) error {
	b, err := q.server.shelf.book(ruleset)
	if err != nil {
		return err
	}
	seed, err := q.number("seed", 0, 1<<53)
	if err != nil {
		return err
	}
	count, err := q.number("count", 8, mostPuzzles)
	if err != nil {
		return err
	}
	if b.absent != nil {
		return b.absent
	}
	if q.unchanged(b.edition, "puzzles", b.ruleset, strconv.FormatUint(seed, 10), strconv.FormatUint(count, 10)) {
		return nil
	}
	out := struct {
		Ruleset string   `json:"ruleset"`
		Seed    uint64   `json:"seed"`
		Puzzles []puzzle `json:"puzzles"`
	}{b.ruleset, seed, []puzzle{}}
	found, err := b.findPuzzles(q.ctx, seed, int(count))
	if err != nil {
		return err
	}
	// Of all distances an even choice.
	n := min(len(found), int(count))
	for i := range n {
		f := found[i*len(found)/n]
		a, err := b.prober.Answer(f.Position)
		if err != nil {
			return err
		}
		out.Puzzles = append(out.Puzzles, puzzle{b.game.FEN(f.Position), f.Slice.String(), f.Result.DTW, len(a.Moves), a.Moves[0].Text})
	}
	return q.sendJSON(out)
}

// findPuzzles looks for puzzles in a few slices, and in some more as long as
// there are fewer than count. They come by distance.
func (b *book) findPuzzles(ctx context.Context, seed uint64, count int) ([]study.Position, error) {
	var list []study.Position
	from := b.puzzleSlices(seed)
	for tries := 0; tries < puzzleTries && len(list) < count && len(from) > 0; tries++ {
		n := min(len(from), puzzleSlices)
		found, err := study.Puzzles(ctx, b.space, b.tables, study.Options{Slices: from[:n], Count: 2, Min: puzzlePlies, Seed: seed})
		if err != nil {
			return nil, err
		}
		list, from = append(list, found...), from[n:]
	}
	slices.SortStableFunc(list, func(x, y study.Position) int { return cmp.Compare(x.Result.DTW, y.Result.DTW) })
	return list, nil
}

// puzzleSlices are the slices in which puzzles may be looked for, shuffled.
func (b *book) puzzleSlices(seed uint64) []index.Slice {
	var list []index.Slice
	for i := range b.sums {
		if s := &b.sums[i]; s.Longest.Win.Exists && s.Longest.Win.DTW >= puzzlePlies && s.Size <= puzzleSize {
			list = append(list, s.Slice)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// number is a whole number among the parameters, up to most.
func (q *request) number(name string, missing, most uint64) (uint64, error) {
	text, err := q.value(name, strconv.FormatUint(missing, 10))
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > most {
		return 0, fail(http.StatusBadRequest, "%s is %q, want a whole number up to %d", name, text, most)
	}
	return n, nil
}
