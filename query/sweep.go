package query

import (
	"sync"

	"felli"
	"felli/index"
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

// code is the code of a position whose best move has score s.
func (s score) code() felli.Code {
	switch {
	case s == drawScore:
		return 0
	case s < drawScore:
		return felli.Code(s) + 1
	default:
		return felli.Code(1<<17-s) + 1
	}
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
}

// capturers returns the points from which men and Mullahs of the mover have a
// leap, by kind.
func (sw *sweep) capturers(b *block) (can [2]felli.Mask) {
	all := b.own
	var never [2]felli.Mask // points where no piece of that kind stands
	never[felli.Man], never[felli.Mullah] = all, all
	for _, q := range b.ownMullahs {
		never[felli.Man] &= q
		never[felli.Mullah] &^= q
	}
	for kind := range can {
		for m := b.own &^ never[kind]; m != 0; m &= m - 1 {
			if from := m.First(); sw.v.game.CanLeap(b.mover, felli.Kind(kind), from, b.own, b.opp) {
				can[kind] |= from.Bit()
			}
		}
	}
	return can
}

// quiet reports whether a mover with these Mullahs has no capture, given the
// points from which men and Mullahs have one.
func (b *block) quiet(mullahs felli.Mask, can [2]felli.Mask) bool {
	return can[felli.Mullah]&mullahs|can[felli.Man]&b.own&^mullahs == 0
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
				if err := sw.play(b, felli.Move{From: from, To: t, Promotes: promotes}, every); err != nil {
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
	for taken := 0; taken <= m.Captured.Len(); taken++ {
		sw.group = sw.group[:0]
		for r, mullahs := range b.oppMullahs {
			if (mullahs & m.Captured).Len() == taken {
				sw.group = append(sw.group, r)
			}
		}
		if len(sw.group) > 0 {
			if err := sw.play(b, m, sw.group); err != nil {
				return err
			}
		}
	}
	return nil
}

// play makes one move in the chosen rows with each of the given sets of the
// opponent's Mullahs, all of which lead to one block of one slice.
func (sw *sweep) play(b *block, m felli.Move, group []int) error {
	g := sw.v.game
	after := func(q, r int) felli.Position {
		return g.Play(b.position(b.ownMullahs[q], b.oppMullahs[r]), m)
	}
	first := after(sw.rows[0], group[0])
	s := index.SliceOf(first)
	t := sw.v.memory.at(s)
	if t == nil || !t.answers {
		for _, q := range sw.rows {
			for _, r := range group {
				c, err := sw.v.answer(after(q, r))
				if err != nil {
					return err
				}
				sw.improve(b, q, r, c)
			}
		}
		return nil
	}
	pl := &sw.place
	pl.find(sw.v.space, t.layout, s, first, b.mover)
	sw.column = sw.column[:0]
	for _, r := range group {
		sw.column = append(sw.column, pl.part(&pl.opp, b.oppMullahs[r]&^m.Captured))
	}
	// What is a Mullah stays one wherever it goes, and so is what is promoted.
	landed := felli.Mask(0)
	if m.Promotes || b.ownMullahs[sw.rows[0]].Has(m.From) {
		landed = m.To.Bit()
	}
	for _, q := range sw.rows {
		row := pl.firstBase + pl.part(&pl.own, b.ownMullahs[q]&^m.From.Bit()|landed)
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

func (sw *sweep) improve(b *block, q, r int, c felli.Code) {
	at := q*len(b.oppMullahs) + r
	sw.best[at] = max(sw.best[at], scoreOf(c))
}
