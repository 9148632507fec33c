package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	program := filepath.Join(t.TempDir(), "felli")
	build := exec.Command("go", "build", "-o", program, "felli/cmd/felli")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	m := measurement{felli: program, ruleset: "felli", runs: 1, queries: 1, positions: 100}
	rows, err := m.run()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 8 {
		t.Fatalf("%d rows, want 8", len(rows))
	}
	for _, r := range rows {
		if r.value <= 0 && r.unit != "MB" { // memory isn't known everywhere
			t.Errorf("%s: measured %v", r.what, r.value)
		}
	}
	m.ruleset = "chess"
	if _, err := m.run(); err == nil || !strings.Contains(err.Error(), "unknown ruleset") {
		t.Errorf("measuring chess: %v, want an error that says what is unknown", err)
	}
}

func TestTable(t *testing.T) {
	got := table([]row{
		{"a", 29.96, "s", 60, 30, false},
		{"b", 0.57, "", 0.56, 0.52, false},
		{"c", 512_345, "/s", 300_000, 1_000_000, true},
	})
	want := `| what | measured | must | aim | kept |
|---|---:|---:|---:|---|
| a | 30.0 s | 60 s | 30 s | aim |
| b | 0.57 | 0.56 | 0.52 | missed |
| c | 512,345 /s | 300,000 /s | 1,000,000 /s | must |
`
	if got != want {
		t.Errorf("table = %s, want %s", got, want)
	}
}
