package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"felli"
	"felli/index"
	"felli/internal/exit"
	"felli/solve"
)

// A drill is one test's tables, workers and builds.
type drill struct {
	t        *testing.T
	temporal []string // flags that say where Temporal is
	tables   string   // URL

	mu      sync.Mutex
	workers []*process
}

func newDrill(t *testing.T, tables string) *drill {
	t.Helper()
	if testing.Short() {
		t.Skip("needs a Temporal server")
	}
	t.Parallel() // most of a drill is waiting
	return &drill{t: t, tables: tables, temporal: []string{
		"--temporal", server.GetFrontendHostPort(), "--namespace", server.GetDefaultNamespace(),
	}}
}

// folder is a URL for tables in a folder, and the folder.
func folder(t *testing.T) (address, dir string) {
	t.Helper()
	dir = t.TempDir()
	return "file://" + dir, dir
}

// A process is felli-cluster in a process of its own.
type process struct {
	cmd    *exec.Cmd
	stderr transcript
	ended  chan struct{}
}

// A transcript keeps what a process writes, and can be read meanwhile.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *transcript) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *transcript) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// worker starts a worker with little memory and one thread, unless flags say
// otherwise. It is killed when the test ends.
func (d *drill) worker(flags ...string) *process {
	d.t.Helper()
	args := append([]string{"worker", "--tables", d.tables, "--memory", "256M", "--workers", "1"}, d.temporal...)
	p := &process{cmd: exec.Command(os.Args[0], append(args, flags...)...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), asProgram+"=1")
	p.cmd.Stderr = &p.stderr
	if err := p.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait() // it is killed
		close(p.ended)
	}()
	d.mu.Lock()
	d.workers = append(d.workers, p)
	d.mu.Unlock()
	d.t.Cleanup(func() {
		p.kill()
		if d.t.Failed() {
			d.t.Logf("worker %d:\n%s", p.cmd.Process.Pid, last(p.stderr.String(), 30))
		}
	})
	return p
}

// kill is kill -9.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.ended
}

func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// last is the last lines of a text.
func last(text string, lines int) string {
	list := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(list[max(0, len(list)-lines):], "\n")
}

var event = regexp.MustCompile(`msg=(solving|solved) pair=(\S+)`)

// counts says how often each pair was begun and finished by any worker.
func (d *drill) counts() (begun, finished map[string]int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	begun, finished = map[string]int{}, map[string]int{}
	for _, w := range d.workers {
		for _, m := range event.FindAllStringSubmatch(w.stderr.String(), -1) {
			if m[1] == "solving" {
				begun[m[2]]++
			} else {
				finished[m[2]]++
			}
		}
	}
	return begun, finished
}

// holding is the pair that a worker is working on, or empty.
func (p *process) holding() string {
	held := ""
	for _, m := range event.FindAllStringSubmatch(p.stderr.String(), -1) {
		if held = ""; m[1] == "solving" {
			held = m[2]
		}
	}
	return held
}

// build runs felli-cluster build to its end and returns what it prints.
func (d *drill) build(ctx context.Context, ruleset string, pieces int, flags ...string) (string, error) {
	args := append([]string{"build", ruleset, "--pieces", fmt.Sprint(pieces), "--tables", d.tables}, d.temporal...)
	var out, stderr transcript
	if code := run(ctx, append(args, flags...), &out, &stderr); code != exit.Done {
		return out.String(), fmt.Errorf("build %s: exit code %d\n%s", ruleset, code, last(stderr.String(), 10))
	}
	return out.String(), nil
}

// A building is a build that runs while the test does something else.
type building struct {
	out  string
	err  error
	done chan struct{}
}

func (d *drill) goBuild(ruleset string, pieces int, flags ...string) *building {
	b := &building{done: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	d.t.Cleanup(func() {
		cancel()
		<-b.done
	})
	go func() {
		defer close(b.done)
		b.out, b.err = d.build(ctx, ruleset, pieces, flags...)
	}()
	return b
}

// wait waits for the end of the build and returns what it printed.
func (b *building) wait(t *testing.T) string {
	t.Helper()
	select {
	case <-b.done:
	case <-time.After(6 * time.Minute):
		t.Fatal("the build doesn't come to an end")
	}
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.out
}

func (b *building) ended() bool {
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// until waits until something is so.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(4 * time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited too long until %s", what)
		}
	}
}

// wantDigest checks the digest that a build or another command printed against
// that of a build on one machine.
func wantDigest(t *testing.T, out, ruleset string, pieces int) {
	t.Helper()
	if want := "digest: " + single(t, ruleset, pieces); !strings.Contains(out, want) {
		t.Errorf("%s with %d pieces prints\n%swant %s", ruleset, pieces, out, want)
	}
}

// wantSolved checks how many pairs a build's own words say it has solved.
func wantSolved(t *testing.T, out string, pairs, solved int) {
	t.Helper()
	if want := fmt.Sprintf(": %d pairs, %d solved with", pairs, solved); !strings.Contains(out, want) {
		t.Errorf("the build prints\n%swant it to say%q", out, want)
	}
}

// wantOnce checks that every pair was solved once, and begun no more than extra
// times more than that in all.
func (d *drill) wantOnce(pairs, extra int) {
	d.t.Helper()
	begun, finished := d.counts()
	begins := 0
	for pair, n := range begun {
		begins += n
		if finished[pair] > 1 {
			d.t.Errorf("pair %s was solved %d times", pair, finished[pair])
		}
	}
	if len(begun) != pairs || begins > pairs+extra {
		d.t.Errorf("%d pairs were begun, %d times in all; want %d and at most %d", len(begun), begins, pairs, pairs+extra)
	}
}

// singles are digests of builds on one machine, by ruleset and pieces.
var singles sync.Map

// single is the digest of a build on one machine.
func single(t *testing.T, ruleset string, pieces int) string {
	t.Helper()
	key := fmt.Sprint(ruleset, pieces)
	if digest, ok := singles.Load(key); ok {
		return digest.(string)
	}
	x := spaceOf(t, ruleset)
	report, err := solve.Run(t.Context(), x, index.NewMemory(x.Game().Ruleset), solve.Options{Pieces: pieces})
	if err != nil {
		t.Fatal(err)
	}
	digest := fmt.Sprintf("%x", report.Digest)
	singles.Store(key, digest)
	return digest
}

func spaceOf(t *testing.T, ruleset string) *index.Space {
	t.Helper()
	r, err := felli.ParseRuleset(ruleset)
	g, err2 := felli.NewGame(r)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return index.NewSpace(g)
}

// pairs is how many pairs a build has.
func pairs(t *testing.T, ruleset string, pieces int) (n int) {
	t.Helper()
	for _, s := range spaceOf(t, ruleset).Slices(pieces) {
		if s.MajorToMove() {
			n++
		}
	}
	return n
}

// wantSolvedAtMost checks that a build says it has solved no more than all its
// pairs: those whose tables a worker could still write before it was killed are
// found to be there.
func wantSolvedAtMost(t *testing.T, out string, pairs int) {
	t.Helper()
	var all, solved int
	_, rest, _ := strings.Cut(out, ": ")
	if _, err := fmt.Sscanf(rest, "%d pairs, %d solved", &all, &solved); err != nil || all != pairs || solved > pairs {
		t.Errorf("the build prints\n%swant at most %d pairs solved (%v)", out, pairs, err)
	}
}
