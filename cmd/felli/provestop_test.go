package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"felli/internal/exit"
)

// proveUntil proves felli's start in dir and kills the process at the first
// line on stderr that holds text, or after so long. It returns what was on
// stdout, and whether the process was killed.
func proveUntil(t *testing.T, dir, text string, after time.Duration) (out string, killed bool) {
	t.Helper()
	cmd := felliCommand(t, "prove", "felli", "--db", dir, "--pieces", "4", "--workers", "1", "--memory", "16M", "--json")
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Signal(os.Kill) }
	if after > 0 {
		defer time.AfterFunc(after, kill).Stop()
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if text != "" && strings.Contains(lines.Text(), text) {
			kill()
		}
	}
	_ = cmd.Wait() // how it ended is in the exit code
	return stdout.String(), cmd.ProcessState.ExitCode() != 0
}

// keptProofsIn tests the certificates in dir and returns the digests by claim.
func keptProofsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	cmd := felliCommand(t, "verify", "felli", "--proof", "--json", "--db", dir)
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code != exit.Done && code != exit.NotBuilt {
		t.Fatalf("verify --proof ends with %d: %v", code, err)
	}
	kept := map[string]string{}
	lines := json.NewDecoder(bytes.NewReader(out))
	for {
		var one checkedProof
		if err := lines.Decode(&one); err == io.EOF {
			return kept
		} else if err != nil {
			t.Fatal(err)
		}
		kept[one.Claim] = one.Digest
	}
}

func provenDraw(t *testing.T, out string) proofReport {
	t.Helper()
	var r proofReport
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Value != "draw" || len(r.Certificates) != 2 {
		t.Fatalf("prove ends with %q: %v", out, err)
	}
	return r
}

// smallTables builds felli's tables of up to 4 pieces in a new folder.
func smallTables(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if out, err := felliCommand(t, "solve", "felli", "--pieces", "4", "--db", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// A proof that is killed between its questions keeps the first answer, and
// asks only the other one when it goes on. A machine may be too quick or too
// busy for the kill to come before the second answer; then there's nothing left
// to ask.
func TestProveKilledBetweenQuestions(t *testing.T) {
	var dir string
	var before map[string]string
	for range 5 {
		dir = smallTables(t)
		proveUntil(t, dir, "proven and kept", 0)
		before = keptProofsIn(t, dir)
		if len(before) == 1 {
			break
		}
		t.Logf("%d certificates when killed at the first", len(before))
	}
	if len(before) == 0 {
		t.Fatal("no certificate when killed at the first")
	}
	for range 2 {
		out, _ := proveUntil(t, dir, "", 0)
		r := provenDraw(t, out)
		asked := uint64(0)
		for _, c := range r.Certificates {
			switch digest, had := before[c.Claim]; {
			case !had:
				asked += c.Nodes
			case digest != c.Digest:
				t.Errorf("the certificate of %q was %s and is %s", c.Claim, digest, c.Digest)
			}
		}
		if open := len(before) < 2; open != (asked > 0) || r.Nodes != asked {
			t.Errorf("going on from %d certificates took %d nodes, the open question %d", len(before), r.Nodes, asked)
		}
		if before = keptProofsIn(t, dir); len(before) != 2 {
			t.Fatalf("%d certificates at the end, want 2", len(before))
		}
	}
}

// A proof may be killed at any time: certificates in the store are whole, and
// stay.
func TestProveKilledAnywhere(t *testing.T) {
	undisturbed, dir := smallTables(t), smallTables(t)
	begin := time.Now()
	if out, killed := proveUntil(t, undisturbed, "", 0); killed {
		t.Fatalf("prove ends with %q", out)
	}
	took := time.Since(begin)
	step := took / 12
	if testing.Short() {
		step = took / 4
	}
	kept, kills := map[string]string{}, 0
	for after := took / 24; ; after += step {
		out, killed := proveUntil(t, dir, "", after)
		now := keptProofsIn(t, dir)
		for claim, digest := range kept {
			if now[claim] != digest {
				t.Fatalf("killed after %v: the certificate of %q was %s and is %q", after, claim, digest, now[claim])
			}
		}
		kept = now
		if !killed {
			provenDraw(t, out)
			break
		}
		kills++
	}
	if kills == 0 {
		t.Error("the proof was never killed")
	}
	t.Logf("killed %d times; undisturbed it takes %v", kills, took.Round(time.Millisecond))
}
