package annotate

import (
	"fmt"
	"strings"

	"felli"
	"felli/query"
	"felli/query/pdn"
)

// prefix begins every comment of ours, so that a game annotated before isn't
// annotated twice.
const prefix = "felli: "

// listed is how many best moves a comment names.
const listed = 3

// Annotate writes the values, marks and best moves into the game as comments,
// and a summary before the first move. It takes out what an earlier run wrote,
// and leaves the words and signs of people alone, except that a mistake gets
// its sign. Variations are left as they are.
func (r *Report) Annotate() {
	m := &r.Game.Moves
	m.Lead = append(others(m.Lead), prefix+r.Summary())
	for i := range m.Plies {
		y := &m.Plies[i]
		if glyph := r.Plies[i].Mark.Glyph(); glyph != "" {
			y.Glyph = glyph
		}
		y.Comments = append(others(y.Comments), prefix+r.Plies[i].Words())
	}
}

// others are the comments that people wrote.
func others(comments []string) []string {
	var list []string
	for _, c := range comments {
		if !strings.HasPrefix(c, prefix) {
			list = append(list, c)
		}
	}
	return list
}

// Summary counts the moves of both sides in one line.
func (r *Report) Summary() string {
	var sides []string
	for s, t := range r.Tally {
		if t.Moves > 0 {
			sides = append(sides, felli.Side(s).String()+" "+t.String())
		}
	}
	if len(sides) == 0 {
		return "no moves"
	}
	return strings.Join(sides, "; ")
}

// String is a tally in words, such as "9 moves: 7 best, 1 slower, 1 mistake".
func (t Tally) String() string {
	text := query.Count(t.Moves, "move", "moves") + ":"
	for _, part := range []struct {
		n          int
		one, plain string
	}{{t.Best, "", "best"}, {t.Slower, "", "slower"}, {t.Mistakes, "mistake", ""}, {t.Blunders, "blunder", ""}, {t.Unknown, "", "unknown"}} {
		switch {
		case part.n == 0:
		case part.one != "":
			text += " " + query.Count(part.n, part.one, part.one+"s") + ","
		default:
			text += fmt.Sprintf(" %d %s,", part.n, part.plain)
		}
	}
	return strings.TrimRight(text, ",:")
}

// Words say what the move did: the value before and after it, and what was
// wrong. "White wins in 25 -> 24", "draw -> Black wins in 18. A draw thrown
// away; best c2-c3".
func (p *Ply) Words() string {
	text := p.course()
	switch p.Mark {
	case Mistake:
		what := "A draw thrown away"
		if p.Before.Value == felli.Win {
			what = "A win thrown away"
		}
		return text + ". " + what + "; " + p.bestMoves()
	case Blunder:
		return text + ". A win turned into a loss; " + p.bestMoves()
	case Slower:
		late := int(p.After.DTW) - int(p.Before.DTW)
		if late > 0 {
			return fmt.Sprintf("%s. Wins %d plies later; %s", text, late, p.bestMoves())
		}
		return fmt.Sprintf("%s. Loses %d plies sooner; %s", text, -late, p.bestMoves())
	case Unmarked, Best:
	}
	return text
}

// course is the value before and after the move.
func (p *Ply) course() string {
	before, after := said(p.Side, p.Before), said(p.Side.Other(), then(p.After))
	switch {
	case p.After.Value == felli.Win && p.After.DTW == 1:
		return before + " -> won"
	case p.Before.Value == p.After.Value && (p.Before.Value == felli.Win || p.Before.Value == felli.Loss):
		_, distance, _ := strings.Cut(query.Brief(then(p.After)), " in ")
		return before + " -> " + distance
	case before == after:
		return before
	}
	return before + " -> " + after
}

// then is the value of the position after a move that gets r, for the opponent.
func then(r felli.Result) felli.Result {
	if r.Value == felli.Win || r.Value == felli.Loss {
		r.Value, r.DTW = r.Value.Negate(), r.DTW-1
	}
	return r
}

// said names the winner: r is for s.
func said(s felli.Side, r felli.Result) string {
	if r.Value == felli.Loss {
		s = s.Other()
	} else if r.Value != felli.Win {
		return r.Value.String()
	}
	_, distance, _ := strings.Cut(query.Brief(r), " in ")
	return fmt.Sprintf("%s wins in %s", s, distance)
}

func (p *Ply) bestMoves() string {
	text := "best " + strings.Join(p.Best[:min(listed, len(p.Best))], ", ")
	if more := len(p.Best) - listed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Heading names a game for people: "game 2: Aziza - Brahim, 1-0, felli-mullah".
func (r *Report) Heading() string {
	x := r.Game
	text := x.Player(felli.White) + " - " + x.Player(felli.Black)
	if x.Number > 0 {
		text = fmt.Sprintf("Game %d: %s", x.Number, text)
	}
	if x.Result != pdn.Unfinished {
		text += ", " + x.Result
	}
	return text + ", " + x.Rules.String()
}
