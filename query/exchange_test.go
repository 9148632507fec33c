package query

import (
	"math/rand/v2"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// anyTables have any values, the same ones each time.
type anyTables struct{}

func (anyTables) Code(s index.Slice, i uint64) (felli.Code, error) {
	h := (i + uint64(s.Men*7+s.Mullahs*31+s.OppMen*101+s.OppMullahs*1009)) * 0x9e3779b97f4a7c15
	return felli.Code(h>>32) % 41, nil
}

// plainExchange plays out all captures of p, whatever comes of them.
func plainExchange(t *testing.T, pr *Prober, p felli.Position) felli.Code {
	t.Helper()
	if !pr.derives || p.Pieces(p.ToMove) == 0 || !pr.game.CanCapture(p) {
		c, err := pr.code(p)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	var best choice
	for _, m := range pr.game.Moves(p) {
		best.add(plainExchange(t, pr, pr.game.Play(p, m)))
	}
	return best.code()
}

// The bounds of exchange change nothing: over tables of any values, true or
// not, it gives what playing out all captures gives.
func TestExchangeIsPlainExchange(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, ruleset := range []string{"felli-compulsory", "felli-mullah", "fetaix", "fetaix,chain=optional,promote=pass", "fetaix-draughts", "fetaix,promote=single,removal=deferred"} {
		x := testgame.Space(t, ruleset)
		g := x.Game()
		pr := NewProber(x, anyTables{})
		compared := 0
		for range 3000 {
			p := testgame.Somewhere(x, 8, rng)
			if !g.CanCapture(p) {
				continue
			}
			compared++
			got, err := pr.code(p)
			if want := plainExchange(t, pr, p); err != nil || got != want {
				t.Fatalf("%s: %s has code %d, %v, want %d", ruleset, g.FEN(p), got, err, want)
			}
		}
		if compared < 200 {
			t.Errorf("%s: only %d positions with captures", ruleset, compared)
		}
	}
}

func TestGrades(t *testing.T) {
	for c := range felli.Code(1000) {
		g := gradeOf(c)
		if g.code() != c || g.before().after() != g {
			t.Errorf("code %d: grade %d, back %d, before and after %d", c, g, g.code(), g.before().after())
		}
		if want := c.Result().Before(); g.before().code().Result() != want {
			t.Errorf("before code %d: %v, want %v", c, g.before().code().Result(), want)
		}
		for d := range c {
			if better := c.Result().Better(d.Result()); better != (g > gradeOf(d)) {
				t.Errorf("code %d better than %d: %v, its grade says the opposite", c, d, better)
			}
		}
	}
}
