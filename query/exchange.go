package query

import "felli"

// A grade orders results for the side to move: a loss in n is n - longestGrade,
// a draw 0, a win in n is longestGrade - n.
type grade int32

const (
	longestGrade grade = 1 << 17 // beyond any distance
	winIn1             = longestGrade - 1
	lossIn2            = 2 - longestGrade
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

// An answered capture is answered by captures: those that lead to the positions
// from to to-1 of a list.
type answered struct {
	from, to int
	left     int // pieces of who answers
}

// less orders captures that are likely to be better first: those with fewer
// answers, then those that leave fewer pieces.
func (a answered) less(b answered) bool {
	if n, m := a.to-a.from, b.to-b.from; n != m {
		return n < m
	}
	return a.left < b.left
}

// exchange is the grade of a position whose captures, at least one, lead to
// the positions from to to-1 of list; they are played out. Only grades between
// low and high matter to who asks: one that isn't is given as some grade beyond
// the same bound (alpha-beta search: Knuth and Moore 1975, fail-soft). It
// equals plainExchange of the tests where it is within the bounds. The room
// behind list is used.
func (pr *Prober) exchange(list []felli.Position, from, to int, low, high grade) (grade, error) {
	if high <= lossIn2 { // who can move can't lose sooner
		return lossIn2, nil
	}
	best := -longestGrade - 1
	var room [8]answered
	open := room[:0] // for later
	for i := from; i < to; i++ {
		q := list[i]
		first := len(list)
		if q.Pieces(q.ToMove) != 0 {
			list = pr.game.AppendCaptured(list, q)
		}
		if len(list) > first {
			open = append(open, answered{first, len(list), q.Pieces(q.ToMove).Len()})
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
	bestFirst(open)
	for _, a := range open {
		g, err := pr.exchange(list, a.from, a.to, high.after(), max(low, best).after())
		if err != nil {
			return 0, err
		}
		if best = max(best, g.before()); best >= high {
			break
		}
	}
	return best, nil
}

// bestFirst puts the captures that are likely to be good before the others,
// which then needn't be played out to the end.
func bestFirst(open []answered) {
	for i := 1; i < len(open); i++ {
		for k := i; k > 0 && open[k].less(open[k-1]); k-- {
			open[k], open[k-1] = open[k-1], open[k]
		}
	}
}
