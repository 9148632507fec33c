package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"felli/internal/exit"
)

// Every command that may be long ends at once when it is interrupted, says so,
// and has its own exit code; files it would have written aren't there.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	db, file := filepath.Join(dir, "db"), filepath.Join(dir, "file")
	var out, problems bytes.Buffer
	if code := run(context.Background(), []string{"solve", "felli", "--pieces", "4", "--db", db}, strings.NewReader(""), &out, &problems); code != 0 {
		t.Fatalf("solve ends with %d: %s", code, &problems)
	}
	waiting, typist := io.Pipe() // input that never comes
	defer typist.Close()         //nolint:errcheck // it returns nil
	for _, args := range []string{
		"solve felli", "verify felli", "perft felli 30", "query felli --stdin", "play felli W:Wa1:Be5", "play felli W:Wa1:Be5 --watch",
		"annotate -", "annotate - --output " + file, "puzzles felli", "zugzwang felli", "longest felli", "atlas felli", "ugi felli",
		"export felli", "export felli --output " + file, "export felli --format parquet", "export felli --format parquet --output " + file,
		"export felli --format table", "prove fetaix --pieces 2", "query felli start --prove", "query felli start --prove --json", "export-site felli " + file,
	} {
		t.Run(args, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			var out, problems bytes.Buffer
			begin := time.Now()
			code := run(ctx, append(strings.Fields(args), "--db", db), waiting, &out, &problems)
			if code != exit.Interrupted || !strings.Contains(problems.String(), "felli: error: interrupted") {
				t.Errorf("exit code %d, want %d\n%s", code, exit.Interrupted, &problems)
			}
			for _, again := range []string{"context canceled", "signal received"} {
				if strings.Contains(problems.String(), again) {
					t.Errorf("it says so twice: %s", &problems)
				}
			}
			t.Logf("it took %v", time.Since(begin))
			if left, _ := filepath.Glob(file + "*"); len(left) > 0 {
				t.Errorf("it leaves %v", left)
			}
		})
	}
}
