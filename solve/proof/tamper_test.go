package proof

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"felli"
	"felli/internal/testgame"
	"felli/solve/proof/check"
)

// forged answers like the tables, but for one position.
type forged struct {
	check.Prober
	at    string
	value felli.Result
	game  *felli.Game
}

func (f forged) Probe(p felli.Position) (felli.Result, error) {
	if f.game.FEN(f.game.Normalise(p)) == f.at {
		return f.value, nil
	}
	return f.Prober.Probe(p)
}

// asked remembers the positions that were looked up.
type asked struct {
	check.Prober
	game *felli.Game
	fens map[string]felli.Result
}

func (a asked) Probe(p felli.Position) (felli.Result, error) {
	r, err := a.Prober.Probe(p)
	a.fens[a.game.FEN(a.game.Normalise(p))] = r
	return r, err
}

// certificates makes some of every claim.
func certificates(t *testing.T, text string, pieces, of int) (*Leaves, []*check.Certificate) {
	t.Helper()
	x, tables := testgame.Solved(t, text, pieces)
	l := leaves(t, x, tables, pieces)
	pr, err := NewProver(l, Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var list []*check.Certificate
	have := map[check.Claim]int{}
	for len(list) < 8 {
		p := randomPosition(rng, x.Game(), of)
		for _, question := range []check.Claim{check.Win, check.Loss} {
			c, err := pr.Ask(context.Background(), p, question)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Keys) > 3 && len(c.Keys) < 60 && have[c.Claim] < 2 {
				have[c.Claim]++
				list = append(list, c.Certificate)
			}
		}
	}
	return l, list
}

func clone(c *check.Certificate) *check.Certificate {
	d := *c
	d.Keys = append([]uint64(nil), c.Keys...)
	d.Moves = append([]uint16(nil), c.Moves...)
	d.Bounds = append([]uint32(nil), c.Bounds...)
	return &d
}

// refused checks that a certificate is refused with an error that names a
// position.
func refused(t *testing.T, c *check.Certificate, prober check.Prober, digest [32]byte, what string) {
	t.Helper()
	err := check.Check(context.Background(), c, prober, digest, 2)
	var bad *check.Error
	if !errors.As(err, &bad) || !errors.Is(err, felli.ErrCorrupt) {
		t.Fatalf("%s: Check: %v, want an *Error", what, err)
	}
	if _, err := c.Game.ParseFEN(bad.FEN); err != nil || !strings.Contains(bad.Error(), bad.FEN) {
		t.Fatalf("%s: the error names no position: %v", what, bad)
	}
}

// A certificate with anything changed is refused. A changed move may be right
// by chance, so all other moves are tried and at least one must be refused.
func TestTamperedCertificatesAreRefused(t *testing.T) {
	for _, text := range []string{"felli", "fetaix"} {
		t.Run(text, func(t *testing.T) {
			pieces, of := 5, 9
			if text == "fetaix" {
				pieces, of = 3, 5
			}
			l, list := certificates(t, text, pieces, of)
			for _, c := range list {
				tamper(t, l, c)
			}
		})
	}
}

func tamper(t *testing.T, l *Leaves, c *check.Certificate) {
	t.Helper()
	look := asked{l, l.game, map[string]felli.Result{}}
	if err := check.Check(context.Background(), c, look, l.Digest(), 1); err != nil {
		t.Fatal(err)
	}
	other := l.Digest()
	other[5] ^= 1
	refused(t, c, l, other, "other tables")

	for i := range c.Keys {
		d := clone(c)
		d.Keys = append(d.Keys[:i], d.Keys[i+1:]...)
		d.Moves = append(d.Moves[:i], d.Moves[i+1:]...)
		if d.Claim.Wins() {
			d.Bounds = append(d.Bounds[:i], d.Bounds[i+1:]...)
		}
		refused(t, d, l, l.Digest(), "one position removed")
		if i == 8 {
			break
		}
	}
	changed := 0
	for i := range c.Moves {
		for m := range uint16(12) {
			d := clone(c)
			d.Moves[i] = m
			if m != c.Moves[i] && check.Check(context.Background(), d, l, l.Digest(), 1) != nil {
				refused(t, d, l, l.Digest(), "one move changed")
				changed++
			}
		}
		if c.Claim.Wins() {
			d := clone(c)
			d.Bounds[i] = 0
			refused(t, d, l, l.Digest(), "one bound changed")
		}
		if i == 8 {
			break
		}
	}
	if changed == 0 {
		t.Errorf("no changed move of %s is refused", c.Game.FEN(c.Root))
	}
	tried := 0
	for fen, r := range look.fens {
		r.Value = r.Value.Negate()
		if r.Value == felli.Draw {
			for _, r.Value = range []felli.Value{felli.Win, felli.Loss} {
				tried += refuse1(c, l, forged{l, fen, r, l.game})
			}
			continue
		}
		tried += refuse1(c, l, forged{l, fen, r, l.game})
	}
	if tried == 0 && len(look.fens) > 0 {
		t.Errorf("no changed leaf of %s is refused", c.Game.FEN(c.Root))
	}
	bytesSurvive(t, l, c)
}

func refuse1(c *check.Certificate, l *Leaves, f forged) int {
	err := check.Check(context.Background(), c, f, l.Digest(), 1)
	if err != nil && strings.Contains(err.Error(), "W:") {
		return 1
	}
	return 0
}

// bytesSurvive writes and reads a certificate, and damages its bytes.
func bytesSurvive(t *testing.T, l *Leaves, c *check.Certificate) {
	t.Helper()
	b, err := c.Append([]byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	b = append(b[len("before"):], "behind"...)
	d, rest, err := check.Decode(b)
	if err != nil || string(rest) != "behind" {
		t.Fatalf("Decode: %v, rest %q", err, rest)
	}
	if err := check.Check(context.Background(), d, l, l.Digest(), 1); err != nil {
		t.Fatal(err)
	}
	b = b[:len(b)-len("behind")]
	for i := range b {
		damaged := bytes.Clone(b)
		damaged[i] ^= 0x11
		if _, _, err := check.Decode(damaged); !errors.Is(err, felli.ErrCorrupt) {
			t.Fatalf("byte %d changed: Decode: %v, want ErrCorrupt", i, err)
		}
		if _, _, err := check.Decode(b[:i]); !errors.Is(err, felli.ErrCorrupt) {
			t.Fatalf("cut at %d: Decode: %v, want ErrCorrupt", i, err)
		}
	}
}
