package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A cost is what one process took.
type cost struct {
	cpu, wall time.Duration
	memory    float64 // bytes resident at most; 0 where the system doesn't say
}

// spend runs the program to its end.
func spend(felli string, stdin io.Reader, args ...string) (cost, error) {
	cmd := exec.Command(felli, args...)
	cmd.Stdin = stdin
	var messages bytes.Buffer
	cmd.Stderr = &messages
	begin := time.Now()
	err := cmd.Run()
	if err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, messages.String())
	}
	s := cmd.ProcessState
	return cost{s.UserTime() + s.SystemTime(), time.Since(begin), peak(s)}, nil
}

// median is the middle one of the values that f gives of things.
func median[T any](things []T, f func(T) float64) float64 {
	var list []float64
	for _, t := range things {
		list = append(list, f(t))
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// machine says what was measured on and with: processor, system, commit, and
// how the program was built.
func machine(felli string) string {
	commit := "unknown commit"
	if out, err := exec.Command("git", "describe", "--always", "--dirty").Output(); err == nil {
		commit = "commit " + strings.TrimSpace(string(out))
	}
	built := runtime.Version()
	if info, err := buildinfo.ReadFile(felli); err == nil {
		built = info.GoVersion
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" || s.Key == "CGO_ENABLED" {
				built += " " + s.Key + "=" + s.Value
			}
		}
	}
	return fmt.Sprintf("%s, %d processors, %s/%s, %s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, built, commit)
}

// processor is the processor's name, as far as the system tells it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
