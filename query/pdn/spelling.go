package pdn

import (
	"strings"

	"felli"
)

// ParseMove reads a legal move of p as [felli.Game.ParseMove] does, and more
// liberally: with points in capitals, with ":" or "×" for a capture and any
// dash for a step, with "-" for a capture, and without any separator.
func ParseMove(g *felli.Game, p felli.Position, text string) (felli.Move, error) {
	m, err := g.ParseMove(p, text)
	if err == nil {
		return m, nil
	}
	liberal := strings.TrimRight(spelling.Replace(strings.ToLower(text)), "!?")
	if !strings.ContainsAny(liberal, "-x") && len(liberal) > 2 && len(liberal)%2 == 0 {
		var points []string
		for i := 0; i < len(liberal); i += 2 {
			points = append(points, liberal[i:i+2])
		}
		liberal = strings.Join(points, "-")
	}
	if m, other := g.ParseMove(p, liberal); other == nil {
		return m, nil
	} else if liberal != text {
		err = other // says more than that the spelling is odd
	}
	if m, err := g.ParseMove(p, strings.ReplaceAll(liberal, "-", "x")); err == nil {
		return m, nil
	}
	return felli.Move{}, err
}

var spelling = strings.NewReplacer(" ", "", "\t", "", ":", "x", "×", "x", "–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-")
