package felli

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

const drawnStart = `
5  ●───────●───────●
     ╲     │     ╱
4      ●───●───●
         ╲ │ ╱
3          ·
         ╱ │ ╲
2      ○───○───○
     ╱     │     ╲
1  ○───────○───────○
   a   b   c   d   e
`

const drawnMark = `
5  .-------.-------B
     \     |     /
4      .---.---.
         \ | /
3         [.]
         / | \
2     (W)--.--<b>
     /     |     \
1  w-------w-------.
   a   b   c   d   e
`

const drawnFlip = `
1  .-------w-------w
     \     |     /
2     <b>--.--(W)
         \ | /
3         [.]
         / | \
4      .---.---.
     /     |     \
5  B-------.-------.
   e   d   c   b   a
`

const drawnFetaix = `
5  b---b---b---b---b
   | \ | / | \ | / |
4  b---b---b---b---b
   | / | \ | / | \ |
3  b---b---.---w---w
   | \ | / | \ | / |
2  w---w---w---w---w
   | / | \ | / | \ |
1  w---w---w---w---w
   a   b   c   d   e
`

const drawnTall = `
5  b---b---b
   |\  |  /|
4  | \ b / |
   |  \|/  |
3  .---.---.
   |  /|\  |
2  | / w \ |
   |/  |  \|
1  w---w---w
   a   b   c
`

func TestDraw(t *testing.T) {
	mullah := mustGame(t, "felli-mullah")
	marked := mustFEN(t, mullah, "W:Wa1,c1,Kb2:Bd2,Ke5")
	mark := Move{From: 3, To: 6, Captured: 1 << 5}
	tall := mustCompile(t, Ruleset{Name: "tall", Board: cornerBoard})
	tests := []struct {
		name string
		g    *Game
		p    Position
		o    DrawOptions
		want string
	}{
		{"start", mullah, mullah.Start(), DrawOptions{}, drawnStart},
		{"a marked move", mullah, marked, DrawOptions{ASCII: true, Mark: mark}, drawnMark},
		{"flipped", mullah, marked, DrawOptions{ASCII: true, Mark: mark, Flip: true}, drawnFlip},
		{"Fetaix", mustGame(t, "fetaix"), mustGame(t, "fetaix").Start(), DrawOptions{ASCII: true}, drawnFetaix},
		{"unusual directions", tall, tall.Start(), DrawOptions{ASCII: true}, drawnTall},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want[1:], tt.g.Draw(tt.p, tt.o)); d != "" {
				t.Errorf("Draw(%s) (-want +got)\n%s", tt.g.FEN(tt.p), d)
			}
		})
	}
}

// TestDrawAll: on every board every point shows its piece, at the crossing of
// its rank and file; nothing is wider than 40 columns or ends in a blank; and
// colour changes nothing but colour.
func TestDrawAll(t *testing.T) {
	colours := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, b := range testBoards() {
		g := mustCompile(t, Ruleset{Name: "test", Board: b, Options: Options{Promotion: PromotionRank, Promote: PromoteSingle}})
		contents := []string{"·", "○", "●", "♔", "♚"}
		for turn := range contents {
			var p Position
			content := func(at Point) int { return (int(at) + turn) % len(contents) }
			for at := range Point(b.Points()) {
				switch content(at) {
				case 1, 2:
					p.Men[content(at)-1] |= at.Bit()
				case 3, 4:
					p.Mullahs[content(at)-3] |= at.Bit()
				}
			}
			for _, o := range []DrawOptions{{}, {Flip: true}} {
				text := g.Draw(p, o)
				lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
				files := []rune(lines[len(lines)-1])
				for at := range Point(b.Points()) {
					name := b.PointName(at)
					column := strings.IndexByte(string(files), name[0])
					for _, line := range lines {
						if line[0] == name[1] && string([]rune(line)[column]) != contents[content(at)] {
							t.Errorf("%s: %s isn't %s in\n%s", b.Name, name, contents[content(at)], text)
						}
					}
				}
				for _, line := range lines {
					if utf8.RuneCountInString(line) > 40 || strings.TrimRight(line, " ") != line {
						t.Errorf("%s: line %q is too long or ends in a blank", b.Name, line)
					}
				}
				o.Color = true
				coloured := g.Draw(p, o)
				if coloured == text || colours.ReplaceAllString(coloured, "") != text {
					t.Errorf("%s: colour changes more than colour:\n%s", b.Name, coloured)
				}
			}
		}
	}
}

func TestDrawLegend(t *testing.T) {
	tests := []struct {
		ruleset string
		o       DrawOptions
		want    string
	}{
		{"felli", DrawOptions{}, "○ White  ● Black"},
		{"felli-mullah", DrawOptions{}, "○ White  ● Black  ♔ ♚ Mullahs"},
		{"felli-mullah", DrawOptions{ASCII: true}, "w White  b Black  W B Mullahs"},
	}
	for _, tt := range tests {
		if got := mustGame(t, tt.ruleset).DrawLegend(tt.o); got != tt.want {
			t.Errorf("%s: DrawLegend(%v) = %q, want %q", tt.ruleset, tt.o, got, tt.want)
		}
	}
}
