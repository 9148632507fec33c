package proof

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// A comparison asks for the values of random positions with at least and at
// most so many pieces, leaning on tables of fewer, and compares them with what
// tables of all of them say.
type comparison struct {
	ruleset     string
	pieces      int // of the tables to lean on
	least, most int // pieces of the positions
	count       int // positions
	short       int // positions with -short; 0: leave it out
	workers     int
	memory      uint64
	evenly      bool // as many won, drawn and lost ones, if need be by trying on
}

// Proofs give what whole tables say, and their certificates hold.
func TestProofsAgreeWithTables(t *testing.T) {
	for _, c := range []comparison{
		{ruleset: "felli", pieces: 6, least: 7, most: 12, count: 300, short: 40, workers: 1},
		{ruleset: "felli-compulsory", pieces: 6, least: 7, most: 12, count: 300, short: 60, workers: 2},
		{ruleset: "felli,stalemate=draw", pieces: 6, least: 7, most: 12, count: 100, short: 20, workers: 1},
		{ruleset: "felli,chain=optional", pieces: 4, least: 5, most: 12, count: 100, short: 10, workers: 2},
		{ruleset: "fetaix", pieces: 3, least: 4, most: 4, count: 2000, short: 200, workers: 1},
		{ruleset: "fetaix", pieces: 3, least: 4, most: 4, count: 300, workers: 2, evenly: true},
		{ruleset: "fetaix", pieces: 4, least: 5, most: 5, count: 2000, workers: 2},
		{ruleset: "fetaix,men-capture=any,promote=pass", pieces: 4, least: 5, most: 5, count: 2000, workers: 2},
		{ruleset: "fetaix-draughts,stalemate=draw", pieces: 4, least: 5, most: 5, count: 2000, workers: 2},
		{ruleset: "fetaix,chain=optional", pieces: 3, least: 4, most: 4, count: 2000, short: 100, workers: 1},
		{ruleset: "fetach", pieces: 2, least: 3, most: 3, count: 100, short: 20, workers: 2},
	} {
		c.memory = 4 << 20
		t.Run(c.String(), func(t *testing.T) {
			if testing.Short() {
				if c.count = c.short; c.short == 0 {
					t.Skip("long")
				}
			}
			c.run(t)
		})
	}
}

// The same for 2,000 positions each, with two pieces more than the tables in
// Fetaix, and up to six in Felli. The values come in equal shares, so a third
// of the positions are drawn: endings with Mullahs that go round in circles.
func TestProofsAgreeInFull(t *testing.T) {
	if os.Getenv("FELLI_ACCEPTANCE") == "" {
		t.Skip("takes minutes; set FELLI_ACCEPTANCE=1")
	}
	for _, c := range []comparison{
		{ruleset: "felli"},
		{ruleset: "felli-compulsory"},
		{ruleset: "felli-mullah"},
		{ruleset: "fetaix"},
		{ruleset: "fetaix,men-capture=any,promote=pass"},
		{ruleset: "fetaix-draughts,stalemate=draw"},
		{ruleset: "fetaix,chain=optional"},
	} {
		c.pieces, c.least, c.most = 6, 7, 12
		if testgame.Game(t, c.ruleset).Board.MaxPieces > 6 {
			c.pieces, c.least, c.most = 4, 5, 6
		}
		c.count, c.workers, c.memory, c.evenly = 2000, 2, 512<<20, true
		t.Run(c.String(), c.run)
	}
}

func (c comparison) String() string {
	name := fmt.Sprintf("%s/%d-%d", c.ruleset, c.least, c.most)
	if c.evenly {
		name += "-evenly"
	}
	return name
}

func (c comparison) run(t *testing.T) {
	t.Helper()
	x, tables := testgame.Solved(t, c.ruleset, c.most)
	truth, l := leaves(t, x, tables, c.most), leaves(t, x, tables, c.pieces)
	pr, err := NewProver(l, Options{Memory: c.memory, Workers: c.workers})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	values := map[felli.Value]int{}
	repaired := 0
	for i := range c.count {
		wanted := felli.Unknown
		if c.evenly {
			wanted = []felli.Value{felli.Win, felli.Draw, felli.Loss}[i%3]
		}
		p, want := c.position(t, rng, x, truth, wanted)
		got, n := proveBoth(t, pr, l, p)
		repaired += n
		if got != want {
			t.Fatalf("%s: proved a %v, the tables say %v", x.Game().FEN(p), got, want)
		}
		values[want]++
		if c.evenly && i%100 == 99 {
			t.Logf("%d positions, %d nodes, %d withdrawn", i+1, pr.Nodes(), repaired)
		}
	}
	t.Logf("%d won, %d drawn, %d lost; %d nodes, %d withdrawn from closed sets",
		values[felli.Win], values[felli.Draw], values[felli.Loss], pr.Nodes(), repaired)
}

// position is a random position and its value, which is the one wanted unless
// that is Unknown.
func (c comparison) position(t *testing.T, rng *rand.Rand, x *index.Space, truth *Leaves, wanted felli.Value) (felli.Position, felli.Value) {
	t.Helper()
	for {
		p := randomPosition(rng, x.Game(), c.least+rng.IntN(c.most-c.least+1))
		r, err := truth.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if wanted == felli.Unknown || r.Value == wanted {
			return p, r.Value
		}
	}
}
