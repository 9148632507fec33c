package solve

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"felli"
	"felli/index"
)

// TestSlicesOfMenOnlyFelli compares counts and longest distances of every slice
// with those of an independent solver.
func TestSlicesOfMenOnlyFelli(t *testing.T) {
	file, err := os.Open("../testdata/slices.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	solved := map[string]map[index.Slice]Finished{}
	rows := 0
	lines := bufio.NewScanner(file)
	lines.Scan() // names of the columns
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		if solved[row[0]] == nil {
			solved[row[0]] = solveAll(t, space(t, row[0]), 0, 2)
		}
		s, err := index.ParseSlice(row[1])
		if err != nil {
			t.Fatal(err)
		}
		f := solved[row[0]][s]
		n := func(c uint64) string { return strconv.FormatUint(c, 10) }
		e := func(x index.Extreme) string {
			if !x.Exists {
				return "-"
			}
			return strconv.Itoa(int(x.DTW))
		}
		got := []string{
			row[0], s.String(),
			n(f.Raw.Positions), n(f.Raw.Win), n(f.Raw.Loss), n(f.Raw.Draw),
			n(f.Folded.Positions), n(f.Folded.Win), n(f.Folded.Loss), n(f.Folded.Draw),
			e(f.Longest.Win), e(f.Longest.Loss),
		}
		if strings.Join(got, " ") != strings.Join(row, " ") {
			t.Errorf("slice row\n got %v\nwant %v", got, row)
		}
		rows++
	}
	if rows != 72 || len(solved) != 2 {
		t.Errorf("compared %d rows of %d rulesets, want 72 of 2", rows, len(solved))
	}
	for text, want := range map[string]felli.Result{"felli": {Value: felli.Draw}, "felli-compulsory": {Value: felli.Win, DTW: 31}} {
		x := space(t, text)
		s, i := x.Rank(x.Game().Start())
		if got := solved[text][s].Codes.At(i).Result(); got != want {
			t.Errorf("%s: the start is %v, want %v", text, got, want)
		}
	}
}

// TestValues compares random positions with an independent solver. Those that
// need long solves are left to the acceptance tests.
func TestValues(t *testing.T) {
	file, err := os.Open("../testdata/values.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	most := map[string]int{"felli": 12, "felli-compulsory": 12, "felli-mullah": 6, "fetaix": 4}
	if os.Getenv("FELLI_ACCEPTANCE") != "" {
		most = map[string]int{"felli": 12, "felli-compulsory": 12, "felli-mullah": 12, "fetaix": 5}
	}
	if testing.Short() {
		most = map[string]int{"felli": 12, "felli-compulsory": 12, "felli-mullah": 4, "fetaix": 3}
	}
	type solution struct {
		x    *index.Space
		done map[index.Slice]Finished
	}
	solved := map[string]solution{}
	compared := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var row struct {
			Ruleset, FEN, Value string
			DTW                 *felli.Plies
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if solved[row.Ruleset].x == nil {
			x := space(t, row.Ruleset)
			solved[row.Ruleset] = solution{x, solveAll(t, x, most[row.Ruleset], 2)}
		}
		so := solved[row.Ruleset]
		p, err := so.x.Game().ParseFEN(row.FEN)
		if err != nil {
			t.Fatal(err)
		}
		if p.Occupied().Len() > most[row.Ruleset] {
			continue
		}
		s, i := so.x.Rank(p)
		got := so.done[s].Codes.At(i).Result()
		decided := got.Value != felli.Draw
		if got.Value.String() != row.Value || decided != (row.DTW != nil) || decided && got.DTW != *row.DTW {
			t.Errorf("%s: %s is %v, want %s", row.Ruleset, row.FEN, got, lines.Text())
		}
		compared++
	}
	if compared < 300 {
		t.Errorf("compared %d positions, want at least 300", compared)
	}
}
