package atlas

import (
	"fmt"
	"slices"

	"felli"
)

// A Row is what is known of the start position under a ruleset. Its JSON form
// is what a store keeps.
type Row struct {
	Ruleset   string       `json:"ruleset"` // as [felli.Ruleset.String] prints it
	Value     string       `json:"value"`
	DTW       *felli.Plies `json:"dtw"`       // nil unless decided, or where only the value is known
	Digest    string       `json:"digest"`    // of all tables, empty if it came without
	Positions uint64       `json:"positions"` // solved, seen with the side to move as White; 0 if it came without tables
	Seconds   float64      `json:"seconds"`   // it took
}

// An Effect is what one option does to the start when it alone is changed.
type Effect struct {
	Option    string   `json:"option"`
	Pairs     int      `json:"pairs"`     // combinations that differ in this option alone, mean different games and are both known
	Same      int      `json:"same"`      // combinations that differ in it alone and mean the same
	Unknown   int      `json:"unknown"`   // pairs of different games of which one or both aren't known
	Values    int      `json:"values"`    // pairs with different values
	Distances int      `json:"distances"` // pairs with the same value at another distance
	Example   []string `json:"example"`   // two rulesets with different values; else two with different distances; else nil
}

// Effects compares all combinations that differ in one option alone, for each
// axis; rows are found by ruleset. An example is the pair whose rulesets are
// shortest to write, the first of several.
func (c *Chart) Effects(rows map[string]Row) []Effect {
	var list []Effect
	stride := len(c.Cells)
	for _, axis := range c.Axes {
		n := len(axis.Values)
		stride /= n
		e := Effect{Option: axis.Option}
		var byValue, byDistance []string
		for cell := range c.Cells {
			for other := cell + stride; other/(stride*n) == cell/(stride*n); other += stride {
				pair := []string{c.Cells[cell].String(), c.Cells[other].String()}
				if pair[0] == pair[1] {
					e.Same++
					continue
				}
				a, okA := rows[pair[0]]
				b, okB := rows[pair[1]]
				if !okA || !okB {
					e.Unknown++
					continue
				}
				e.Pairs++
				switch {
				case a.Value != b.Value:
					e.Values++
					byValue = shorter(byValue, pair)
				case distance(a) != distance(b):
					e.Distances++
					byDistance = shorter(byDistance, pair)
				}
			}
		}
		if e.Example = byValue; byValue == nil {
			e.Example = byDistance
		}
		list = append(list, e)
	}
	return list
}

func shorter(a, b []string) []string {
	if a == nil || len(b[0])+len(b[1]) < len(a[0])+len(a[1]) {
		return slices.Clone(b)
	}
	return a
}

// distance is the row's distance, or -1 where there is none.
func distance(r Row) int {
	if r.DTW == nil {
		return -1
	}
	return int(*r.DTW)
}

// Brief is what the row says in a few words: "win in 31", "draw".
func (r Row) Brief() string {
	if r.DTW == nil {
		return r.Value
	}
	return fmt.Sprintf("%s in %d", r.Value, *r.DTW)
}

// String says the effect in a sentence, and of how many pairs nothing is known.
func (e Effect) String() string {
	pairs := fmt.Sprintf("%d pairs", e.Pairs)
	if e.Unknown > 0 {
		pairs = fmt.Sprintf("%d pairs that are known (%d aren't)", e.Pairs, e.Unknown)
	}
	switch {
	case e.Values > 0:
		return fmt.Sprintf("%s changes the value in %d of %s, such as:", e.Option, e.Values, pairs)
	case e.Distances > 0:
		return fmt.Sprintf("%s never changes the value, in %d of %s the distance, such as:", e.Option, e.Distances, pairs)
	case e.Pairs > 0:
		return fmt.Sprintf("%s changes nothing about the start in %s.", e.Option, pairs)
	case e.Unknown > 0:
		return fmt.Sprintf("%s: of none of the %d pairs of different games both are known.", e.Option, e.Unknown)
	default:
		return fmt.Sprintf("%s: all combinations mean the same.", e.Option)
	}
}
