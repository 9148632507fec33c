package query

import (
	"fmt"
	"strings"

	"felli/index"
)

// ByMaterial says for people what the slices amount to by material, a sentence
// for each slice and its twin: "2 Mullahs against 1 Mullah, the stronger side
// to move: 6,856 won, 44 drawn; the weaker: 956 won, 3,972 lost, 1,972 drawn".
// Counts are of raw positions.
func ByMaterial(st *Statistics) []string {
	rows := map[index.Slice]*SliceStats{}
	for i := range st.Slices {
		rows[st.Slices[i].Material] = &st.Slices[i]
	}
	var lines []string
	for i := range st.Slices {
		s := st.Slices[i].Material
		twin := rows[s.Twin()]
		if twin != nil && !s.MajorToMove() {
			continue // told with its twin
		}
		text := side(s.Men, s.Mullahs) + " against " + side(s.OppMen, s.OppMullahs)
		switch {
		case s == s.Twin():
			text += ": " + outcomes(st.Slices[i].Raw)
		case twin == nil:
			text += ", the first to move: " + outcomes(st.Slices[i].Raw)
		default:
			text += ", the stronger side to move: " + outcomes(st.Slices[i].Raw) + "; the weaker: " + outcomes(twin.Raw)
		}
		lines = append(lines, text)
	}
	return lines
}

func side(men, mullahs int) string {
	switch {
	case mullahs == 0:
		return plural(men, "man", "men")
	case men == 0:
		return plural(mullahs, "Mullah", "Mullahs")
	default:
		return plural(men, "man", "men") + " and " + plural(mullahs, "Mullah", "Mullahs")
	}
}

func outcomes(c index.Counts) string {
	var parts []string
	for _, o := range []struct {
		n    uint64
		what string
	}{{c.Win, "won"}, {c.Loss, "lost"}, {c.Draw, "drawn"}} {
		if o.n > 0 {
			parts = append(parts, Grouped(o.n)+" "+o.what)
		}
	}
	if len(parts) == 0 {
		return "no position"
	}
	return strings.Join(parts, ", ")
}

// Grouped prints n with a comma between thousands: "661,671,920".
func Grouped(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
