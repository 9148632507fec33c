package play

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"felli"
	"felli/query"
)

// A Level says how well to play. The zero value is perfect play: the fastest
// win, else a draw, else the slowest loss, of equal moves the first in notation.
type Level struct {
	// Tricky takes, of the moves that get the same, the one that leaves the
	// opponent the most ways to go wrong.
	Tricky bool
	// Slips is the chance, in [0, 1], that a move is made that gets less than
	// the best, any such move being as likely as another.
	Slips float64
}

// ParseLevel reads "perfect", "tricky", the chance of a mistake such as "25%",
// or both, "tricky:25%".
func ParseLevel(text string) (Level, error) {
	var l Level
	word := strings.ToLower(strings.TrimSpace(text))
	switch {
	case word == "perfect":
		return l, nil
	case word == "tricky":
		return Level{Tricky: true}, nil
	case strings.HasPrefix(word, "tricky:"):
		l.Tricky, word = true, word[len("tricky:"):]
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix(word, "%"), 64)
	if err != nil || !(percent >= 0 && percent <= 100) {
		return Level{}, &felli.ParseError{
			What: "level", Input: text, Reason: "want perfect, tricky, or the chance of a mistake such as 25%",
		}
	}
	l.Slips = percent / 100
	return l, nil
}

func (l Level) String() string {
	slips := strconv.FormatFloat(l.Slips*100, 'g', -1, 64) + "%"
	switch {
	case l.Tricky && l.Slips > 0:
		return "tricky:" + slips
	case l.Tricky:
		return "tricky"
	case l.Slips > 0:
		return slips
	default:
		return "perfect"
	}
}

// Choose picks a move of a's position, which must have one. It depends on
// nothing but the answer, the tables and rng, which only mistakes and moves
// beyond the tables use.
//
// Beyond the tables a win or a draw that is known is taken, else any move whose
// value isn't.
func (l Level) Choose(pr *query.Prober, a *query.Answer, rng *rand.Rand) (query.RankedMove, error) {
	if len(a.Moves) == 0 {
		return query.RankedMove{}, fmt.Errorf("%w: %s has no move to choose from", felli.ErrInput, pr.Game().FEN(a.Position))
	}
	best := a.Moves[:equal(a.Moves, a.Moves[0].Result)]
	switch {
	case l.Slips > 0 && rng.Float64() < l.Slips && len(best) < len(a.Moves):
		worse := a.Moves[len(best):]
		return worse[rng.IntN(len(worse))], nil
	case best[0].Result.Value == felli.Unknown:
		return best[rng.IntN(len(best))], nil
	case l.Tricky:
		return trickiest(pr, best)
	default:
		return best[0], nil
	}
}

// equal counts the moves that get r, which come first.
func equal(moves []query.RankedMove, r felli.Result) int {
	n := 0
	for n < len(moves) && moves[n].Result == r {
		n++
	}
	return n
}

// trickiest is the move after which most of the opponent's moves are mistakes:
// they get it less than its best. Of as many, the move after which fewest are
// right, then the first.
func trickiest(pr *query.Prober, moves []query.RankedMove) (query.RankedMove, error) {
	best, mostWrong, leastRight := moves[0], -1, 0
	var reply query.Answer
	for _, m := range moves {
		if err := pr.AnswerInto(&reply, m.After); err != nil {
			return query.RankedMove{}, err
		}
		right := 0
		if len(reply.Moves) > 0 {
			right = equal(reply.Moves, reply.Moves[0].Result)
		}
		wrong := len(reply.Moves) - right
		if wrong > mostWrong || wrong == mostWrong && right < leastRight {
			best, mostWrong, leastRight = m, wrong, right
		}
	}
	return best, nil
}
