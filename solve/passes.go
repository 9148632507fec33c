package solve

import (
	"fmt"
	"slices"

	"felli"
)

// settleLeaps settles, where captures are compulsory, the positions of table t whose
// mover can capture. Their results follow from finished tables alone; the
// steps that lead to them count them in the quiet pass, so they are silent.
func (b *block) settleLeaps(t int) error {
	if b.j.game.Capture != felli.CaptureCompulsory {
		return nil
	}
	if err := b.bestLeaps(t); err != nil {
		return err
	}
	cells := b.j.cells[t][b.first:][:b.size()]
	for major := range b.kinds[majorMoves] {
		for minor := range b.kinds[minorMoves] {
			if b.isQuiet(t, major, minor) {
				continue
			}
			at := b.at(majorMoves, major, minor)
			c := codeOf(b.best[at])
			if c > maxCode {
				return tooLong(c)
			}
			cells[at] = silentCell(c)
		}
	}
	return nil
}

// isQuiet reports whether the mover has no leap that it must make, when it is
// the side that moves in table t.
func (b *block) isQuiet(t, major, minor int) bool {
	if t == majorMoves {
		return b.quiet[major]
	}
	return b.quiet[minor]
}

// tooLong is the error of a code that no cell holds.
func tooLong(c felli.Code) error {
	return fmt.Errorf("distance %d is longer than %d plies, the most this solver holds", c-1, maxCode-1)
}

// bestLeaps works out, for the positions of table t, the best score that a leap
// gives, and which kinds have none.
func (b *block) bestLeaps(t int) error {
	b.grow()
	b.allQuiet(t)
	return b.departLeaps(t)
}

func (b *block) allQuiet(t int) {
	n := b.kinds[t]
	if cap(b.quiet) < n {
		b.quiet = make([]bool, n)
	}
	b.quiet = b.quiet[:n]
	for i := range b.quiet {
		b.quiet[i] = true
	}
}

// departLeaps takes every leap into account, and marks the kinds that have one
// as not quiet. A leap that a piece can make both as a man and as a Mullah is
// taken once for both.
func (b *block) departLeaps(t int) error {
	own, enemy := b.sets(t)
	var leapers felli.Mask // as men
	if b.j.mats[t].Men > 0 {
		leapers = b.j.game.Leapers(sideOf[t], felli.Man, own, own, enemy)
	}
	for i, from := range b.movers(t) {
		var men []felli.Leap
		if leapers.Has(from) {
			men = b.findLeaps(t, i, felli.Man, from)
		}
		mullahs := b.findLeaps(t, i, felli.Mullah, from)
		for _, leap := range men {
			d := departure{t, i, onlyMen, leap.To, leap.Captured, leap.Promotes}
			if n := slices.Index(mullahs, leap); n >= 0 {
				d.kinds |= onlyMullahs
				mullahs[n].Captured = 0 // done
			}
			if err := b.depart(d, nil); err != nil {
				return err
			}
		}
		for _, leap := range mullahs {
			if leap.Captured == 0 {
				continue
			}
			if err := b.depart(departure{t, i, onlyMullahs, leap.To, leap.Captured, false}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// findLeaps lists the leaps of piece i as a man or as a Mullah, and marks the
// kinds that have them as not quiet.
func (b *block) findLeaps(t, i int, kind felli.Kind, from felli.Point) []felli.Leap {
	own, enemy := b.sets(t)
	mat, g := &b.j.mats[t], b.j.game
	if kind == felli.Mullah && mat.Mullahs == 0 {
		return nil
	}
	room := &b.room[kind]
	*room = g.AppendLeaps((*room)[:0], sideOf[t], kind, from, own, enemy)
	if len(*room) == 0 {
		return nil
	}
	for k := range b.quiet {
		if b.isMullah(t, i, k) == (kind == felli.Mullah) {
			b.quiet[k] = false
		}
	}
	return *room
}

// settleQuiet works out, for the positions of table t that the leaps pass left
// open, what is known from finished tables and silent positions, and how many
// moves lead to positions still open. Positions with none of those are
// settled; the rest waits for the retrograde pass.
func (b *block) settleQuiet(t int) error {
	j := b.j
	compulsory := j.game.Capture == felli.CaptureCompulsory
	b.grow()
	b.allQuiet(t)
	cells := j.cells[t][b.first:][:b.size()]
	if compulsory {
		any := false
		for own := range b.quiet {
			b.quiet[own] = cells[b.at(t, own, 0)]&silent == 0
			any = any || b.quiet[own]
		}
		if !any {
			return nil
		}
	} else {
		if err := b.departLeaps(t); err != nil {
			return err
		}
		b.allQuiet(t)
	}
	if err := b.steps(t, compulsory); err != nil {
		return err
	}
	return b.close(t)
}

// steps counts the steps of the quiet positions, and takes promotions into
// account. Where look is set, the positions that a step leads to are looked up
// and silent ones taken into account instead of counted.
func (b *block) steps(t int, look bool) error {
	j := b.j
	g, mat := j.game, j.mats[t]
	side := sideOf[t]
	if !look && mat.Mullahs == 0 && g.Promotion == felli.PromotionNone {
		n := 0
		for _, from := range b.movers(t) {
			n += g.Destinations(side, felli.Man, from, b.occupied).Len()
		}
		for i := range b.count {
			b.count[i] += uint16(n)
		}
		return nil
	}
	for i, from := range b.movers(t) {
		isMan, isMullah := mat.Mullahs == 0, mat.Men == 0
		for own := 0; own < len(b.quiet) && !(isMan && isMullah) && j.maps[t].keep != nil; own++ {
			if b.quiet[own] {
				mullah := b.isMullah(t, i, own)
				isMan, isMullah = isMan || !mullah, isMullah || mullah
			}
		}
		var men, mullahs felli.Mask
		if isMan {
			men = g.Destinations(side, felli.Man, from, b.occupied)
		}
		if isMullah {
			mullahs = g.Destinations(side, felli.Mullah, from, b.occupied)
		}
		for up := men & g.PromotionPoints(side); up != 0; up &= up - 1 {
			if err := b.depart(departure{t: t, piece: i, kinds: onlyMen, to: up.First(), promotes: true}, b.quiet); err != nil {
				return err
			}
		}
		men &^= g.PromotionPoints(side)
		if !look {
			b.countSteps(t, i, men.Len(), mullahs.Len())
			continue
		}
		if t == majorMoves {
			b.majorSteps(i, men, mullahs)
			continue
		}
		for to := men | mullahs; to != 0; to &= to - 1 {
			p := to.First()
			b.minorStep(i, from, p, men.Has(p), mullahs.Has(p))
		}
	}
	return nil
}

func (b *block) countSteps(t, i, men, mullahs int) {
	for own := range b.kinds[t] {
		n := men
		if b.isMullah(t, i, own) {
			n = mullahs
		}
		for opp := range b.kinds[1-t] {
			b.count[b.at(t, own, opp)] += uint16(n)
		}
	}
}

// majorSteps looks up the positions of the minor side to move that the steps
// of the major side's piece i lead to, as a man and as a Mullah.
func (b *block) majorSteps(i int, men, mullahs felli.Mask) {
	shifts := b.j.geometry.at(b.fr.Number, i)
	for to := men | mullahs; to != 0; to &= to - 1 {
		p := to.First()
		b.majorStep(i, p, &shifts[p], men.Has(p), mullahs.Has(p))
	}
}

func (b *block) majorStep(i int, to felli.Point, sh *shift, men, mullahs bool) {
	fr := b.fr
	view := b.view(sh.symmetry)
	first, kinds := b.j.layout.BlockOn(int(sh.number), sh.move(view.relative))
	next := b.j.cells[minorMoves]
	from := fr.pieces[i]
	keep, mirror := b.majorKinds(sh, i, from, to), b.mirrorOf(sh)
	for own := range fr.Kinds {
		if !b.quiet[own] {
			continue
		}
		if mullah := fr.mullahs[own].Has(from); mullah && !mullahs || !mullah && !men {
			continue
		}
		row := first + uint64(b.j.kept(keep, mirror, own))*uint64(kinds)
		seen := next[row : row+uint64(kinds)]
		best := b.best[own*kinds:][:len(seen)]
		count := b.count[own*kinds:][:len(seen)]
		if sh.symmetry == 0 {
			for opp, c := range seen {
				best[opp], count[opp] = see(best[opp], count[opp], c)
			}
			continue
		}
		for opp, k := range view.kinds {
			best[opp], count[opp] = see(best[opp], count[opp], seen[k])
		}
	}
}

// majorKinds is where the kinds after a step of the major side's piece i begin
// in its kind map, or negative when it has one kind of piece.
func (b *block) majorKinds(sh *shift, i int, from, to felli.Point) int {
	km := b.j.maps[majorMoves]
	if km.keep == nil {
		return -1
	}
	change := 1
	if km.forced > 0 {
		p := b.j.space.MajorPromotion()
		change += b2i(p.Has(to)) - b2i(p.Has(from))
	}
	return km.key(b.fr.promoted, change, i, int(sh.place)) * km.kinds
}

// mirrorOf is where the kinds on the mirror image begin that a shift leads to,
// or negative when it isn't stored mirrored.
func (b *block) mirrorOf(sh *shift) int {
	if sh.symmetry == 0 {
		return -1
	}
	return int(sh.number) * b.j.maps[majorMoves].kinds
}

// kept is the kind after a step: keep and mirror are what majorKinds and
// mirrorOf say of it.
func (j *pair) kept(keep, mirror, kind int) int {
	if keep < 0 {
		return kind
	}
	kind = int(j.maps[majorMoves].keep[keep+kind])
	if mirror >= 0 {
		kind = int(j.mirror[mirror+kind])
	}
	return kind
}

// minorStep is majorStep for the minor side.
func (b *block) minorStep(i int, from, to felli.Point, men, mullahs bool) {
	fr := b.fr
	relative := b.relative ^ fr.Bits[from] ^ fr.Bits[to]
	first, kinds := fr.Block(relative)
	if kinds == 0 {
		return
	}
	keep := b.minorStepKinds(relative, i, to)
	next := b.j.cells[majorMoves][first:]
	n := b.kinds[1]
	for own := range n {
		if !b.quiet[own] {
			continue
		}
		if mullah := b.minorMullah(i, own); mullah && !mullahs || !mullah && !men {
			continue
		}
		at := own
		if keep >= 0 {
			at = int(b.j.maps[minorMoves].keep[keep+own])
		}
		for i := own; i < len(b.best); i += n {
			b.best[i], b.count[i] = see(b.best[i], b.count[i], next[at])
			at += kinds
		}
	}
}

// minorStepKinds is where the kinds after a step of the minor side's piece i
// begin in its kind map, or negative when it has one kind of piece.
func (b *block) minorStepKinds(relative uint32, i int, to felli.Point) int {
	km := b.j.maps[minorMoves]
	if km.keep == nil {
		return -1
	}
	r2 := b.fr.Promoted(relative)
	return km.key(b.promoted, r2-b.promoted+1, i, index32(relative, b.fr.Bits[to])) * km.kinds
}

// see takes into account a step to a position whose cell is c: what was the
// best score and the count before, becomes what it returns. It has no branches,
// as which cells are silent can't be foretold.
func see(best score, count uint16, c cell) (score, uint16) {
	known := c / silent & 1
	return max(best, score(c&-known)), count + uint16(known^1)
}

// close turns what was found about the quiet positions into cells.
func (b *block) close(t int) error {
	for major := range b.kinds[majorMoves] {
		for minor := range b.kinds[minorMoves] {
			if !b.isQuiet(t, major, minor) {
				continue
			}
			at := b.at(majorMoves, major, minor)
			s, count := b.best[at], b.count[at]
			var c felli.Code
			switch {
			case s != 0:
				c = codeOf(s)
			case count == 0 && b.j.game.Stalemate == felli.StalemateDraw:
				s = drawScore
			case count == 0:
				c = 1 // lost in 0
			}
			if c > maxCode {
				return tooLong(c)
			}
			b.j.start(t, b.first+uint64(at), b.fr.Number, newCell(s, c, count))
		}
	}
	return nil
}
