package solve

import (
	"fmt"

	"felli"
	"felli/index"
)

// A dependency is a finished table that moves of a pair lead to.
type dependency struct {
	slice  index.Slice
	layout *index.Layout
	codes  index.Codes
	turned bool // its major side is the pair's minor side: the board is turned to read it
}

// dependencyKey orders the tables that the moves of one side lead to: by the
// opponent's men and Mullahs taken, and whether the moving man is promoted.
func dependencyKey(opp index.Material, men, mullahs int, promotes bool) int {
	return (men*(opp.Mullahs+1)+mullahs)*2 + b2i(promotes)
}

// dependencies are the tables that the moves of table t of the pair lead to,
// by dependencyKey; those that no move leads to, or that aren't given, are
// empty.
func (j *pair) dependencies(t int, given func(index.Slice) (index.Codes, bool)) []dependency {
	own, opp := j.mats[t], j.mats[1-t]
	list := make([]dependency, dependencyKey(opp, opp.Men+1, 0, false))
	for men := 0; men <= opp.Men; men++ {
		for mullahs := 0; mullahs <= opp.Mullahs; mullahs++ {
			for _, promotes := range []bool{false, true} {
				s := index.Slice{Men: opp.Men - men, Mullahs: opp.Mullahs - mullahs, OppMen: own.Men, OppMullahs: own.Mullahs}
				if promotes {
					s.OppMen, s.OppMullahs = s.OppMen-1, s.OppMullahs+1
				}
				codes, ok := given(s)
				if !ok {
					continue
				}
				// The opponent is to move there.
				turned := s.MajorToMove() == (t == majorMoves)
				list[dependencyKey(opp, men, mullahs, promotes)] = dependency{s, j.space.Layout(s), codes, turned}
			}
		}
	}
	return list
}

// pieceKinds are the kinds of piece that can make a move, as bits.
type pieceKinds uint8

const (
	onlyMen     = pieceKinds(1) << felli.Man
	onlyMullahs = pieceKinds(1) << felli.Mullah
)

// has reports whether Mullahs, or else men, are among k.
func (k pieceKinds) has(mullah bool) bool { return k>>b2i(mullah)&1 != 0 }

// A departure is a move out of the pair, by one piece of the side that moves
// in table t of a block: a leap, a promotion, or both.
type departure struct {
	t        int
	piece    int // its place among the mover's pieces
	kinds    pieceKinds
	to       felli.Point
	captured felli.Mask
	promotes bool
}

// A link says where the positions of a block go by a departure: the position
// whose sides have kinds a and b goes to index first + major[a] + minor[b] of
// the target's table. It lists only kinds that can make the move.
type link struct {
	first uint64
	sides [2][]linkKind
}

type linkKind struct {
	kind   int
	offset uint64
}

// depart takes the move into account for all positions of the block whose
// mover can make it: where allowed is not nil, only those with a kind allowed.
func (b *block) depart(d departure, allowed []bool) error {
	if _, enemy := b.sets(d.t); enemy == d.captured {
		b.win(d, allowed)
		return nil
	}
	opp := b.j.mats[1-d.t]
	taken := d.captured.Len()
	if b.j.menOnly && !d.promotes {
		b.departMen(d, &b.j.deps[d.t][dependencyKey(opp, taken, 0, false)])
		return nil
	}
	for mullahs := max(0, taken-opp.Men); mullahs <= min(taken, opp.Mullahs); mullahs++ {
		dep := &b.j.deps[d.t][dependencyKey(opp, taken-mullahs, mullahs, d.promotes)]
		if dep.layout == nil {
			return fmt.Errorf("a move leads to a slice that isn't among the dependencies")
		}
		var any bool
		switch {
		case d.t == majorMoves:
			any = b.linkMajor(d, dep, mullahs, allowed)
		case !dep.turned:
			any = b.linkMinor(d, dep, mullahs, allowed)
		default:
			any = b.linkTurned(d, dep, mullahs, allowed)
		}
		if any {
			b.follow(dep)
		}
	}
	return nil
}

// departMen is depart for a pair without Mullahs: its blocks, and those that
// follow, have one position each.
func (b *block) departMen(d departure, dep *dependency) {
	j, x, fr := b.j, b.j.space, b.fr
	var first uint64
	switch {
	case d.t == majorMoves:
		sh := &j.geometry.at(fr.Number, d.piece)[d.to]
		relative := b.view(sh.symmetry).relative &^ b.seen(sh.symmetry, d.captured)
		first, _ = dep.layout.BlockOn(int(sh.number), sh.move(relative))
	case !dep.turned:
		c := b.cut(dep.layout, d.captured)
		set := x.Map(int(c.symmetry), fr.Set&^d.captured)
		minor := x.Map(int(c.symmetry), b.minor&^b.pieces[d.piece].Bit()|d.to.Bit())
		first, _ = dep.layout.BlockOn(int(c.number), x.RelativeOn(set, minor))
	default:
		board := j.game.Board
		major := board.Rotate(b.minor&^b.pieces[d.piece].Bit() | d.to.Bit())
		minor := board.Rotate(fr.Set &^ d.captured)
		number, symmetry := dep.layout.Majors.Find(major)
		if symmetry != 0 {
			major, minor = x.Map(symmetry, major), x.Map(symmetry, minor)
		}
		first, _ = dep.layout.BlockOn(number, x.RelativeOn(major, minor))
	}
	b.best[0] = max(b.best[0], scoreAfter(dep.codes.At(first)))
}

// win records a leap that takes the opponent's last pieces.
func (b *block) win(d departure, allowed []bool) {
	s := scoreAfter(1)
	for own := range b.kinds[d.t] {
		if !d.kinds.has(b.isMullah(d.t, d.piece, own)) || allowed != nil && !allowed[own] {
			continue
		}
		for opp := range b.kinds[1-d.t] {
			b.best[b.at(d.t, own, opp)] = s
		}
	}
}

// follow reads the results at the end of the link.
func (b *block) follow(dep *dependency) {
	l := &b.link
	if narrow := dep.codes.Narrow; narrow != nil {
		for _, a := range l.sides[0] {
			row := b.best[a.kind*b.kinds[1]:]
			base := l.first + a.offset
			for _, k := range l.sides[1] {
				row[k.kind] = max(row[k.kind], scores[narrow[base+k.offset]])
			}
		}
		return
	}
	for _, a := range l.sides[0] {
		row := b.best[a.kind*b.kinds[1]:]
		for _, k := range l.sides[1] {
			row[k.kind] = max(row[k.kind], scoreAfter(dep.codes.At(l.first+a.offset+k.offset)))
		}
	}
}
