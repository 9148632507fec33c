package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endured are the builds that the tests below put to trouble: small ones, and
// with FELLI_ACCEPTANCE=1 those people make.
func endured(t *testing.T) [][]string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds tables over and over")
	}
	builds := [][]string{{"fetaix", "--pieces", "4"}}
	if os.Getenv("FELLI_ACCEPTANCE") != "" {
		builds = [][]string{{"felli-mullah"}, {"fetaix", "--pieces", "5"}}
	}
	return builds
}

// A whole is what a build ends with.
type whole struct {
	digest string
	solved []string // slices, in the order in which they were finished
	took   time.Duration
	peak   int64 // bytes resident at most
}

// buildFor builds tables in dir and kills the process after some time, if that
// isn't 0. ok is false when it was killed.
func buildFor(t *testing.T, dir string, after time.Duration, args ...string) (w whole, ok bool) {
	t.Helper()
	cmd := felliCommand(t, append([]string{"solve", "--db", dir}, args...)...)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
		defer timer.Stop()
	}
	var rest []string
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if m := solvedLine.FindStringSubmatch(lines.Text()); m != nil {
			w.solved = append(w.solved, m[1])
		} else {
			rest = append(rest, lines.Text())
		}
	}
	err = cmd.Wait()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		w.peak = usage.Maxrss << 10
	}
	w.took, w.digest = time.Since(begin), digestLine.FindString(stdout.String())
	switch {
	case err == nil && w.digest != "":
		return w, true
	case cmd.ProcessState.ExitCode() != -1: // no signal
		t.Fatalf("solve %v ends with %v and %q\n%s", args, err, stdout.String(), strings.Join(rest, "\n"))
	}
	return w, false
}

// files lists what is in a store but its manifest and options: its tables and
// their bytes, and whatever doesn't belong there.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch name := filepath.Base(path); {
		case strings.HasSuffix(name, ".sst"):
			list = append(list, fmt.Sprint("table of ", info.Size(), " bytes"))
		case strings.HasPrefix(name, "MANIFEST-"), strings.HasPrefix(name, "marker."), strings.HasPrefix(name, "OPTIONS-"), strings.HasSuffix(name, ".log"):
		default:
			list = append(list, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// A build that is killed up to 30 times, at any moment, ends with the digest and the
// files of one that isn't, and solves no finished slice again.
func TestKilledOverAndOver(t *testing.T) {
	const kills = 30
	for _, args := range endured(t) {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			undisturbed, dir := t.TempDir(), t.TempDir()
			want, _ := buildFor(t, undisturbed, 0, args...)
			rng := rand.New(rand.NewPCG(7, 7))
			var got whole
			var solved []string
			killed, ended := 0, false
			for n := 0; n < kills && !ended; n++ {
				// Long enough for some progress each time, even if reading what is
				// there takes a while.
				after := time.Duration(1 + rng.Int64N(int64(want.took)/kills*3))
				got, ended = buildFor(t, dir, after, args...)
				solved = append(solved, got.solved...)
				if !ended {
					killed++
				}
			}
			if !ended {
				got, _ = buildFor(t, dir, 0, args...)
				solved = append(solved, got.solved...)
			}
			t.Logf("killed %d times; undisturbed it takes %v", killed, want.took.Round(time.Millisecond))
			if killed == 0 {
				t.Error("the build was never killed")
			}
			if got.digest != want.digest {
				t.Errorf("%s, want %s", got.digest, want.digest)
			}
			slices.Sort(solved)
			for i := 1; i < len(solved); i++ {
				if solved[i] == solved[i-1] {
					t.Errorf("slice %s was solved twice", solved[i])
				}
			}
			if got, want := files(t, dir), files(t, undisturbed); !slices.Equal(got, want) {
				t.Errorf("the store holds %q, want %q", got, want)
			}
		})
	}
}

// However many workers, and however little memory, the tables are the same; and
// the memory given is enough.
func TestWorkersAndMemory(t *testing.T) {
	for _, args := range endured(t) {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			want, _ := buildFor(t, t.TempDir(), 0, args...)
			for _, more := range []struct {
				workers   string
				megabytes int64
			}{{"1", 0}, {"4", 0}, {"8", 0}, {"16", 0}, {"2", 300}, {"16", 300}} {
				given := []string{"--workers", more.workers}
				if more.megabytes > 0 {
					given = append(given, "--memory", fmt.Sprint(more.megabytes<<20))
				}
				got, _ := buildFor(t, t.TempDir(), 0, append(given, args...)...)
				t.Logf("%v: %v, %d MB", given, got.took.Round(time.Millisecond), got.peak>>20)
				if got.digest != want.digest {
					t.Errorf("%v: %s, want %s", given, got.digest, want.digest)
				}
				if most := more.megabytes << 20; most > 0 && got.peak > most+most/10 {
					t.Errorf("%v: it takes %d MB", given, got.peak>>20)
				}
			}
		})
	}
}
