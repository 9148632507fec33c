package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"

	"felli"
	"felli/index"
	"felli/solve/proof/check"
	"felli/store"
)

func TestLab(t *testing.T) {
	if os.Getenv("LAB") == "" {
		t.Skip()
	}
	_ = context.Background
	labEnv()
	r, err := felli.ParseRuleset(os.Getenv("LAB"))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := felli.NewGame(r)
	x := index.NewSpace(g)
	st, err := store.Open("/tmp/e/db")
	if err != nil {
		t.Fatal(err)
	}
	tb, err := st.Tablebase(x)
	if err != nil {
		t.Fatal(err)
	}
	pieces := 5
	fmt.Sscan(os.Getenv("PIECES"), &pieces)
	l, err := NewLeaves(x, tb, pieces)
	if err != nil {
		t.Fatal(err)
	}
	packer, _ := check.NewPacker(g)
	mem := newMemo(1 << 30)
	for _, attacker := range []felli.Side{felli.White, felli.Black} {
		begin := time.Now()
		s := &search{game: g, packer: packer, leaves: l, memo: mem, attacker: attacker}
		tick := begin
		s.stop = func() bool {
			if time.Since(tick) > 10*time.Second {
				tick = time.Now()
				fmt.Printf("  %v nodes %dk depth %d\n", time.Since(begin).Round(time.Second), s.nodes/1000, s.deepest)
			}
			return time.Since(begin) > time.Duration(labSeconds())*time.Second
		}
		n := s.run(g.Start())
		fmt.Printf("%s attacker %v: %v stopped %v nodes %d in %v, leaves %d MB deepest %d err %v cpu %.1f\n", os.Getenv("LAB"), attacker, n, s.stopped, s.nodes, time.Since(begin), l.Bytes()>>20, s.deepest, l.Err(), cpu())
	}
}

func labSeconds() int {
	n := 150
	fmt.Sscan(os.Getenv("LABSECONDS"), &n)
	return n
}

func labEnv() {
	for _, v := range []struct {
		name string
		to   *int
	}{{"K", &labK}, {"M", &labM}, {"B", &labBase}, {"C", &labCap}, {"O", &labMob}, {"E", &labEps}, {"W", &labWeak}} {
		fmt.Sscan(os.Getenv("L"+v.name), v.to)
	}
}

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

func TestLab2(t *testing.T) {
	if os.Getenv("LAB") == "" {
		t.Skip()
	}
	labEnv()
	r, _ := felli.ParseRuleset(os.Getenv("LAB"))
	g, _ := felli.NewGame(r)
	x := index.NewSpace(g)
	st, _ := store.Open("/tmp/e/db")
	tb, err := st.Tablebase(x)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLeaves(x, tb, 5)
	if err != nil {
		t.Fatal(err)
	}
	packer, _ := check.NewPacker(g)
	rng := rand.New(rand.NewPCG(1, 2))
	var nodes, unsolved uint64
	var tv [2]int
	begin := cpu()
	count, least := 30, 14
	limit := uint64(400000)
	fmt.Sscan(os.Getenv("LN"), &count)
	fmt.Sscan(os.Getenv("LP"), &least)
	fmt.Sscan(os.Getenv("LL"), &limit)
	mem := newMemo(1 << 27)
	for n := 0; n < count; {
		p := g.Start()
		for p.Occupied().Len() > least {
			ms := g.Moves(p)
			if len(ms) == 0 {
				break
			}
			p = g.Play(p, ms[rng.IntN(len(ms))])
		}
		d := p.Pieces(0).Len() - p.Pieces(1).Len()
		if d*d > 1 || p.Occupied().Len() < least-1 {
			continue
		}
		n++
		for _, attacker := range []felli.Side{felli.White, felli.Black} {
			clear(mem.slots)
			s := &search{game: g, packer: packer, leaves: l, memo: mem, attacker: attacker}
			s.stop = func() bool { return s.nodes > limit }
			v := s.run(p)
			nodes += s.nodes
			if s.stopped {
				unsolved++
			} else if v.phi == 0 == (p.ToMove == attacker) {
				tv[attacker]++
			}
		}
	}
	c := cpu() - begin
	fmt.Printf("K%d M%d B%d C%d O%d E%d W%d: nodes %dk unsolved %d proven %v cpu %.1f  %.0f kn/s\n", labK, labM, labBase, labCap, labMob, labEps, labWeak, nodes/1000, unsolved, tv, c, float64(nodes)/c/1000)
}
