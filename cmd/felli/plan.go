package main

import (
	"errors"
	"fmt"
	"time"

	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/store"
)

// noTables is a store that holds nothing.
type noTables struct{ solve.Tables }

func (noTables) Summary(s index.Slice) (index.Summary, error) {
	return index.Summary{}, &store.MissingSliceError{Slice: s}
}

// dryRun prints what solving would take. It writes nothing: a store that isn't
// there yet is taken as empty.
func (a *app) dryRun(x *index.Space, dir string, f solveFlags, memory uint64) (err error) {
	var tables solve.Tables = noTables{}
	s, err := store.Open(dir)
	if err == nil {
		defer func() { err = errors.Join(err, s.Close()) }()
		if held, err := s.Tablebase(x); err == nil {
			tables = held
		}
	}
	plan, err := solve.Plan(x, tables, f.pieces, forSolver(memory))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(planJSON(x, plan))
	}
	rows := table{{"slice and twin", "positions", "stored", "memory", "CPU time"}}
	for _, p := range plan.Pairs {
		need := sizeText(forProcess(p.Work + p.Tables))
		if p.InParts {
			need += " in parts"
		}
		rows = append(rows, []string{p.Slice.String(), query.Grouped(p.Raw), query.Grouped(p.Size), need, cpuText(p.CPU)})
	}
	a.printTable(rows, []int{2})
	return a.printForecast(plan, dir, memory)
}

// printForecast says in sentences what a build would take.
func (a *app) printForecast(plan solve.Forecast, dir string, memory uint64) error {
	if len(plan.Pairs) == 0 {
		_, err := fmt.Fprintln(a.out, "nothing is missing")
		return err
	}
	a.sentence("", fmt.Sprintf("%d slice pairs are missing: %s positions, %s stored.", len(plan.Pairs), query.Grouped(plan.Raw), query.Grouped(plan.Size)))
	a.sentence("", fmt.Sprintf("At least %s of memory (%s allowed), about %s on disk (%s free), about %s of CPU time.",
		sizeText(forProcess(plan.Least)), sizeText(memory), sizeText(plan.Disk), freeText(dir), cpuText(plan.CPU)))
	if text := partsText(plan, memory); text != "" {
		a.sentence("", text)
	}
	return nil
}

// partsText says which pairs don't fit into memory all at once, if any.
func partsText(plan solve.Forecast, memory uint64) string {
	n := 0
	for _, p := range plan.Pairs {
		if p.InParts {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("To stay within %s, %d of the pairs are solved part by part, which takes several times as long; all at once the largest would take %s.",
		sizeText(memory), n, sizeText(forProcess(plan.Whole)))
}

// foretell says what a build is about to take, and refuses it when the disk
// can't hold it.
func (a *app) foretell(plan solve.Forecast, dir string, memory uint64, force bool) error {
	if len(plan.Pairs) > 0 {
		fmt.Fprintf(a.stderr, "felli: %d slice pairs to solve: %s positions, at least %s of memory, about %s on disk and %s of CPU time\n",
			len(plan.Pairs), query.Grouped(plan.Raw), sizeText(forProcess(plan.Least)), sizeText(plan.Disk), cpuText(plan.CPU))
		if text := partsText(plan, memory); text != "" {
			fmt.Fprintf(a.stderr, "felli: %s\n", text)
		}
	}
	free, err := store.FreeBytes(dir)
	if err != nil || force || plan.Disk <= free {
		return err
	}
	return &hinted{
		fmt.Errorf("the tables would take about %s on disk, and only %s are free in %q", sizeText(plan.Disk), sizeText(free), dir),
		"free some space, build fewer pieces with --pieces, or try all the same with --force",
	}
}

func freeText(dir string) string {
	free, err := store.FreeBytes(dir)
	if err != nil {
		return "an unknown amount"
	}
	return sizeText(free)
}

// sizeText prints bytes for people.
func sizeText(n uint64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GB", n>>30)
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", n>>20)
	default:
		return fmt.Sprintf("%d kB", n>>10+1)
	}
}

func cpuText(seconds float64) string {
	const day, year = 24 * 60 * 60, 365 * 24 * 60 * 60
	switch d := time.Duration(min(seconds, year) * float64(time.Second)); {
	case seconds >= 10*year:
		return query.Grouped(uint64(min(seconds/year, 1e18))) + " years"
	case seconds >= year:
		return fmt.Sprintf("%.1f years", seconds/year)
	case seconds >= 2*day:
		return fmt.Sprintf("%.0f days", seconds/day)
	case d >= time.Minute:
		return d.Round(time.Minute).String()[:len(d.Round(time.Minute).String())-2]
	default:
		return d.Round(time.Second).String()
	}
}

// planJSON is the shape of solve --dry-run --json.
func planJSON(x *index.Space, plan solve.Forecast) any {
	type pair struct {
		Slice     string  `json:"slice"`
		Positions uint64  `json:"positions"`
		Stored    uint64  `json:"stored"`
		Memory    uint64  `json:"memory"`
		InParts   bool    `json:"in_parts"`
		Seconds   float64 `json:"cpu_seconds"`
	}
	pairs := make([]pair, 0, len(plan.Pairs))
	for _, p := range plan.Pairs {
		pairs = append(pairs, pair{p.Slice.String(), p.Raw, p.Size, forProcess(p.Work + p.Tables), p.InParts, p.CPU})
	}
	return struct {
		Ruleset   string  `json:"ruleset"`
		Positions uint64  `json:"positions"`
		Stored    uint64  `json:"stored"`
		Memory    uint64  `json:"memory"`
		Least     uint64  `json:"least_memory"`
		Disk      uint64  `json:"disk"`
		Seconds   float64 `json:"cpu_seconds"`
		Pairs     []pair  `json:"pairs"`
	}{x.Game().String(), plan.Raw, plan.Size, forProcess(plan.Memory), forProcess(plan.Least), plan.Disk, plan.CPU, pairs}
}
