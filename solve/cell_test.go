package solve

import (
	"testing"

	"felli"
)

// Scores are in the order in which a player likes the results: the longest
// loss first among losses, the shortest win last.
func TestScores(t *testing.T) {
	var worstToBest []felli.Code                  // of the positions a move leads to
	for c := felli.Code(2); c < maxCode; c += 2 { // the opponent wins
		worstToBest = append(worstToBest, c)
	}
	worstToBest = append(worstToBest, 0)
	for c := felli.Code(maxCode - 2); c > 0 && c < maxCode; c -= 2 { // the opponent has lost
		worstToBest = append(worstToBest, c)
	}
	last := score(0)
	for _, c := range worstToBest {
		s := scoreAfter(c)
		if s <= last {
			t.Fatalf("a move to code %d has score %d, the next worse one %d", c, s, last)
		}
		last = s
		want := c + 1
		if c == 0 {
			want = 0
		}
		if got := codeOf(s); got != want {
			t.Fatalf("a move to code %d gives code %d, want %d", c, got, want)
		}
	}
}
