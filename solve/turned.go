package solve

import "felli"

// copyTurned fills the block's cells of table t, the minor side to move, of a
// pair that is its own twin from the cells of the other table: those of the
// same positions with the board turned.
func (b *block) copyTurned(t int) error {
	j, x := b.j, b.j.space
	major, minor := j.game.Board.Rotate(b.minor), j.game.Board.Rotate(b.fr.Set)
	number, symmetry := j.layout.Majors.Find(major)
	if symmetry != 0 {
		major, minor = x.Map(symmetry, major), x.Map(symmetry, minor)
	}
	first, kinds := j.layout.BlockOn(number, x.RelativeOn(major, minor))
	w := weights{b: b, free: major &^ x.MajorPromotion(), symmetry: symmetry, turned: true}
	b.linkOpponent(departure{t: majorMoves}, &w, 0)
	w.free = minor &^ x.MinorPromotion()
	b.linkOpponent(departure{t: minorMoves}, &w, 0)

	for _, own := range b.link.sides[minorMoves] {
		seen := j.cells[1-t][first+own.offset*uint64(kinds):][:kinds]
		at := b.first + uint64(own.kind)
		for _, opp := range b.link.sides[majorMoves] {
			j.start(t, at+uint64(opp.kind*b.kinds[1]), b.fr.Number, seen[opp.offset])
		}
	}
	return nil
}

// start gives a cell what is known of it before values spread, and notes what
// it has to tell.
func (j *pair) start(t int, i uint64, number int, c cell) {
	j.cells[t][i] = c
	if c&silent != 0 {
		return
	}
	code := felli.Code(c >> outsideShift)
	if c&settled != 0 {
		code = felli.Code(c)
	} else if code&1 == 1 { // a loss outside, which other moves may still avert
		return
	}
	if code != 0 {
		j.pending[t].mark(i, number, code)
	}
}
