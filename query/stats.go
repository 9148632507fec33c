package query

import (
	"cmp"
	"encoding/hex"
	"slices"

	"felli"
	"felli/index"
)

// Statistics are the counts of all finished slices of a ruleset. Its JSON form
// is the object with which `felli solve --json` and `felli stats --json` end;
// who makes it fills in the times.
type Statistics struct {
	Ruleset   string       `json:"ruleset"`
	Digest    string       `json:"digest"`    // [index.Digest] of the slices, in hex
	Positions uint64       `json:"positions"` // Raw.Positions
	Raw       index.Counts `json:"raw"`       // all positions, the side to move as White
	Folded    index.Counts `json:"folded"`    // classes under the left-right mirror
	Longest   Longest      `json:"longest"`
	Start     *Valued      `json:"start"` // nil where no table reaches it
	Slices    []SliceStats `json:"slices"`
	Seconds   float64      `json:"seconds"`
	PerSecond float64      `json:"positions_per_second"`
}

// Longest are examples of the longest win and the longest loss, nil where
// there is none.
type Longest struct {
	Win  *Example `json:"win"`
	Loss *Example `json:"loss"`
}

// An Example is a position, White to move, with the longest distance.
type Example struct {
	DTW felli.Plies `json:"dtw"`
	FEN string      `json:"fen"`
}

// Valued is a position with its value; DTW is nil unless it is decided.
type Valued struct {
	FEN   string       `json:"fen"`
	Value string       `json:"value"`
	DTW   *felli.Plies `json:"dtw"`

	Result felli.Result `json:"-"` // the same
}

// SliceStats are the counts of one slice. Longest distances are nil where
// there is no win or no loss.
type SliceStats struct {
	Slice       string       `json:"slice"`
	Raw         index.Counts `json:"raw"`
	Folded      index.Counts `json:"folded"`
	LongestWin  *felli.Plies `json:"longest_win"`
	LongestLoss *felli.Plies `json:"longest_loss"`

	Examples Longest     `json:"-"` // of the longest distances
	Material index.Slice `json:"-"` // the slice
}

// Collect adds up the summaries of all finished slices, or of those in only if
// any are given, in the order in which slices are solved. It reads no table
// but, for the start position, one block. The error matches
// [felli.ErrNotBuilt] when one of only isn't finished.
func Collect(x *index.Space, tables Tables, only ...index.Slice) (*Statistics, error) {
	if len(only) == 0 {
		list, err := tables.Summaries()
		if err != nil {
			return nil, err
		}
		return CollectFrom(x, tables, list)
	}
	var list []index.Summary
	for _, s := range only {
		sum, err := tables.Summary(s)
		if err != nil {
			return nil, err
		}
		list = append(list, sum)
	}
	return CollectFrom(x, tables, list)
}

// CollectFrom is [Collect] for the given summaries.
func CollectFrom(x *index.Space, tables Lookup, summaries []index.Summary) (*Statistics, error) {
	g := x.Game()
	digest := index.Digest(g.Ruleset, summaries)
	st := &Statistics{Ruleset: g.String(), Digest: hex.EncodeToString(digest[:]), Slices: []SliceStats{}}
	for _, sum := range inOrder(x, summaries) {
		row := SliceStats{Slice: sum.Slice.String(), Material: sum.Slice, Raw: sum.Raw, Folded: sum.Folded}
		row.Examples.Win, row.LongestWin = example(x, sum.Slice, sum.Longest.Win)
		row.Examples.Loss, row.LongestLoss = example(x, sum.Slice, sum.Longest.Loss)
		st.Longest.Win = longer(st.Longest.Win, row.Examples.Win)
		st.Longest.Loss = longer(st.Longest.Loss, row.Examples.Loss)
		st.Raw.Add(sum.Raw)
		st.Folded.Add(sum.Folded)
		st.Slices = append(st.Slices, row)
	}
	st.Positions = st.Raw.Positions
	a, err := NewProber(x, tables).Answer(g.Start())
	if err != nil {
		return nil, err
	}
	if a.Missing == nil {
		st.Start = &Valued{FEN: g.FEN(g.Start()), Value: a.Result.Value.String(), DTW: Decided(a.Result), Result: a.Result}
	}
	return st, nil
}

// inOrder sorts summaries so that each comes behind those its slice depends on.
func inOrder(x *index.Space, list []index.Summary) []index.Summary {
	place := map[index.Slice]int{}
	for i, s := range x.Slices(0) {
		place[s] = i
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b index.Summary) int {
		return cmp.Compare(place[a.Slice], place[b.Slice])
	})
	return list
}

func example(x *index.Space, s index.Slice, e index.Extreme) (*Example, *felli.Plies) {
	if !e.Exists {
		return nil, nil
	}
	return &Example{e.DTW, x.Game().FEN(x.Unrank(s, e.Index))}, &e.DTW
}

func longer(a, b *Example) *Example {
	if a == nil || b != nil && b.DTW > a.DTW {
		return b
	}
	return a
}

// Decided is r's distance, or nil unless r is a win or a loss.
func Decided(r felli.Result) *felli.Plies {
	if r.Value != felli.Win && r.Value != felli.Loss || r.AtMost {
		return nil
	}
	return &r.DTW
}
