package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"felli/internal/testgame"
	"felli/query"
)

// A Parquet file reads back as what was exported: the same rows as the CSV, in
// the same order, with the values that queries give, and whose they are.
func TestParquetReadsBack(t *testing.T) {
	dir := t.TempDir()
	db, file := filepath.Join(dir, "db"), filepath.Join(dir, "all.parquet")
	felliRun := func(args ...string) string {
		t.Helper()
		var out, problems bytes.Buffer
		if code := run(context.Background(), append(args, "--db", db), strings.NewReader(""), &out, &problems); code != 0 {
			t.Fatalf("%v ends with %d: %s", args, code, &problems)
		}
		return out.String()
	}
	const ruleset = "felli-mullah,stalemate=draw"
	felliRun("solve", ruleset, "--pieces", "3")
	felliRun("export", ruleset, "--format", "parquet", "--output", file)
	rows, err := parquet.ReadFile[parquetRow](file)
	if err != nil {
		t.Fatal(err)
	}
	lines := csv.NewReader(strings.NewReader(felliRun("export", ruleset)))
	lines.Comment = '#'
	records, err := lines.ReadAll()
	if err != nil || len(records) != len(rows)+1 {
		t.Fatalf("%d rows of Parquet, %d lines of CSV, %v", len(rows), len(records), err)
	}
	x, tables := testgame.Solved(t, ruleset, 3)
	prober := query.NewProber(x, tables)
	seen := map[string]bool{}
	values := map[string]int{}
	for i, row := range rows {
		dtw := ""
		if row.DTW != nil {
			dtw = strconv.Itoa(int(*row.DTW))
		}
		if have := fmt.Sprint([]string{row.FEN, row.Value, dtw}); have != fmt.Sprint(records[i+1]) {
			t.Fatalf("row %d is %v, the CSV says %v", i, have, records[i+1])
		}
		r, err := prober.Probe(testgame.Position(t, x.Game(), row.FEN))
		if err != nil {
			t.Fatal(err)
		}
		if plies := query.Decided(r); r.Value.String() != row.Value || (plies == nil) != (row.DTW == nil) || plies != nil && int32(*plies) != *row.DTW {
			t.Fatalf("row %d is %s %s %s, a query gives %s", i, row.FEN, row.Value, dtw, query.Brief(r))
		}
		if seen[row.FEN] {
			t.Fatalf("%s comes twice", row.FEN)
		}
		seen[row.FEN] = true
		values[row.Value]++
	}
	if values["win"] == 0 || values["loss"] == 0 || values["draw"] == 0 {
		t.Errorf("values %v", values)
	}
	checkParquetFacts(t, file)
}

// checkParquetFacts reads the metadata, and the types of the columns.
func checkParquetFacts(t *testing.T, file string) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(in, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"felli.ruleset": "felli-mullah,capture=compulsory,chain=compulsory,removal=immediate,men-move=any,men-capture=any,promotion=corners,promote=single,mullah-move=lines,mullah-capture=long,stalemate=draw",
		"felli.board":   "felli",
	} {
		if have, _ := f.Lookup(key); have != want {
			t.Errorf("%s is %q, want %q", key, have, want)
		}
	}
	const schema = "message parquetRow {\n\trequired binary fen (STRING);\n\trequired binary value (STRING);\n\toptional int32 dtw (INT(32,true));\n}"
	if have := f.Schema().String(); have != schema {
		t.Errorf("schema %s, want %s", have, schema)
	}
}
