package main

import (
	"strings"
	"testing"

	"felli/internal/exit"
)

// A job waits for a worker with enough memory, and status says so.
func TestMemory(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	d.worker("--memory", "1M")
	n := pairs(t, "fetaix", 4)
	b := d.goBuild("fetaix", 4)
	status := func() string {
		var out, stderr transcript
		args := append([]string{"status", "fetaix", "--pieces", "4", "--tables", d.tables}, d.temporal...)
		if code := run(t.Context(), args, &out, &stderr); code != exit.Done {
			t.Logf("status: exit code %d\n%s", code, stderr.String())
		}
		return out.String()
	}
	until(t, "jobs wait for more memory", func() bool { return strings.Contains(status(), "jobs wait for workers with --memory 4M") })
	if b.ended() {
		t.Fatal("the build ended without a worker for its largest jobs")
	}
	begun, _ := d.counts()
	if len(begun) == 0 || len(begun) == n {
		t.Errorf("a small worker has begun %d of %d pairs", len(begun), n)
	}
	d.worker("--memory", "16M")
	out := b.wait(t)
	wantDigest(t, out, "fetaix", 4)
	wantSolved(t, out, n, n)
	d.wantOnce(n, 0)
	if got := status(); !strings.Contains(got, "build completed") || !strings.Contains(got, "digest: "+single(t, "fetaix", 4)) {
		t.Errorf("status prints\n%s", got)
	}
}

// What is wrong with a command line is said, with felli's exit codes.
func TestBadCommands(t *testing.T) {
	address, _ := folder(t)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"bild fetaix", exit.Input, "unknown command"},
		{"build", exit.Input, "accepts 1 arg"},
		{"build fetaix", exit.Input, "s3://BUCKET"},
		{"fetch fetaix --tables " + address, exit.Input, "--db DIR"},
		{"build fetax --tables " + address, exit.Input, "unknown ruleset"},
		{"build fetaix --tables " + address + " --pieces 1", exit.Input, "want 2 to 24"},
		{"build fetaix --tables " + address + " --heartbeat 1ms", exit.Input, "want 1s or more"},
		{"build fetaix --nonsense", exit.Input, "unknown flag"},
		{"worker --tables " + address + " --memory much", exit.Input, "800M"},
		{"worker --tables " + address + " --workers -1", exit.Input, "want 1 or more"},
		{"fetch felli --tables nowhere --db " + t.TempDir(), exit.Input, "s3://BUCKET"},
		{"fetch felli --pieces 3 --tables " + address + " --db " + t.TempDir() + "/db", exit.NotBuilt, "is not built"},
		{"plan felli --workers 0", exit.Input, "want 1 or more"},
		{"plan felli", exit.Done, ""},
	} {
		var out, stderr transcript
		if code := run(t.Context(), strings.Fields(c.args), &out, &stderr); code != c.code || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit code %d and\n%swant %d and %q", c.args, code, stderr.String(), c.code, c.want)
		}
	}
}
