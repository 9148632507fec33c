package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testedDocs are the pages whose examples run as they stand: commands in blocks
// marked console, with files from blocks marked pdn and a name. Each page has a
// folder of its own, with the tables of felli-compulsory.
var testedDocs = []string{"playing.md", "pdn.md", "ugi.md", "study.md", "export.md", "atlas.md"}

// TestDocs runs the examples. With -update it rewrites what they print.
func TestDocs(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the examples are for a shell: ", err)
	}
	bin := t.TempDir()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, filepath.Join(bin, "felli")); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "FELLI_DB="+filepath.Join(bin, "db"), "LC_ALL=C.UTF-8", "TESTSCRIPT_COMMAND=",
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	solve := exec.Command(filepath.Join(bin, "felli"), "solve", "felli-compulsory")
	solve.Env = env
	if out, err := solve.CombinedOutput(); err != nil {
		t.Fatalf("solve: %v\n%s", err, out)
	}
	for _, name := range testedDocs {
		t.Run(name, func(t *testing.T) {
			testDoc(t, filepath.Join("..", "..", "docs", name), env)
		})
	}
}

func testDoc(t *testing.T, page string, env []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var out []string
	lines, examples := strings.Split(string(text), "\n"), 0
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		end := i + 1 + max(slices.Index(lines[i+1:], "```"), 0)
		switch file, isFile := strings.CutPrefix(lines[i], "```pdn "); {
		case isFile:
			body := strings.Join(lines[i+1:end], "\n") + "\n"
			if err := os.WriteFile(filepath.Join(dir, file), []byte(body), 0o666); err != nil {
				t.Fatal(err)
			}
		case lines[i] == "```console":
			command, ok := strings.CutPrefix(lines[i+1], "$ ")
			if !ok {
				t.Fatalf("line %d of %s is no command", i+2, page)
			}
			examples++
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir, cmd.Env = dir, env
			printed, _ := cmd.Output() // commands of examples may fail
			got, want := strings.Split(strings.TrimSuffix(string(printed), "\n"), "\n"), lines[i+2:end]
			if !matches(got, want) {
				if !*update {
					t.Errorf("%s\nprints\n%s\nthe page says\n%s", command, printed, strings.Join(want, "\n"))
				}
				want = got
			}
			out = append(append(out, lines[i+1]), want...)
			i = end - 1
		}
	}
	if examples == 0 {
		t.Error("no examples")
	}
	if *update {
		if err := os.WriteFile(page, []byte(strings.Join(out, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
