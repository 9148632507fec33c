package felli

// Canonical is the simplest ruleset that means the same as r: every option
// that has no effect beside the others has its usual value, and the name is
// that of the named ruleset on r's board from which the fewest options differ,
// the first of several (a board without named rulesets keeps r's name). Two
// rulesets that print alike afterwards are the same game to its players:
// whatever position passes [Game.Check] in both has the same moves, to
// positions that again pass in both, and the same end. By induction on the
// plies left, its value and distance are the same too.
//
//   - removal counts only within a chain: it says what stands on a captured
//     piece's point during the leaps that follow in the same turn. With
//     chain=single there are none, and either way the piece is gone at the end.
//   - removal counts for nothing either where every leap is a short one
//     (promotion=none or mullah-capture=short) and no chain of short leaps can
//     land on a point that it has leapt over. A captured piece is in the way
//     only of a leap that lands on its point: over it no second leap leads,
//     whether it still stands there or not. Whether a chain can come back like
//     that is a matter of the board, see [Ruleset.chainsReturn].
//   - promote, mullah-move and mullah-capture count only for Mullahs or the
//     making of them. With promotion=none there are no promotion points and, as
//     Check refuses Mullahs, none to begin with.
//   - promote counts only for a turn that leaps on from a promotion point
//     (pass), or that takes two (single). With chain=single a turn is one step
//     or leap: it ends where it lands and takes one at most, and all three
//     promote there. What differs is that a man may be placed on a promotion
//     point under promote=single; no move brings one there or lets an opponent
//     do so, so it is no position of the other two, nor reached from theirs.
//
// Nothing more can be said: no two canonical rulesets are the same game on any
// of the named boards. The tests show positions that tell them all apart.
func (r Ruleset) Canonical() Ruleset {
	o := r.Options
	if o.Promotion == PromotionNone {
		o.Promote = PromoteStop
		o.MullahMove = MullahLines
		o.MullahCapture = MullahLong
	}
	if o.Chain == ChainSingle {
		o.Removal = RemovalImmediate
		o.Promote = PromoteStop
	}
	shortLeaps := o.Promotion == PromotionNone || o.MullahCapture == MullahShort
	if o.Removal != RemovalImmediate && shortLeaps && !r.chainsReturn() {
		o.Removal = RemovalImmediate
	}
	fewest := len(optionSpecs) + 1
	for _, named := range rulesets {
		if named.Board != r.Board {
			continue
		}
		differ := 0
		for _, spec := range optionSpecs {
			if spec.Value(named.Options) != spec.Value(o) {
				differ++
			}
		}
		if differ < fewest {
			fewest = differ
			r = named
		}
	}
	r.Options = o
	return r
}

// chainsReturn reports whether a chain of short leaps can, pieces being where
// it likes them, land on a point that it has leapt over. It can't on a grid
// whose neighbours are one file and one rank apart at most, as Fetaix's: each
// leap changes file and rank by even numbers, so chains stay among points that
// no leap of theirs goes over. On the Felli board it can: from a1 over c1 to
// e1, over d2 to c3, over c2 to c1. Men that leap forward and sideways alone
// can't anywhere, as they never go back by a rank, and along one by two points
// at a time. Mullahs leap in all directions.
func (r Ruleset) chainsReturn() bool {
	b := r.Board
	forward := r.MenCapture == MenForward && r.Promotion == PromotionNone
	leap := func(from Point, d int) (over, to Point) {
		if forward && b.dirs[d].dy < 0 || b.next[d][from] == NoPoint {
			return NoPoint, NoPoint
		}
		over = b.next[d][from]
		return over, b.next[d][over]
	}
	// reach grows until it holds, for each point, where leaps lead from there.
	reach := make([]Mask, b.Points())
	for grown := true; grown; {
		grown = false
		for from := range Point(b.Points()) {
			all := reach[from]
			for d := range b.dirs {
				if _, to := leap(from, d); to != NoPoint {
					all |= to.Bit() | reach[to]
				}
			}
			if all != reach[from] {
				reach[from], grown = all, true
			}
		}
	}
	for from := range Point(b.Points()) {
		for d := range b.dirs {
			if over, to := leap(from, d); to != NoPoint && reach[to].Has(over) {
				return true
			}
		}
	}
	return false
}
