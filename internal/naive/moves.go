package naive

import (
	"slices"

	"felli"
)

// A Turn is one legal move with everything that can be said about it.
type Turn struct {
	From     felli.Point
	Paths    [][]felli.Point // every way to play it: the landing points in order
	Captured []felli.Point   // the pieces taken, in rising order; none for a step
	Promotes bool            // the moving man is a Mullah afterwards
	Result   felli.Position  // the position it leads to, the opponent to move
}

// To is where the moving piece ends.
func (t Turn) To() felli.Point { return t.Paths[0][len(t.Paths[0])-1] }

// Moves lists the legal moves in p. It is New(r).Moves(p).
func Moves(r felli.Ruleset, p felli.Position) []Turn { return New(r).Moves(p) }

// Moves lists the legal moves of the side to move in p. Ways of playing that
// leave from the same point and reach the same position are one Turn.
// The cost grows with the number of ways, not only of moves.
func (r *Rules) Moves(p felli.Position) []Turn {
	var leaps, steps []Turn
	on := placementOf(p)
	for i := range r.Board.Points() {
		from := felli.Point(i)
		if on[from].none() || on[from].side != p.ToMove {
			continue
		}
		t := turn{Rules: r, before: on, from: from, side: p.ToMove, kind: on[from].kind}
		leaps = append(leaps, t.leaps()...)
		steps = append(steps, t.steps()...)
	}
	if r.Capture == felli.CaptureCompulsory && len(leaps) > 0 {
		return leaps
	}
	return append(steps, leaps...)
}

// A piece is what stands on a point; the zero value is nothing.
type piece struct {
	side  felli.Side
	kind  felli.Kind
	there bool
}

func (p piece) none() bool { return !p.there }

// A placement is what stands on each point.
type placement [32]piece

func placementOf(p felli.Position) placement {
	var on placement
	for _, side := range []felli.Side{felli.White, felli.Black} {
		for i := range on {
			if p.Men[side].Has(felli.Point(i)) {
				on[i] = piece{side, felli.Man, true}
			}
			if p.Mullahs[side].Has(felli.Point(i)) {
				on[i] = piece{side, felli.Mullah, true}
			}
		}
	}
	return on
}

func (on placement) position(toMove felli.Side) felli.Position {
	p := felli.Position{ToMove: toMove}
	for i, pc := range on {
		switch {
		case pc.none():
		case pc.kind == felli.Man:
			p.Men[pc.side] |= felli.Point(i).Bit()
		default:
			p.Mullahs[pc.side] |= felli.Point(i).Bit()
		}
	}
	return p
}

// A turn is the piece whose moves are being looked for.
type turn struct {
	*Rules
	before placement
	from   felli.Point
	side   felli.Side
	kind   felli.Kind // what it is when the turn begins
}

// steps lists the moves without capture.
func (t turn) steps() []Turn {
	var out []Turn
	for _, a := range t.rays[t.from] {
		if t.kind == felli.Man && t.MenMove == felli.MenForward && !goesForward(t.side, a) {
			continue
		}
		far := t.kind == felli.Mullah && t.travelsFar(a)
		for i, to := range a.points {
			if !t.before[to].none() || i > 0 && !far {
				break
			}
			out = append(out, t.finish(t.kind, []felli.Point{to}, nil))
		}
	}
	return out
}

// finish is the Turn that ends after the last landing point of path, where
// the piece, having taken captured, arrives as a kind. It may be promoted now.
func (t turn) finish(kind felli.Kind, path, captured []felli.Point) Turn {
	to := path[len(path)-1]
	if t.promotes(t.side, to) {
		switch t.Promote {
		case felli.PromoteStop, felli.PromotePass:
			kind = felli.Mullah
		case felli.PromoteSingle:
			if len(captured) < 2 {
				kind = felli.Mullah
			}
		}
	}
	on := t.before
	on[t.from] = piece{}
	for _, p := range captured {
		on[p] = piece{}
	}
	on[to] = piece{t.side, kind, true}

	captured = slices.Clone(captured)
	slices.Sort(captured)
	return Turn{
		From:     t.from,
		Paths:    [][]felli.Point{slices.Clone(path)},
		Captured: captured,
		Promotes: t.kind == felli.Man && kind == felli.Mullah,
		Result:   on.position(t.side.Other()),
	}
}
