package query

import (
	"sync"

	"felli"
	"felli/index"
	"felli/internal/invariants"
)

// A score orders the codes of successors by what they are worth to the player
// who moves there: the greater the better. 0 stands for no move at all.
//
//	opponent's loss c (odd)    1<<17 - c
//	draw                       1<<16
//	opponent's win c (even)    c
type score uint32

const drawScore score = 1 << 16

func scoreOf(c felli.Code) score {
	switch {
	case c == 0:
		return drawScore
	case c&1 == 0:
		return score(c)
	default:
		return 1<<17 - score(c)
	}
}

// code is the code of a position whose best move has score s. It has no
// branches, as who wins can't be foretold.
func (s score) code() felli.Code {
	won := -(s >> 16) // all ones for a draw too
	draw := -((s ^ drawScore - 1) >> 31)
	return felli.Code((s ^ won - won + won&(1<<17) + 1) &^ draw)
}

// scores holds scoreOf of every code.
var scores = sync.OnceValue(func() *[1 << 16]score {
	var t [1 << 16]score
	for c := range t {
		t[c] = scoreOf(felli.Code(c))
	}
	return &t
})

// A sweep finds the best move of every position of a block at once.
type sweep struct {
	v     *verifier
	score *[1 << 16]score
	best  []score // by q*len(oppMullahs) + r; 0 where no move was played

	leaps  []felli.Leap
	rows   []int // which of ownMullahs a move can be played with
	every  []int // all of oppMullahs
	group  []int // some of them
	column []uint64
	place  place

	ways []way // where moves lead, see way
}

// A way is the slice that certain moves of the slice being checked lead to.
type way struct {
	known bool
	slice index.Slice
	table *table // nil unless its answers are in memory
}

// capturers returns the points from which men and Mullahs of the mover have a
// leap, by kind.
func (sw *sweep) capturers(b *block) (can [2]felli.Mask) {
	var never [2]felli.Mask // points where no piece of that kind stands
	never[felli.Man], never[felli.Mullah] = b.own, b.own
	for _, q := range b.ownMullahs {
		never[felli.Man] &= q
		never[felli.Mullah] &^= q
	}
	for kind := range can {
		can[kind] = sw.v.game.Leapers(b.mover, felli.Kind(kind), b.own&^never[kind], b.own, b.opp)
	}
	return can
}

// quiet reports whether a mover with these Mullahs has no capture, given the
// points from which men and Mullahs have one.
func (b *block) quiet(mullahs felli.Mask, can [2]felli.Mask) bool {
	return can[felli.Mullah]&mullahs|can[felli.Man]&b.own&^mullahs == 0
}

// anyQuiet reports whether quiet is true of some of the mover's Mullahs.
func (b *block) anyQuiet(can [2]felli.Mask) bool {
	for _, mullahs := range b.ownMullahs {
		if b.quiet(mullahs, can) {
			return true
		}
	}
	return false
}

// begin forgets the moves of the block before.
func (sw *sweep) begin(b *block) {
	if cap(sw.best) < b.size() {
		sw.best = make([]score, b.size())
	}
	sw.best = sw.best[:b.size()]
	clear(sw.best)
	for len(sw.every) < len(b.oppMullahs) {
		sw.every = append(sw.every, len(sw.every))
	}
}

// captures plays all leaps; can is what capturers found.
func (sw *sweep) captures(b *block, can [2]felli.Mask) error {
	for kind, froms := range can {
		for ; froms != 0; froms &= froms - 1 {
			from := froms.First()
			if !sw.chooseRows(b, felli.Kind(kind), from, [2]felli.Mask{}) {
				continue
			}
			sw.leaps = sw.v.game.AppendLeaps(sw.leaps[:0], b.mover, felli.Kind(kind), from, b.own, b.opp)
			for _, l := range sw.leaps {
				if err := sw.leap(b, felli.Move{From: from, To: l.To, Captured: l.Captured, Promotes: l.Promotes}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// steps plays all steps in the positions whose mover has no capture to make
// first; compulsory is what capturers found, or nothing if it may step anyway.
func (sw *sweep) steps(b *block, compulsory [2]felli.Mask) error {
	g, every := sw.v.game, sw.every[:len(b.oppMullahs)]
	for m := b.own; m != 0; m &= m - 1 {
		from := m.First()
		for _, kind := range [2]felli.Kind{felli.Man, felli.Mullah} {
			if !sw.chooseRows(b, kind, from, compulsory) {
				continue
			}
			for to := g.Destinations(b.mover, kind, from, b.own|b.opp); to != 0; to &= to - 1 {
				t := to.First()
				promotes := kind == felli.Man && g.PromotionPoints(b.mover).Has(t)
				if err := sw.play(b, felli.Move{From: from, To: t, Promotes: promotes}, 0, every); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// chooseRows notes in which positions a piece of that kind stands on from and
// no capture is compulsory, and reports whether there are any.
func (sw *sweep) chooseRows(b *block, kind felli.Kind, from felli.Point, compulsory [2]felli.Mask) bool {
	sw.rows = sw.rows[:0]
	for q, mullahs := range b.ownMullahs {
		if mullahs.Has(from) == (kind == felli.Mullah) && b.quiet(mullahs, compulsory) {
			sw.rows = append(sw.rows, q)
		}
	}
	return len(sw.rows) > 0
}

// leap plays a capture in the chosen rows: positions whose captured pieces
// count different Mullahs go to different slices.
func (sw *sweep) leap(b *block, m felli.Move) error {
	every := sw.every[:len(b.oppMullahs)]
	if m.Captured == b.opp {
		for _, q := range sw.rows {
			for r := range every {
				sw.improve(b, q, r, lostIn0)
			}
		}
		return nil
	}
	most := min(m.Captured.Len(), b.slice.OppMullahs)
	for taken := max(0, m.Captured.Len()-b.slice.OppMen); taken <= most; taken++ {
		sw.group = sw.group[:0]
		for r, mullahs := range b.oppMullahs {
			if (mullahs & m.Captured).Len() == taken {
				sw.group = append(sw.group, r)
			}
		}
		if len(sw.group) > 0 {
			if err := sw.play(b, m, taken, sw.group); err != nil {
				return err
			}
		}
	}
	return nil
}

// play makes one move, which takes so many Mullahs, in the chosen rows with
// each of the given sets of the opponent's Mullahs: all lead to one block of
// one slice.
func (sw *sweep) play(b *block, m felli.Move, mullahs int, group []int) error {
	to := sw.way(b, m, mullahs)
	t, s := to.table, to.slice
	if t == nil {
		return sw.probe(b, m, group)
	}
	pl := &sw.place
	pl.find(sw.v.space, t.layout, s, b.mover, b.own&^m.From.Bit()|m.To.Bit(), b.opp&^m.Captured)
	sw.column = sw.column[:0]
	if m.Captured == 0 && pl.straight() {
		for _, r := range group {
			sw.column = append(sw.column, uint64(r)*pl.opp.stride)
		}
	} else {
		for _, r := range group {
			sw.column = append(sw.column, pl.part(&pl.opp, b.oppMullahs[r]&^m.Captured))
		}
	}
	// What is a Mullah stays one wherever it goes, and so is what is promoted.
	landed := felli.Mask(0)
	if m.Promotes || b.ownMullahs[sw.rows[0]].Has(m.From) {
		landed = m.To.Bit()
	}
	for _, q := range sw.rows {
		row := pl.first + pl.part(&pl.own, b.ownMullahs[q]&^m.From.Bit()|landed)
		if invariants.Enabled {
			sw.checkRow(b, m, s, q, row, group)
		}
		best := sw.best[q*len(b.oppMullahs):][:len(b.oppMullahs)]
		if narrow := t.codes.Narrow; narrow != nil {
			for j, r := range group {
				best[r] = max(best[r], sw.score[narrow[row+sw.column[j]]])
			}
			continue
		}
		for j, r := range group {
			best[r] = max(best[r], sw.score[t.codes.Wide[row+sw.column[j]]])
		}
	}
	return nil
}

// checkRow fails unless the positions of a row after a move have the indices
// that play reads.
func (sw *sweep) checkRow(b *block, m felli.Move, s index.Slice, q int, row uint64, group []int) {
	for j, r := range group {
		p := sw.v.game.Play(b.position(b.ownMullahs[q], b.oppMullahs[r]), m)
		if got, i := sw.v.space.Rank(p); got != s || i != row+sw.column[j] {
			invariants.Fail("%v goes to position %d of %v, read as %d of %v", m, i, got, row+sw.column[j], s)
		}
	}
}

// probe is play for a slice whose answers aren't in memory.
func (sw *sweep) probe(b *block, m felli.Move, group []int) error {
	for _, q := range sw.rows {
		for _, r := range group {
			c, err := sw.v.answer(sw.v.game.Play(b.position(b.ownMullahs[q], b.oppMullahs[r]), m))
			if err != nil {
				return err
			}
			sw.improve(b, q, r, c)
		}
	}
	return nil
}

// way finds where a move leads that takes so many Mullahs.
func (sw *sweep) way(b *block, m felli.Move, mullahs int) *way {
	key := (m.Captured.Len()*(b.slice.OppMullahs+1) + mullahs) * 2
	if m.Promotes {
		key++
	}
	for key >= len(sw.ways) {
		sw.ways = append(sw.ways, way{})
	}
	to := &sw.ways[key]
	if !to.known {
		*to = way{known: true, slice: b.after(m, mullahs)}
		if t := sw.v.memory.at(to.slice); t != nil && t.answers {
			to.table = t
		}
	}
	return to
}

// after is the slice that a move leads to which takes so many Mullahs.
func (b *block) after(m felli.Move, mullahs int) index.Slice {
	s, raised := b.slice, 0
	if m.Promotes {
		raised = 1
	}
	return index.Slice{
		Men: s.OppMen - (m.Captured.Len() - mullahs), Mullahs: s.OppMullahs - mullahs,
		OppMen: s.Men - raised, OppMullahs: s.Mullahs + raised,
	}
}

func (sw *sweep) improve(b *block, q, r int, c felli.Code) {
	at := q*len(b.oppMullahs) + r
	sw.best[at] = max(sw.best[at], scoreOf(c))
}
