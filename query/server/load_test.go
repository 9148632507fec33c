package server

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"felli/internal/testgame"
)

// TestLoad asks for random positions over 64 connections as fast as it can,
// for as long as $FELLI_LOAD says (such as 30s), and prints how fast that was.
// Client and server share the machine. With $FELLI_SERVER it asks that server,
// which must hold the ruleset of $FELLI_RULESET (felli-mullah if not set) up to
// $FELLI_PIECES pieces (12). With $FELLI_WRK it asks nothing, but writes the
// requests into that file, as a script for wrk, a client that costs less:
//
//	FELLI_WRK=/tmp/load.lua go test -run TestLoad ./query/server
//	wrk -t2 -c64 -d30s --latency -s /tmp/load.lua http://127.0.0.1:8080
func TestLoad(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("FELLI_LOAD"))
	script := os.Getenv("FELLI_WRK")
	if err != nil && script == "" {
		t.Skip("FELLI_LOAD names no time to load the server for")
	}
	base, ruleset, pieces := os.Getenv("FELLI_SERVER"), os.Getenv("FELLI_RULESET"), 12
	if ruleset == "" {
		ruleset = "felli-mullah"
	}
	if n, err := strconv.Atoi(os.Getenv("FELLI_PIECES")); err == nil {
		pieces = n
	}
	if base == "" && script == "" {
		base, ruleset, pieces = listen(t, newServer(t, nil)), "felli", 6
	}
	x := testgame.Space(t, ruleset)
	var targets []string
	for _, p := range randomPositions(x, pieces, 20_000, 3) {
		targets = append(targets, base+"/api/v1/position?ruleset="+ruleset+"&fen="+url.QueryEscape(x.Game().FEN(p)))
	}
	if script != "" {
		if err := os.WriteFile(script, []byte(wrkScript(targets)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	client := http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	begin := time.Now()
	for seed := range uint64(64) {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 9))
			var mine []time.Duration
			for time.Since(begin) < length {
				sent := time.Now()
				resp, err := client.Get(targets[rng.IntN(len(targets))])
				if err != nil {
					t.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, resp.Body)
				if _ = resp.Body.Close(); err != nil || resp.StatusCode != http.StatusOK {
					t.Errorf("status %d, %v", resp.StatusCode, err)
					return
				}
				mine = append(mine, time.Since(sent))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, mine...)
		})
	}
	all.Wait()
	elapsed := time.Since(begin)
	slices.Sort(took)
	fmt.Printf("%d requests in %v with 64 connections on %d processors: %.0f requests/s, p50 %v, p99 %v\n",
		len(took), elapsed.Round(time.Second), runtime.GOMAXPROCS(0), float64(len(took))/elapsed.Seconds(),
		took[len(took)/2].Round(10*time.Microsecond), took[len(took)*99/100].Round(10*time.Microsecond))
}

// wrkScript makes wrk ask for the targets in random order.
func wrkScript(targets []string) string {
	var b strings.Builder
	b.WriteString("local requests = {}\nlocal targets = {\n")
	for _, target := range targets {
		fmt.Fprintf(&b, "%q,\n", target)
	}
	b.WriteString(`}
local threads = 0
function setup(thread) threads = threads + 1; thread:set("seed", threads) end
function init() math.randomseed(seed); for i, t in ipairs(targets) do requests[i] = wrk.format("GET", t) end end
function request() return requests[math.random(#requests)] end
`)
	return b.String()
}

// BenchmarkPosition answers positions without a network.
func BenchmarkPosition(b *testing.B) {
	s := newServer(b, nil)
	x := testgame.Space(b, "felli")
	var requests []*http.Request
	for _, p := range randomPositions(x, 6, 1000, 3) {
		r, err := http.NewRequest(http.MethodGet, "/api/v1/position?ruleset=felli&fen="+url.QueryEscape(x.Game().FEN(p)), nil)
		if err != nil {
			b.Fatal(err)
		}
		requests = append(requests, r)
	}
	w := &sink{header: http.Header{}}
	i := 0
	for b.Loop() {
		clear(w.header)
		s.ServeHTTP(w, requests[i%len(requests)])
		if w.status != http.StatusOK {
			b.Fatal(w.status)
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}

// A sink is a response that goes nowhere.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
