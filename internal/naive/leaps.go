package naive

import (
	"slices"

	"felli"
)

// A leap is one jump of a chain.
type leap struct {
	over, to felli.Point
}

// leaps lists the moves that capture, each once with all its paths.
func (t turn) leaps() []Turn {
	on := t.before
	on[t.from] = piece{} // it counts as empty during the chain
	var out []Turn
	known := map[felli.Position]int{} // where in out, by resulting position
	for _, way := range t.chains(on, t.kind, t.from, nil, nil) {
		i, ok := known[way.Result]
		if !ok {
			known[way.Result] = len(out)
			out = append(out, way)
			continue
		}
		out[i].Paths = append(out[i].Paths, way.Paths...)
	}
	return out
}

// chains lists every way to go on leaping from the point at, as a piece of the
// given kind that came along path and has taken captured. A way may be listed
// again with another path. It lists nothing if the piece can't leap.
func (t turn) chains(on placement, kind felli.Kind, at felli.Point, path, captured []felli.Point) []Turn {
	var out []Turn
	for _, l := range t.leapsFrom(on, kind, at, captured) {
		after := on
		if t.Removal == felli.RemovalImmediate {
			after[l.over] = piece{}
		}
		kind := kind
		if t.Promote == felli.PromotePass && t.promotes(t.side, l.to) {
			kind = felli.Mullah
		}
		path := append(slices.Clone(path), l.to)
		captured := append(slices.Clone(captured), l.over)

		var further []Turn
		if t.Chain != felli.ChainSingle {
			further = t.chains(after, kind, l.to, path, captured)
		}
		out = append(out, further...)
		if len(further) == 0 || t.Chain == felli.ChainOptional {
			out = append(out, t.finish(kind, path, captured))
		}
	}
	return out
}

// leapsFrom lists the single leaps that a piece of the given kind has from at.
// Pieces in captured can't be leapt, even if they still stand.
func (t turn) leapsFrom(on placement, kind felli.Kind, at felli.Point, captured []felli.Point) []leap {
	var out []leap
	for _, a := range t.rays[at] {
		if kind == felli.Man && t.MenCapture == felli.MenForward && !goesForward(t.side, a) {
			continue
		}
		far := kind == felli.Mullah && t.MullahCapture == felli.MullahLong && t.travelsFar(a)
		out = append(out, t.leapsAlong(on, a.points, far, captured)...)
	}
	return out
}

// leapsAlong lists the leaps over the first piece among points. Unless far,
// that piece must be the nearest point, and the landing the next one.
func (t turn) leapsAlong(on placement, points []felli.Point, far bool, captured []felli.Point) []leap {
	first := 0
	for far && first < len(points) && on[points[first]].none() {
		first++
	}
	if first == len(points) {
		return nil
	}
	over := points[first]
	if on[over].none() || on[over].side == t.side || slices.Contains(captured, over) {
		return nil
	}
	var out []leap
	for i, to := range points[first+1:] {
		if !on[to].none() || i > 0 && !far {
			break
		}
		out = append(out, leap{over, to})
	}
	return out
}
