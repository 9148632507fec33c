package naive

import (
	"slices"
	"strings"
	"testing"

	"felli"
)

// ruleset is the named ruleset with overrides, as people write it. It is read
// here, not by the root package, which is among the things under test.
func ruleset(tb testing.TB, text string) felli.Ruleset {
	tb.Helper()
	fields := strings.Split(text, ",")
	for _, r := range felli.Rulesets() {
		if r.Name != fields[0] {
			continue
		}
		for _, override := range fields[1:] {
			name, value, _ := strings.Cut(override, "=")
			i := slices.IndexFunc(felli.OptionSpecs(), func(s felli.OptionSpec) bool { return s.Name == name })
			if i < 0 || !felli.OptionSpecs()[i].Set(&r.Options, value) {
				tb.Fatalf("ruleset %q: no option %q", text, override)
			}
		}
		return r
	}
	tb.Fatalf("no ruleset %q", text)
	return felli.Ruleset{}
}

// position reads a FEN in printed form: "W:Wa1,Kb2:Bc3".
func position(tb testing.TB, b *felli.Board, fen string) felli.Position {
	tb.Helper()
	parts := strings.Split(fen, ":")
	if len(parts) != 3 || parts[1][:1] != "W" || parts[2][:1] != "B" {
		tb.Fatalf("FEN %q: not in printed form", fen)
	}
	var p felli.Position
	if parts[0] == "B" {
		p.ToMove = felli.Black
	}
	for side, list := range parts[1:] {
		for _, name := range strings.Split(list[1:], ",") {
			if name == "" {
				continue
			}
			point, ok := b.Point(strings.TrimPrefix(name, "K"))
			if !ok {
				tb.Fatalf("FEN %q: no point %q", fen, name)
			}
			if name[0] == 'K' {
				p.Mullahs[side] |= point.Bit()
			} else {
				p.Men[side] |= point.Bit()
			}
		}
	}
	return p
}

// fen prints p.
func fen(b *felli.Board, p felli.Position) string {
	var s strings.Builder
	s.WriteByte("WB"[p.ToMove])
	for side := range p.Men {
		s.WriteByte(':')
		s.WriteByte("WB"[side])
		for i, comma := 0, ""; i < b.Points(); i++ {
			point := felli.Point(i)
			switch {
			case p.Men[side].Has(point):
				s.WriteString(comma + b.PointName(point))
			case p.Mullahs[side].Has(point):
				s.WriteString(comma + "K" + b.PointName(point))
			default:
				continue
			}
			comma = ","
		}
	}
	return s.String()
}

// notations are the ways to write t, in alphabetical order.
func notations(b *felli.Board, t Turn) []string {
	between := "-"
	if len(t.Captured) > 0 {
		between = "x"
	}
	var out []string
	for _, path := range t.Paths {
		text := b.PointName(t.From)
		for _, p := range path {
			text += between + b.PointName(p)
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

// written lists turns by their notation, "=" between the ways to write one.
func written(b *felli.Board, turns []Turn) []string {
	var out []string
	for _, t := range turns {
		text := strings.Join(notations(b, t), "=")
		if t.Promotes {
			text += "K"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}
