package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"felli/index"
	"felli/store/object"
)

// slow makes jobs take long enough to be caught at it, and their loss be
// noticed soon, but not where a worker only waits for a busy machine.
var (
	slow   = []string{"--pause", "300ms"}
	slower = []string{"--pause", "1500ms"}
	soon   = []string{"--heartbeat", "10s"}
)

// Workers are killed at random moments, and others take their place.
func TestKilledWorkers(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	var workers []*process
	for range 3 {
		workers = append(workers, d.worker(slow...))
	}
	n := pairs(t, "felli-compulsory", 0)
	b := d.goBuild("felli-compulsory", 0, soon...)
	random := rand.New(rand.NewPCG(1, 2))
	until(t, "a job was begun", func() bool { begun, _ := d.counts(); return len(begun) > 0 })
	kills := 0
	for ; kills < 5 && !b.ended(); kills++ {
		time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
		i := random.IntN(len(workers))
		workers[i].kill()
		workers[i] = d.worker(slow...)
	}
	out := b.wait(t)
	wantDigest(t, out, "felli-compulsory", 0)
	wantSolvedAtMost(t, out, n)
	d.wantOnce(n, kills)
}

// The worker that holds the last job of a build is killed. All others are done
// then, as m6vm6 needs m6vm5, which needs what is left.
func TestKilledWithTheLastJob(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	workers := []*process{d.worker(slower...), d.worker(slower...), d.worker(slower...)}
	n := pairs(t, "felli-compulsory", 0)
	b := d.goBuild("felli-compulsory", 0, soon...)
	until(t, "the last job was begun", func() bool {
		for _, w := range workers {
			if w.holding() == "m6vm6" {
				w.kill()
				return true
			}
		}
		return b.ended()
	})
	if b.ended() {
		t.Error("no worker was caught with the last job")
	}
	out := b.wait(t)
	wantDigest(t, out, "felli-compulsory", 0)
	wantSolvedAtMost(t, out, n)
	d.wantOnce(n, 1)
}

// A frozen worker's job is given to another; when the worker goes on, that
// changes nothing.
func TestFrozenWorker(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	frozen := d.worker(slower...)
	n := pairs(t, "felli-compulsory", 5)
	b := d.goBuild("felli-compulsory", 5, soon...)
	until(t, "it holds a job", func() bool { return frozen.holding() != "" })
	frozen.signal(t, syscall.SIGSTOP)
	d.worker()
	d.worker()
	out := b.wait(t)
	wantDigest(t, out, "felli-compulsory", 5)
	wantSolved(t, out, n, n)
	d.wantOnce(n, 1) // not later: the frozen worker may still solve its pair
	frozen.signal(t, syscall.SIGCONT)
	until(t, "it has let go of the job", func() bool { return frozen.holding() == "" || stopped(frozen) })
	again, err := d.build(t.Context(), "felli-compulsory", 5)
	if err != nil {
		t.Fatal(err)
	}
	wantDigest(t, again, "felli-compulsory", 5)
	wantSolved(t, again, n, 0)
}

func stopped(p *process) bool { return strings.Contains(p.stderr.String(), "msg=stopped") }

// A damaged object, a cut one and a missing one: these are made again, and
// nothing else.
func TestDamagedObjects(t *testing.T) {
	address, dir := folder(t)
	d := newDrill(t, address)
	d.worker()
	d.worker()
	d.worker()
	x := spaceOf(t, "felli-compulsory")
	n := pairs(t, "felli-compulsory", 6)
	d.goBuild("felli-compulsory", 6).wait(t)
	file := func(text string) string {
		s, err := index.ParseSlice(text)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, filepath.FromSlash(object.Name(x.Game().Ruleset, s)))
	}
	change(t, file("m2vm1"), func(b []byte) []byte { b[len(b)/2] ^= 4; return b })
	change(t, file("m1vm3"), func(b []byte) []byte { return b[:len(b)-7] })
	if err := os.Remove(file("m4vm2")); err != nil {
		t.Fatal(err)
	}
	// Left from a worker that was killed, and of somebody else.
	change(t, file("m3vm3"), func(b []byte) []byte {
		name := file("m3vm3")
		_ = os.WriteFile(name+".tmp", b[:len(b)/2], 0o666)
		return b
	})
	out := d.goBuild("felli-compulsory", 6).wait(t)
	wantDigest(t, out, "felli-compulsory", 6)
	wantSolved(t, out, n, 3)
	_, finished := d.counts()
	for pair, times := range finished {
		want := 1
		if pair == "m2vm1" || pair == "m3vm1" || pair == "m4vm2" {
			want = 2
		}
		if times != want {
			t.Errorf("pair %s was solved %d times, want %d", pair, times, want)
		}
	}
}

func change(t *testing.T, name string, f func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, f(b), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Damage that is noticed only when a job reads the table: the build goes back
// for it.
func TestDamageDuringTheBuild(t *testing.T) {
	address, dir := folder(t)
	d := newDrill(t, address)
	d.worker(slow...)
	d.worker(slow...)
	x := spaceOf(t, "felli-compulsory")
	n := pairs(t, "felli-compulsory", 6)
	b := d.goBuild("felli-compulsory", 6)
	until(t, "m1vm1 is solved", func() bool { _, finished := d.counts(); return finished["m1vm1"] > 0 })
	name := filepath.Join(dir, filepath.FromSlash(object.Name(x.Game().Ruleset, index.Slice{Men: 1, OppMen: 1})))
	change(t, name, func(b []byte) []byte { b[len(b)/2] ^= 4; return b })
	out := b.wait(t)
	wantDigest(t, out, "felli-compulsory", 6)
	wantSolved(t, out, n, n+1)
}

// Two builds of the same tables share the work, also if one wants more, and
// builds of other rules in the same bucket don't meddle.
func TestTwoBuilds(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	for range 3 {
		d.worker(slow...)
	}
	same, other := "felli,capture=compulsory,chain=compulsory", "felli-compulsory,stalemate=draw"
	builds := []*building{
		d.goBuild("felli-compulsory", 6), d.goBuild("felli-compulsory", 6), d.goBuild("felli-compulsory", 5),
		d.goBuild(same, 6), d.goBuild(other, 4),
	}
	n, m := pairs(t, "felli-compulsory", 6), pairs(t, other, 4)
	for i, c := range []struct {
		ruleset string
		pieces  int
	}{{"felli-compulsory", 6}, {"felli-compulsory", 6}, {"felli-compulsory", 5}, {same, 6}, {other, 4}} {
		wantDigest(t, builds[i].wait(t), c.ruleset, c.pieces)
	}
	begins := 0
	begun, _ := d.counts()
	for _, times := range begun {
		begins += times
	}
	if begins != n+m {
		t.Errorf("%d jobs were begun, want %d", begins, n+m)
	}
}
