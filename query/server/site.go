package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"felli"
	"felli/index"
	"felli/query"
	"felli/query/server/web"
)

// MaxSitePositions is the most positions that a page is made to hold.
const MaxSitePositions = 16 << 20

// liveSource is the script that asks a server, tableScripts those that read a
// table.
const (
	liveSource   = `<script defer src="web/source-http.js"></script>`
	tableScripts = `<script defer src="web/movegen.js"></script>
<script defer src="web/numbering.js"></script>
<script defer src="web/table.js"></script>
<script defer src="web/source-table.js"></script>`
)

// siteTable is the table as source-table.js reads it.
type siteTable struct {
	Rulesets   []rulesetJSON     `json:"rulesets"`
	Boards     []boardJSON       `json:"boards"`
	Symmetries [][]int           `json:"symmetries"`
	Slices     []siteSlice       `json:"slices"`
	Wide       bool              `json:"wide"` // two bytes a code, little-endian
	Stats      *query.Statistics `json:"stats"`
	Data       []byte            `json:"data"` // gzip of all codes, slice by slice; base64 in JSON
}

type siteSlice struct {
	Slice string `json:"slice"`
	Size  int    `json:"size"`
}

// WriteSite writes the explorer into dir, which it makes, as plain files that
// hold the tables of x's game with up to so many pieces in all (0: all there
// are) and need no server. There may be up to [MaxSitePositions] stored
// positions.
func WriteSite(ctx context.Context, dir string, x *index.Space, tables query.Tables, pieces int) error {
	text, err := siteScript(ctx, x, fewPieces{tables, pieces})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "web"), 0o777); err != nil {
		return err
	}
	files := web.Files()
	list, err := fs.ReadDir(files, ".")
	if err != nil {
		return err
	}
	for _, f := range list {
		body, err := fs.ReadFile(files, f.Name())
		if err != nil {
			return err
		}
		path := filepath.Join(dir, "web", f.Name())
		switch f.Name() {
		case "source-http.js":
			continue
		case "index.html":
			path = filepath.Join(dir, f.Name())
			body = bytes.Replace(body, []byte(liveSource), []byte(tableScripts), 1)
		}
		if err := os.WriteFile(path, body, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "web", "table.js"), text, 0o666)
}

// siteScript is table.js.
func siteScript(ctx context.Context, x *index.Space, tables query.Tables) ([]byte, error) {
	g := x.Game()
	st, err := query.Collect(x, tables)
	if err != nil {
		return nil, err
	}
	t := siteTable{Boards: []boardJSON{drawBoard(g.Board)}, Stats: st}
	for _, perm := range g.Symmetries() {
		var to []int
		for _, p := range perm {
			to = append(to, int(p))
		}
		t.Symmetries = append(t.Symmetries, to)
	}
	pieces, err := fits(x, st)
	if err != nil {
		return nil, err
	}
	r := describeRules(g)
	r.Tables = &tablesJSON{Slices: len(st.Slices), Pieces: pieces, Digest: st.Digest, Complete: len(st.Slices) == len(x.Slices(0))}
	t.Rulesets = []rulesetJSON{r}
	var codes []felli.Code
	err = query.Answers(ctx, x, tables, query.VerifyOptions{}, func(s index.Slice, c index.Codes) error {
		t.Slices = append(t.Slices, siteSlice{s.String(), c.Len()})
		for i := range uint64(c.Len()) {
			codes = append(codes, c.At(i))
			t.Wide = t.Wide || c.At(i) > 255
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if t.Data, err = packCodes(codes, t.Wide); err != nil {
		return nil, err
	}
	var out strings.Builder
	out.WriteString("\"use strict\";\n// Made by felli export-site.\nfelli.table = ")
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(t); err != nil {
		return nil, err
	}
	return []byte(strings.TrimSuffix(out.String(), "\n") + ";\n"), nil
}

// fewPieces are the tables with up to so many pieces in all (0: all).
type fewPieces struct {
	query.Tables
	pieces int
}

func (f fewPieces) beyond(s index.Slice) bool { return f.pieces > 0 && s.Pieces() > f.pieces }

// Summaries implements [query.Tables].
func (f fewPieces) Summaries() ([]index.Summary, error) {
	list, err := f.Tables.Summaries()
	return slices.DeleteFunc(slices.Clone(list), func(sum index.Summary) bool { return f.beyond(sum.Slice) }), err
}

// Summary implements [query.Tables].
func (f fewPieces) Summary(s index.Slice) (index.Summary, error) {
	if f.beyond(s) {
		return index.Summary{}, fmt.Errorf("slice %v has more than %d pieces: %w", s, f.pieces, felli.ErrNotBuilt)
	}
	return f.Tables.Summary(s)
}

// fits is the most pieces that st's tables have in all. It is an error if they
// hold too much for a page, or nothing.
func fits(x *index.Space, st *query.Statistics) (pieces int, err error) {
	total := uint64(0)
	sizes := map[int]uint64{} // by pieces
	for i := range st.Slices {
		s := st.Slices[i].Material
		total += x.Size(s)
		sizes[s.Pieces()] += x.Size(s)
		pieces = max(pieces, s.Pieces())
	}
	if total > 0 && total <= MaxSitePositions {
		return pieces, nil
	}
	bad := &felli.ParseError{
		What: "ruleset", Input: x.Game().String(), Reason: fmt.Sprintf("its tables hold %d positions, a site takes 1 to %d", total, MaxSitePositions),
	}
	sum := uint64(0)
	for n := 2; n <= pieces && sum+sizes[n] <= MaxSitePositions; n++ {
		if sum += sizes[n]; sizes[n] > 0 {
			bad.Hint = fmt.Sprintf("those with few pieces fit: --pieces %d", n)
		}
	}
	return 0, bad
}

func packCodes(codes []felli.Code, wide bool) ([]byte, error) {
	var buf bytes.Buffer
	zip, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, 0, 2*len(codes))
	for _, c := range codes {
		raw = append(raw, byte(c))
		if wide {
			raw = append(raw, byte(c>>8))
		}
	}
	if _, err := zip.Write(raw); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
