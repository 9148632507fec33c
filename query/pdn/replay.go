package pdn

import (
	"slices"
	"strings"

	"felli"
)

// Replay plays the game and its variations on a board of g: from the position
// of the tag FEN, else from the start. It fills the positions and moves in, and
// gives every move its canonical text. Where the game is over on the board it
// sets a result that isn't known; it keeps any other, as players resign.
//
// The error is a *[GameError]; the game is then of no more use.
func (x *Game) Replay(g *felli.Game) error {
	start := g.Start()
	if text, ok := x.Tag("FEN"); ok && strings.TrimSpace(text) != "" && strings.TrimSpace(text) != "?" {
		var err error
		if start, err = g.ParsePosition(strings.TrimSpace(text)); err != nil {
			return x.fault(err)
		}
	}
	x.Rules = g
	end, err := x.replay(&x.Moves, start, 0)
	if err != nil {
		return err
	}
	x.End = end
	if x.Result == Unfinished {
		x.Result = x.OnBoard()
	}
	return nil
}

func (x *Game) replay(m *Moves, p felli.Position, ply int) (felli.Position, error) {
	for i := range m.Plies {
		y := &m.Plies[i]
		move, err := ParseMove(x.Rules, p, y.Text)
		if err != nil {
			return p, &GameError{
				Game: x.Number, FileLine: y.FileLine, Players: x.players(),
				Ply: ply + i + 1, Side: p.ToMove, Move: y.Text, Legal: legal(x.Rules, p), Err: err,
			}
		}
		y.Before, y.Move, y.Text = p, move, x.Rules.MoveString(p, move)
		for j := range y.Variations {
			if _, err := x.replay(&y.Variations[j], p, ply+i); err != nil {
				return p, err
			}
		}
		p = x.Rules.Play(p, move)
	}
	return p, nil
}

// legal prints the legal moves.
func legal(g *felli.Game, p felli.Position) []string {
	var texts []string
	for _, m := range g.Moves(p) {
		texts = append(texts, g.MoveString(p, m))
	}
	slices.Sort(texts)
	return texts
}
