package felli

import (
	"errors"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name, ruleset string
		p             Position
		want          string // part of the message; empty if all is well
		at            Point
	}{
		{"empty board", "felli", Position{}, "", 0},
		{"the side to move has none", "felli", Position{Men: [2]Mask{0, 1}}, "", 0},
		{"a man on the far rank may stay one", "felli-mullah", Position{Men: [2]Mask{1 << 12, 1}}, "", 0},
		{"no side to move", "felli", Position{ToMove: 2}, "side to move 2, want White (0) or Black (1)", NoPoint},
		{"off the board", "felli", Position{Men: [2]Mask{1 << 13, 1}}, "point number 13 is off the felli board, want 0 to 12", NoPoint},
		{"two men on a point", "felli", Position{Men: [2]Mask{1, 1}}, "point a1 holds two pieces", 0},
		{"a man and a Mullah on a point", "felli-mullah", Position{Men: [2]Mask{2, 1}, Mullahs: [2]Mask{2, 0}}, "point c1 holds two pieces", 1},
		{"a Mullah without promotion", "felli", Position{Men: [2]Mask{2, 1}, Mullahs: [2]Mask{0, 4}}, "Black Mullah Ke1, but felli has no Mullahs (promotion=none): write e1", 2},
		{"a man where none can stand", "felli-bouhajbane", Position{Men: [2]Mask{1 << 10, 2}}, "White man on a5, where no man can stand: it is promoted there (promotion=corners, promote=stop), write Ka5", 10},
		{"too many", "felli", Position{Men: [2]Mask{1, 0xfe}}, "Black has 7 pieces, want at most 6", NoPoint},
		{"the opponent has none", "felli", Position{Men: [2]Mask{1, 0}}, "the game ended a turn earlier, with Black to move and lost (B:Wa1:B)", NoPoint},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := mustGame(t, tt.ruleset).Check(tt.p)
			if tt.want == "" {
				if err != nil {
					t.Errorf("Check(%v): %v, want no error", tt.p, err)
				}
				return
			}
			var position *PositionError
			if !errors.As(err, &position) || !errors.Is(err, ErrInput) || errors.Is(err, ErrCorrupt) {
				t.Fatalf("Check(%v) = %v, want a PositionError", tt.p, err)
			}
			if !strings.Contains(err.Error(), tt.want) || position.Point != tt.at {
				t.Errorf("Check(%v) = %q about point %d, want %q about %d", tt.p, err, position.Point, tt.want, tt.at)
			}
		})
	}
}
