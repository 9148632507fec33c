package server

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"felli"
	"felli/index"
	"felli/internal/testgame"
	"felli/query"
)

func newLocalListener() (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
}

// randomPositions are positions of held slices, with either side to move.
func randomPositions(x *index.Space, pieces, n int, seed uint64) []felli.Position {
	rng := rand.New(rand.NewPCG(seed, 7))
	list := x.Slices(pieces)
	var out []felli.Position
	for range n {
		s := list[rng.IntN(len(list))]
		p := x.Unrank(s, rng.Uint64N(x.Size(s)))
		if rng.IntN(2) == 0 {
			p = x.Game().Rotate(p)
		}
		out = append(out, p)
	}
	return out
}

// TestAnswersEqualQuery compares all three shapes, and the stream, with what
// `felli query` says of random positions.
func TestAnswersEqualQuery(t *testing.T) {
	s := newServer(t, nil)
	direct := openStore(t, testDir(t))
	n := 1000
	if testing.Short() {
		n = 60
	}
	for seed, b := range builtIn {
		x := testgame.Space(t, b.ruleset)
		g := x.Game()
		tables, err := direct.Tables(x)
		if err != nil {
			t.Fatal(err)
		}
		prober := query.NewProber(x, tables)
		var lines, want strings.Builder
		for _, p := range randomPositions(x, b.pieces, n, uint64(seed)) {
			a, err := prober.Answer(p)
			if err != nil {
				t.Fatal(err)
			}
			fen := g.FEN(p)
			fmt.Fprintln(&lines, fen)
			fmt.Fprintf(&want, "%s\n", a.AppendJSON(nil))
			escaped := url.QueryEscape(fen)
			got := bodyOf(t, get(t, s, "/api/v1/position?ruleset="+b.ruleset+"&fen="+escaped))
			if got != string(a.AppendJSON(nil))+"\n" {
				t.Fatalf("position %s %s: %s, want %s", b.ruleset, fen, got, a.AppendJSON(nil))
			}
			compareLila(t, g, a, bodyOf(t, get(t, s, "/"+b.ruleset+"?fen="+escaped)))
			compareUWAPI(t, g, a, bodyOf(t, get(t, s, "/uwapi/"+uwapiID(g.Board)+"/"+b.ruleset+"/positions/?p="+escaped)))
		}
		got := bodyOf(t, ask(t, s, httptest.NewRequest(http.MethodPost, "/api/v1/positions?ruleset="+b.ruleset, strings.NewReader(lines.String()))))
		if got != want.String() {
			t.Errorf("the stream of %s differs from single answers", b.ruleset)
		}
	}
}

// resultOf is a result as lila-tablebase writes it.
func resultOf(t *testing.T, category string, dtw *int) felli.Result {
	t.Helper()
	switch {
	case category == "draw" && dtw == nil:
		return felli.Result{Value: felli.Draw}
	case category == "win" && dtw != nil && *dtw > 0:
		return felli.Result{Value: felli.Win, DTW: felli.Plies(*dtw)}
	case category == "loss" && dtw != nil && *dtw <= 0:
		return felli.Result{Value: felli.Loss, DTW: felli.Plies(-*dtw)}
	}
	t.Fatalf("category %q with dtw %v", category, dtw)
	return felli.Result{}
}

func compareLila(t *testing.T, g *felli.Game, a *query.Answer, body string) {
	t.Helper()
	type state struct {
		Category    string
		DTW         *int
		Checkmate   bool
		Stalemate   bool
		VariantLoss bool `json:"variant_loss"`
	}
	var got struct {
		state
		Moves []struct {
			state
			UCI string
		}
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	ended := func(s state, p felli.Position) {
		t.Helper()
		_, over := g.Ended(p)
		if said := s.Checkmate || s.Stalemate || s.VariantLoss; said != over {
			t.Errorf("lila %s: its flags say ended: %v, want %v", g.FEN(p), said, over)
		}
	}
	if r := resultOf(t, got.Category, got.DTW); r != a.Result {
		t.Errorf("lila %s: %v, want %v", g.FEN(a.Position), r, a.Result)
	}
	ended(got.state, a.Position)
	if len(got.Moves) != len(a.Moves) {
		t.Fatalf("lila %s: %d moves, want %d", g.FEN(a.Position), len(got.Moves), len(a.Moves))
	}
	for i, m := range got.Moves {
		if r := resultOf(t, m.Category, m.DTW).Before(); m.UCI != a.Moves[i].Text || r != a.Moves[i].Result {
			t.Errorf("lila %s: move %s %v, want %s %v", g.FEN(a.Position), m.UCI, r, a.Moves[i].Text, a.Moves[i].Result)
		}
		ended(m.state, a.Moves[i].After)
	}
}

func compareUWAPI(t *testing.T, g *felli.Game, a *query.Answer, body string) {
	t.Helper()
	var got struct {
		PositionValue string
		Remoteness    int
		Moves         []uwapiMove
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	read := func(value string, remoteness int) felli.Result {
		switch value {
		case "win":
			return felli.Result{Value: felli.Win, DTW: felli.Plies(remoteness)}
		case "lose":
			return felli.Result{Value: felli.Loss, DTW: felli.Plies(remoteness)}
		}
		if value != "draw" || remoteness != -200 {
			t.Fatalf("value %q with remoteness %d", value, remoteness)
		}
		return felli.Result{Value: felli.Draw}
	}
	if r := read(got.PositionValue, got.Remoteness); r != a.Result {
		t.Errorf("uwapi %s: %v, want %v", g.FEN(a.Position), r, a.Result)
	}
	if len(got.Moves) != len(a.Moves) {
		t.Fatalf("uwapi %s: %d moves, want %d", g.FEN(a.Position), len(got.Moves), len(a.Moves))
	}
	pictures := map[string]bool{}
	best := map[felli.Value]int{}
	for i, m := range got.Moves {
		want := a.Moves[i]
		if r := read(m.PositionValue, m.Remoteness).Before(); m.Move != want.Text || r != want.Result || m.MoveValue != uwapiValue(r.Value) {
			t.Errorf("uwapi %s: move %s %v, want %s %v", g.FEN(a.Position), m.Move, r, want.Text, want.Result)
		}
		if pictures[m.AutoguiMove] {
			t.Errorf("uwapi %s: two moves %s", g.FEN(a.Position), m.AutoguiMove)
		}
		pictures[m.AutoguiMove] = true
		if _, ok := best[want.Result.Value]; !ok {
			best[want.Result.Value] = m.Remoteness
		}
		if d := m.Remoteness - best[want.Result.Value]; m.DeltaRemoteness != max(d, -d) {
			t.Errorf("uwapi %s: move %s: deltaRemoteness %d, want %d", g.FEN(a.Position), m.Move, m.DeltaRemoteness, max(d, -d))
		}
	}
}

// TestUWAPIUnsolved: the front end can show and play a game that no table
// reaches, and plays the sound that a move's picture names.
func TestUWAPIUnsolved(t *testing.T) {
	s := newServer(t, nil)
	var variant struct {
		Data struct {
			Themes map[string]struct {
				Centres    [][2]float64 `json:"centers"` //nolint:misspell // the front end's word
				CharImages map[string]any
				Sounds     map[string]string
			}
		} `json:"imageAutoGUIData"`
		AutoguiStartPosition, StartPosition string
	}
	if err := json.Unmarshal([]byte(get(t, s, "/uwapi/alquerque/fetaix/").body), &variant); err != nil {
		t.Fatal(err)
	}
	theme := variant.Data.Themes["basic"]
	_, board, _ := strings.Cut(variant.AutoguiStartPosition, "_")
	if len(theme.Centres) != 25 || len(board) != 25 {
		t.Fatalf("%d centres for %q", len(theme.Centres), board)
	}
	for _, c := range board {
		if _, drawn := theme.CharImages[string(c)]; !drawn && c != '-' {
			t.Errorf("no picture of %q", c)
		}
	}
	// The front end fills the address in without escaping.
	resp := get(t, s, "/uwapi/alquerque/fetaix/positions/?p="+variant.StartPosition)
	var got struct {
		PositionValue string
		Remoteness    int
		Moves         []uwapiMove
	}
	if err := json.Unmarshal([]byte(resp.body), &got); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 || got.PositionValue != "unsolved" || got.Remoteness != finiteUnknown || len(got.Moves) != 4 {
		t.Errorf("%d %+v", resp.StatusCode, got)
	}
	for _, m := range got.Moves {
		sound := m.AutoguiMove[len(m.AutoguiMove)-1:]
		if m.MoveValue != "unsolved" || m.PositionValue != "unsolved" || theme.Sounds[sound] == "" {
			t.Errorf("%+v, its sound %q", m, theme.Sounds[sound])
		}
	}
}

// TestLineAndGame compares best play with the query package, and a game with
// the positions along it.
func TestLineAndGame(t *testing.T) {
	s := newServer(t, nil)
	const fen = "W:Wa1,c1:Bb4,c5"
	var line query.LineJSON
	if err := json.Unmarshal([]byte(bodyOf(t, get(t, s, "/api/v1/line?ruleset=felli&fen="+url.QueryEscape(fen)))), &line); err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, m := range line.Line {
		moves = append(moves, m.Move)
	}
	var game struct {
		Moves     []string
		Positions []struct{ FEN, Value string }
	}
	target := "/api/v1/game?ruleset=felli&fen=" + url.QueryEscape(fen) + "&moves=" + url.QueryEscape(strings.Join(moves, " "))
	if err := json.Unmarshal([]byte(bodyOf(t, get(t, s, target))), &game); err != nil {
		t.Fatal(err)
	}
	if len(game.Positions) != len(moves)+1 || strings.Join(game.Moves, " ") != strings.Join(moves, " ") {
		t.Fatalf("game of %d moves has %d positions and moves %v", len(moves), len(game.Positions), game.Moves)
	}
	for i, m := range line.Line {
		if game.Positions[i+1].FEN != m.FEN {
			t.Errorf("position %d is %s, want %s", i+1, game.Positions[i+1].FEN, m.FEN)
		}
	}
}

// TestErrors checks status, kind and reason of what can't be answered.
func TestErrors(t *testing.T) {
	s := newServer(t, nil)
	for _, c := range []struct {
		target, body, says string
		status             int
	}{
		{"/api/v1/position?fen=start", "", "ruleset is missing", 400},
		{"/api/v1/position?ruleset=fellu&fen=start", "", "fellu", 400},
		{"/api/v1/position?ruleset=felli&fen=W:Wz9:B", "", "z9", 400},
		{"/api/v1/position?ruleset=felli&fen=start&moves=a1-a5", "", "legal moves", 400},
		{"/api/v1/position?ruleset=felli&ruleset=felli", "", "twice", 400},
		{"/api/v1/position?ruleset=%zz", "", "bad address", 400},
		{"/api/v1/position?ruleset=felli-mullah", "", "not built", 404},
		{"/api/v1/position?ruleset=butterfly", "", "butterfly", 404},
		{"/api/v1/line?ruleset=felli-mullah", "", "not built", 404},
		{"/api/v1/stats/felli/m9vm9", "", "no such slice", 400},
		{"/api/v1/stats/felli-mullah/m6vm6", "", "not built", 404},
		{"/api/v1/histogram/felli-mullah/m6vm6", "", "not built", 404},
		{"/api/v1/histogram/butterfly/m1vm1", "", "butterfly", 404},
		{"/api/v1/nothing", "", "no page", 404},
		{"/api/v1/position/", "", "no page", 404},
		{"/api/v2/position", "", "no page", 404},
		{"/nothing?fen=start", "", "nothing", 404},
		{"/felli", "", "fen is missing", 400},
		{"/felli-mullah?fen=start", "", "not built", 404},
		{"/felli/mainline?fen=x", "", "parse FEN", 400},
		{"/uwapi/felli/fetaix/", "", "alquerque", 404},
		{"/uwapi/chess/", "", "no game", 404},
		{"/uwapi/felli/felli/positions/", "", "p is missing", 400},
		{"/../etc/passwd", "", "bad path", 400},
		{"/api/v1/positions?ruleset=felli", "\xff\xfe", "isn't text", 400},
		{"/api/v1/positions", "start", "ruleset is missing", 400},
		{"/api/v1/position", "start", "isn't allowed", 405},
	} {
		r := httptest.NewRequest(http.MethodGet, c.target, nil)
		if c.body != "" {
			r = httptest.NewRequest(http.MethodPost, c.target, strings.NewReader(c.body))
		}
		resp := ask(t, s, r)
		body := bodyOf(t, resp)
		var got struct {
			Error struct{ Kind, Message, Hint string }
		}
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Errorf("%s: %v in %s", c.target, err, body)
			continue
		}
		if resp.StatusCode != c.status || !strings.Contains(got.Error.Message, c.says) || got.Error.Kind == "" {
			t.Errorf("%s: %d %s, want %d and %q", c.target, resp.StatusCode, body, c.status, c.says)
		}
		if resp.Header.Get("Access-Control-Allow-Origin") != "*" || resp.Header.Get("Content-Type") != jsonType {
			t.Errorf("%s: header %v", c.target, resp.Header)
		}
		if got.Error.Kind == "not built" && got.Error.Hint == "" {
			t.Errorf("%s: no hint in %s", c.target, body)
		}
	}
}

// TestUnknownHasMoves: a position beyond the tables comes with its moves.
func TestUnknownHasMoves(t *testing.T) {
	s := newServer(t, nil)
	resp := get(t, s, "/api/v1/position?ruleset=butterfly")
	var got struct {
		Position struct {
			Value string
			Moves []struct{ Move, Value string }
		}
	}
	if err := json.Unmarshal([]byte(bodyOf(t, resp)), &got); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusNotFound || resp.Header.Get("ETag") != "" || got.Position.Value != "unknown" || len(got.Position.Moves) == 0 {
		t.Errorf("%d, ETag %q, %+v", resp.StatusCode, resp.Header.Get("ETag"), got)
	}
}

// TestHTTP checks HEAD, OPTIONS, ETag and gzip.
func TestHTTP(t *testing.T) {
	s := newServer(t, nil)
	const target = "/api/v1/position?ruleset=felli&fen=W:Wa1,c1,e1:Ba5,c5,e5"
	plain := get(t, s, target)
	body := bodyOf(t, plain)
	tag := plain.Header.Get("ETag")
	if plain.StatusCode != 200 || !strings.HasPrefix(tag, `W/"`) {
		t.Fatalf("%d %v", plain.StatusCode, plain.Header)
	}
	r := httptest.NewRequest(http.MethodHead, target, nil)
	if resp := ask(t, s, r); resp.StatusCode != 200 || resp.Header.Get("Content-Length") != fmt.Sprint(len(body)) || bodyOf(t, resp) != "" {
		t.Errorf("HEAD: %d %v", resp.StatusCode, resp.Header)
	}
	r = httptest.NewRequest(http.MethodGet, target, nil)
	r.Header.Set("If-None-Match", `"other", `+tag)
	if resp := ask(t, s, r); resp.StatusCode != 304 || bodyOf(t, resp) != "" || resp.Header.Get("ETag") != tag {
		t.Errorf("If-None-Match: %d %v", resp.StatusCode, resp.Header)
	}
	r = httptest.NewRequest(http.MethodOptions, "/api/v1/positions", nil)
	if resp := ask(t, s, r); resp.StatusCode != 204 || resp.Header.Get("Access-Control-Allow-Methods") != "POST, OPTIONS" {
		t.Errorf("OPTIONS: %d %v", resp.StatusCode, resp.Header)
	}
	r = httptest.NewRequest(http.MethodGet, "/api/v1/rulesets", nil)
	r.Header.Set("Accept-Encoding", "br, gzip;q=0.5")
	resp := ask(t, s, r)
	if resp.Header.Get("Content-Encoding") != "gzip" || resp.Header.Get("Vary") != "Accept-Encoding" {
		t.Fatalf("gzip: %v", resp.Header)
	}
	zip, err := gzip.NewReader(strings.NewReader(resp.body))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(zip).Decode(new(any)); err != nil {
		t.Error(err)
	}
	r.Header.Set("Accept-Encoding", "gzip;q=0")
	if resp := ask(t, s, r); resp.Header.Get("Content-Encoding") != "" {
		t.Errorf("gzip although refused: %v", resp.Header)
	}
}

// TestPages checks the explorer's files and their security headers.
func TestPages(t *testing.T) {
	s := newServer(t, nil)
	total := 0
	for path := range s.pages {
		resp := get(t, s, path)
		body := bodyOf(t, resp)
		if resp.StatusCode != 200 || body == "" || resp.Header.Get("X-Content-Type-Options") != "nosniff" || resp.Header.Get("ETag") == "" {
			t.Errorf("%s: %d %v", path, resp.StatusCode, resp.Header)
		}
		if path != "/openapi.yaml" && path != "/favicon.ico" {
			total += len(body)
		}
		if path == "/" {
			csp := resp.Header.Get("Content-Security-Policy")
			if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") || resp.Header.Get("X-Frame-Options") != "DENY" {
				t.Errorf("%s: %v", path, resp.Header)
			}
			if strings.Contains(body, "<style") || strings.Contains(body, " style=") || strings.Contains(body, " onclick=") || strings.Contains(body, "<script>") {
				t.Error("the page has inline script or style")
			}
		}
	}
	if total > 150_000 {
		t.Errorf("the explorer has %d bytes, want at most 150,000", total)
	}
}

// TestNewTables builds more while the server runs: it notices, and old tags
// stop matching.
func TestNewTables(t *testing.T) {
	dir := t.TempDir()
	if err := build(dir, "felli", 3); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(c *Config) { c.Store = openStore(t, dir) })
	const old, wider, other = "/api/v1/position?ruleset=felli&fen=W:Wa1:Bc5,e5", "/api/v1/position?ruleset=felli&fen=W:Wa1,c1:Bc5,e5", "/api/v1/position?ruleset=felli-compulsory&fen=W:Wa1:Bc5"
	tag := get(t, s, old).Header.Get("ETag")
	for _, target := range []string{wider, other} {
		if resp := get(t, s, target); resp.StatusCode != 404 {
			t.Fatalf("%s: %d before it is built", target, resp.StatusCode)
		}
	}
	s.Refresh()
	if now := get(t, s, old).Header.Get("ETag"); now != tag {
		t.Errorf("the tag changed from %s to %s with nothing new", tag, now)
	}
	if err := errors.Join(build(dir, "felli", 4), build(dir, "felli-compulsory", 2)); err != nil {
		t.Fatal(err)
	}
	s.Refresh()
	for _, target := range []string{old, wider, other} {
		r := httptest.NewRequest(http.MethodGet, target, nil)
		r.Header.Set("If-None-Match", tag)
		if resp := ask(t, s, r); resp.StatusCode != 200 {
			t.Errorf("%s: %d after it was built", target, resp.StatusCode)
		}
	}
}

// TestStoreRebuilt: the store is taken away and built anew, with another
// ruleset and other tables. The server says that it can't read it, then goes on.
func TestStoreRebuilt(t *testing.T) {
	dir := t.TempDir()
	if err := build(dir, "felli", 3); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(c *Config) { c.Store = openStore(t, dir) })
	const held, custom = "/api/v1/position?ruleset=felli&fen=W:Wa1:Bc5,e5", "felli,stalemate=draw"
	first := get(t, s, held)
	if first.StatusCode != 200 || strings.Contains(get(t, s, "/api/v1/rulesets").body, custom) {
		t.Fatalf("%d, or %s is known too early", first.StatusCode, custom)
	}
	if err := os.RemoveAll(filepath.Join(dir, "db")); err != nil {
		t.Fatal(err)
	}
	s.Refresh()
	if resp := get(t, s, "/healthz"); resp.StatusCode != 503 {
		t.Errorf("/healthz without a store: %d", resp.StatusCode)
	}
	if err := build(dir, custom, 3); err != nil {
		t.Fatal(err)
	}
	s.Refresh()
	if resp := get(t, s, "/healthz"); resp.StatusCode != 200 {
		t.Errorf("/healthz with a new store: %d %s", resp.StatusCode, resp.body)
	}
	if resp := get(t, s, held); resp.StatusCode != 404 {
		t.Errorf("what is no longer there: %d", resp.StatusCode)
	}
	if resp := get(t, s, strings.Replace(held, "felli", custom, 1)); resp.StatusCode != 200 || !strings.Contains(get(t, s, "/api/v1/rulesets").body, custom) {
		t.Errorf("what is new: %d", resp.StatusCode)
	}
	if err := build(dir, "felli", 4); err != nil {
		t.Fatal(err)
	}
	s.Refresh()
	r := httptest.NewRequest(http.MethodGet, held, nil)
	r.Header.Set("If-None-Match", first.Header.Get("ETag"))
	if resp := ask(t, s, r); resp.StatusCode != 200 || resp.body != first.body {
		t.Errorf("built anew with more tables: %d %s", resp.StatusCode, resp.body)
	}
}

// TestMetrics checks that requests are counted, and /healthz.
func TestMetrics(t *testing.T) {
	s := newServer(t, nil)
	get(t, s, "/api/v1/position?ruleset=felli&fen=W:Wa1:Bc3")
	get(t, s, "/api/v1/position?ruleset=felli&fen=nonsense")
	body := bodyOf(t, get(t, s, "/metrics"))
	for _, want := range []string{
		`felli_http_requests_total{route="position",status="200"} 1`, `felli_http_requests_total{route="position",status="400"} 1`,
		"felli_positions_total 1", "felli_http_requests_running 1", "go_goroutines",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("/metrics lacks %q", want)
		}
	}
	if body := bodyOf(t, get(t, s, "/healthz")); body != `{"status":"ok","rulesets":3}`+"\n" {
		t.Errorf("/healthz: %s", body)
	}
}
