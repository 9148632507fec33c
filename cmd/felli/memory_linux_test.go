package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A file of many games is annotated in the memory of a few, and every game of
// it comes out.
func TestAnnotateManyInSteadyMemory(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "db")
	if out, err := felliCommand(t, "solve", "felli", "--pieces", "3", "--db", db).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	games := 10000
	if testing.Short() {
		games = 1000
	}
	peak := func(n int) int64 {
		t.Helper()
		file := filepath.Join(dir, "games.pdn")
		const game = "[Ruleset \"felli\"]\r\n[FEN \"W:Wa1,a5:Bc3\"]\r\n\r\n1. a1-c1 {well} c3-b2 2. a5-b4 b2-a1 3. c1-e1 a1-b2 4. b4-c4\r\n\r\n"
		if err := os.WriteFile(file, []byte(strings.Repeat(game, n)), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := felliCommand(t, "annotate", file, "--db", db)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if have := strings.Count(string(out), "[Ruleset "); have != n {
			t.Errorf("of %d games %d come out", n, have)
		}
		return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10 // kB to MB
	}
	few, many := peak(games/10), peak(games)
	t.Logf("%d games take %d MB, %d games %d MB", games/10, few, games, many)
	if many > few+8 {
		t.Errorf("memory grows from %d MB to %d MB with ten times as many games", few, many)
	}
}
