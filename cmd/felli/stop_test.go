package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"felli/internal/exit"
)

// felliCommand is a run of this program as a process of its own.
func felliCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &exec.Cmd{Path: path, Args: append([]string{"felli"}, args...)}
}

var solvedLine = regexp.MustCompile(`msg=solved slice=(\S+)`)

// solveUntil builds tables in dir and sends sig when n slices are solved. It
// returns the slices solved, stdout, what else was on stderr, and the exit code.
func solveUntil(t *testing.T, dir string, n int, sig os.Signal, args ...string) (solved []string, out, rest string, code int) {
	t.Helper()
	cmd := felliCommand(t, append([]string{"solve", "--db", dir, "--workers", "1"}, args...)...)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if m := solvedLine.FindStringSubmatch(lines.Text()); m != nil {
			solved = append(solved, m[1])
		} else {
			rest += lines.Text() + "\n"
		}
		if len(solved) == n && sig != nil {
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			sig = nil
		}
	}
	_ = cmd.Wait() // how it ended is in the exit code
	return solved, stdout.String(), rest, cmd.ProcessState.ExitCode()
}

var digestLine = regexp.MustCompile(`(?m)^digest: \S+$`)

// A build that is killed goes on where it was, and ends with the same digest.
func TestResume(t *testing.T) {
	all, out, _, code := solveUntil(t, t.TempDir(), 0, nil, "felli")
	want := digestLine.FindString(out)
	if code != 0 || want == "" {
		t.Fatalf("solve felli ends with %d: %s", code, out)
	}
	stops := []int{1, len(all) / 2, len(all) - 2}
	if testing.Short() {
		stops = stops[1:2]
	}
	for _, n := range stops {
		t.Run(fmt.Sprint("killed after ", n), func(t *testing.T) {
			dir := t.TempDir()
			before, _, _, _ := solveUntil(t, dir, n, os.Kill, "felli")
			after, out, rest, code := solveUntil(t, dir, 0, nil, "felli")
			if got := digestLine.FindString(out); code != 0 || got != want {
				t.Fatalf("resumed solve ends with %d and %q, want %q\n%s", code, got, want, rest)
			}
			for _, s := range before {
				if slices.Contains(after, s) {
					t.Errorf("slice %s was solved twice", s)
				}
			}
		})
	}
}

// A build that would take long ends soon when interrupted, and keeps what is
// finished.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	begin := time.Now()
	before, out, rest, code := solveUntil(t, dir, 3, syscall.SIGINT, "felli-mullah")
	if code != exit.Interrupted {
		t.Fatalf("exit code %d, want %d\n%s", code, exit.Interrupted, rest)
	}
	if out != "" || !strings.Contains(rest, "felli: error: interrupted at ") || !strings.Contains(rest, "felli: hint: finished slices are kept") {
		t.Errorf("stdout %q, stderr %q", out, rest)
	}
	t.Logf("stopped %v after it began, with %d slices solved", time.Since(begin), len(before))
	after, out, rest, code := solveUntil(t, dir, 0, nil, "felli-mullah", "--pieces", "4")
	if code != 0 || !digestLine.MatchString(out) {
		t.Errorf("going on ends with %d: %s\n%s", code, out, rest)
	}
	for _, s := range before {
		if slices.Contains(after, s) {
			t.Errorf("slice %s was solved twice", s)
		}
	}
}

// A program may ask one position at a time and wait for each answer.
func TestStreamAnswersAtOnce(t *testing.T) {
	dir := t.TempDir()
	if out, err := felliCommand(t, "solve", "felli", "--pieces", "2", "--db", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := felliCommand(t, "query", "felli", "--stdin", "--db", dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(stdout)
	for _, q := range [][2]string{{"W:Wb2:Bc3", "W:Wb2:Bc3\twin\t1\tb2xd4\n"}, {"W:W:Bc3", "W:W:Bc3\tloss\t0\t-\n"}} {
		if _, err := io.WriteString(in, q[0]+"\n"); err != nil {
			t.Fatal(err)
		}
		if got, err := answers.ReadString('\n'); err != nil || got != q[1] {
			t.Fatalf("%s is answered %q, %v, want %q", q[0], got, err, q[1])
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// Many lines come back in the order in which they went in.
func TestStreamKeepsOrder(t *testing.T) {
	dir := t.TempDir()
	if out, err := felliCommand(t, "solve", "felli", "--pieces", "2", "--db", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var in, want strings.Builder
	for i := range 5000 {
		if i%3 == 0 {
			fmt.Fprintln(&in, "W:Wb2:Bc3")
			want.WriteString("W:Wb2:Bc3\twin\t1\tb2xd4\n")
		} else {
			fmt.Fprintf(&in, "W:Wb%d:Bc3\n", 100+i)
			fmt.Fprintf(&want, "error\tparse FEN \"W:Wb%d:Bc3\": unknown point \"b%d\", the points of the felli board are a1 c1 e1 b2 c2 d2 c3 b4 c4 d4 a5 c5 e5\n", 100+i, 100+i)
		}
	}
	cmd := felliCommand(t, "query", "felli", "--stdin", "--db", dir)
	cmd.Stdin = strings.NewReader(in.String())
	got, err := cmd.Output()
	if err != nil || string(got) != want.String() {
		t.Errorf("5000 lines came back out of order or changed (%v)", err)
	}
}
