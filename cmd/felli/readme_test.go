package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// An example is a command of the README with what it must print.
type example struct {
	command string
	want    []string // lines; one that is or ends in … stands for anything
}

// readmeExamples are the commands in the README's console blocks.
func readmeExamples(t *testing.T) []example {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	inBlock := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			inBlock = line == "```console"
		case !inBlock:
		case strings.HasPrefix(line, "$ "):
			list = append(list, example{command: line[2:]})
		default:
			list[len(list)-1].want = append(list[len(list)-1].want, line)
		}
	}
	return list
}

// matches compares output with what is wanted, line by line.
func matches(got, want []string) bool {
	for i, line := range want {
		if line == "…" {
			return i == len(want)-1 || matchesLater(got[min(i, len(got)):], want[i+1:])
		}
		if i >= len(got) {
			return false
		}
		if start, ok := strings.CutSuffix(line, "…"); ok && strings.HasPrefix(got[i], start) {
			continue
		}
		if got[i] != line {
			return false
		}
	}
	return len(got) == len(want)
}

func matchesLater(got, want []string) bool {
	for i := range got {
		if matches(got[i:], want) {
			return true
		}
	}
	return false
}

// TestREADME runs the README's examples. Those that need all tables of
// felli-mullah are left to the acceptance tests.
func TestREADME(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the README's commands are for a shell: ", err)
	}
	examples := readmeExamples(t)
	if len(examples) < 5 {
		t.Fatalf("found %d examples in the README", len(examples))
	}
	dir := t.TempDir()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "felli")
	if err := os.Symlink(path, bin); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "FELLI_DB="+filepath.Join(dir, "db"), "LC_ALL=C.UTF-8", "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	slow := os.Getenv("FELLI_ACCEPTANCE") != ""
	if slow {
		cmd := exec.Command(bin, "solve", "felli-mullah")
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, ex := range examples {
		t.Run(ex.command, func(t *testing.T) {
			if strings.Contains(ex.command, "felli-mullah") && !slow {
				t.Skip("needs all tables of felli-mullah")
			}
			cmd := exec.Command("sh", "-c", ex.command)
			cmd.Env = env
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			if !matches(got, ex.want) {
				t.Errorf("it prints\n%s\nthe README says\n%s\nstderr:\n%s", out, strings.Join(ex.want, "\n"), &stderr)
			}
		})
	}
}
