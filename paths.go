package felli

// A pathFinder looks for the ways in which one capturing move can be played:
// the landing points of its chain. It walks chains as AppendLeaps does, but
// leaps only over what the move takes.
type pathFinder struct {
	g          *Game
	side       Side
	own, enemy Mask // without the moving piece
	born       Kind // what the piece is before the move
	move       Move
	want       []Point // landings the path must name in this order, the last being its end; or nil
	lead       []Point // the landings the path must begin with, or nil
	path       []Point
	dead       map[pathLink]bool // where no way leads to the move's end
}

type pathLink struct {
	chainLink
	named int // how many of want have been passed
}

func (g *Game) newPathFinder(p Position, m Move, want []Point) *pathFinder {
	s := p.ToMove
	return &pathFinder{
		g: g, side: s, own: p.Pieces(s) &^ m.From.Bit(), enemy: p.Pieces(s.Other()),
		born: p.kindAt(s, m.From), move: m, want: want,
	}
}

// find returns the alphabetically smallest path, without the origin, that
// plays the move and names want; it is nil when there is none.
func (f *pathFinder) find() []Point {
	if !f.extend(f.move.From, f.born, 0, 0) {
		return nil
	}
	return f.path
}

// extend tries to go on from at to the move's end, smallest landing first.
func (f *pathFinder) extend(at Point, kind Kind, captured Mask, named int) bool {
	if captured == f.move.Captured {
		return at == f.move.To && named == len(f.want) &&
			f.g.promotes(f.side, f.born, kind, at, captured.Len()) == f.move.Promotes
	}
	link := pathLink{chainLink{captured, at, kind}, named}
	if f.dead[link] {
		return false
	}
	reach, over := f.leaps(at, kind, captured)
	for _, to := range f.g.Board.byName {
		if depth := len(f.path); !reach.Has(to) || depth < len(f.lead) && f.lead[depth] != to {
			continue
		}
		next := named
		if named < len(f.want) && f.want[named] == to {
			next++
		}
		f.path = append(f.path, to)
		if f.extend(to, f.g.landed(f.side, kind, to), captured|over[to], next) {
			return true
		}
		f.path = f.path[:len(f.path)-1]
	}
	if f.dead == nil {
		f.dead = map[pathLink]bool{}
	}
	f.dead[link] = true
	return false
}

// leaps is where the piece can land next on its way, and what it takes by
// landing there: from one point each landing lies behind one enemy.
func (f *pathFinder) leaps(at Point, kind Kind, captured Mask) (reach Mask, over [maxPoints]Mask) {
	occupied, takeable := f.g.standing(f.own, f.enemy, captured)
	ways := &f.g.leaps[f.side][kind][at]
	for m := ways.over & takeable & f.move.Captured; m != 0; m &= m - 1 {
		enemy := m.First()
		landings := ways.landings(at, enemy, occupied)
		reach |= landings
		for ; landings != 0; landings &= landings - 1 {
			over[landings.First()] = enemy.Bit()
		}
	}
	return reach, over
}
