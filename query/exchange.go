package query

import "felli"

// A grade orders results for the side to move: a loss in n is n - longestGrade,
// a draw 0, a win in n is longestGrade - n.
type grade int32

const (
	longestGrade grade = 1 << 17 // beyond any distance
	winIn1             = longestGrade - 1
)

func gradeOf(c felli.Code) grade {
	switch {
	case c == 0:
		return 0
	case c&1 == 1:
		return grade(c-1) - longestGrade
	default:
		return longestGrade - grade(c-1)
	}
}

// code is the inverse of gradeOf.
func (g grade) code() felli.Code {
	switch {
	case g == 0:
		return 0
	case g < 0:
		return felli.Code(g+longestGrade) + 1
	default:
		return felli.Code(longestGrade-g) + 1
	}
}

// before is the grade of a move to a position of grade g, for who makes it: a
// ply is added to the distance.
func (g grade) before() grade {
	switch {
	case g == 0:
		return 0
	case g < 0:
		return -g - 1
	default:
		return -g + 1
	}
}

// after is the inverse of before.
func (g grade) after() grade {
	switch {
	case g == 0:
		return 0
	case g > 0:
		return -g - 1
	default:
		return -g + 1
	}
}

// exchange is the grade of p, whose captures are played out; p's side to move
// has pieces and a capture. Only grades between low and high matter to who
// asks: one that isn't is given as some grade beyond the same bound
// (alpha-beta search: Knuth and Moore 1975, fail-soft). It equals
// plainExchange of the tests where it is within the bounds.
func (pr *Prober) exchange(p felli.Position, low, high grade) (grade, error) {
	var room [24]felli.Move
	moves := pr.game.AppendMoves(room[:0], p)
	best := -longestGrade - 1
	open := moves[:0] // moves that are answered by captures, for later
	for _, m := range moves {
		q := pr.game.Play(p, m)
		if q.Pieces(q.ToMove) != 0 && pr.game.CanCapture(q) {
			open = append(open, m)
			continue
		}
		c, err := pr.quiet(q)
		if err != nil {
			return 0, err
		}
		if best = max(best, gradeOf(c).before()); best >= high {
			return best, nil
		}
	}
	mostFirst(open)
	for _, m := range open {
		g, err := pr.exchange(pr.game.Play(p, m), high.after(), max(low, best).after())
		if err != nil {
			return 0, err
		}
		if best = max(best, g.before()); best >= high {
			break
		}
	}
	return best, nil
}

// mostFirst puts the captures that take more before the others: they tend to
// be better, and then the others needn't be played out to the end.
func mostFirst(moves []felli.Move) {
	for i := 1; i < len(moves); i++ {
		for k := i; k > 0 && moves[k].Captured.Len() > moves[k-1].Captured.Len(); k-- {
			moves[k], moves[k-1] = moves[k-1], moves[k]
		}
	}
}
