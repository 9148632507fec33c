package server

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"felli/internal/testgame"
)

// hostile are requests that no client should send, written out as they go
// over the wire.
func hostile() []string {
	var list []string
	add := func(line string, header ...string) {
		list = append(list, line+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"+strings.Join(header, "\r\n")+
			strings.Repeat("\r\n", min(len(header), 1))+"\r\n")
	}
	post := func(target, kind, body string) {
		list = append(list, fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", target, kind, len(body), body))
	}
	for _, fen := range []string{
		"", "W", "%ff%fe", "%00", "W:Wa1:B%00", "W:Wa1,a1:Bc3", "W:WKa1:Bc3", "W:Wa1:B", "start%20start", "W:W%F0%9F%98%80:Bc3", "W:Wa1:Bc3:Wa5",
		"W:" + strings.Repeat("Wa1,", 500), strings.Repeat("%41", 3000), strings.Repeat("W:Wa1:Bc3", 900), strings.Repeat(":", 5000), "%zz", "a;b", "<script>alert(1)</script>", "'%20OR%201=1--",
		"W:Wa1:B%E2%80%AEc3", "../../etc/passwd", "${jndi:ldap://x}", "W:Wa1,,c1:Ba5", "W:WKKa1:Bc3", "W:Wa1:Bc9", "-1", "NaN", "X:Wa1:Bc3", "W:Wa1;Bc3%20x", "[]", "{}", "%0d%0aSet-Cookie:x=1",
	} {
		for _, path := range []string{"/api/v1/position?ruleset=felli&fen=", "/felli?fen=", "/uwapi/felli/felli/positions/?p=", "/felli/mainline?fen="} {
			if fen == "" && strings.HasPrefix(path, "/api") {
				path = "/api/v1/position?fen="
			}
			add("GET " + path + strings.ReplaceAll(fen, " ", "%20"))
		}
	}
	for _, path := range []string{
		"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//", "//api/v1/rulesets", "/web/../index.html", "/web/", "/web/nothing.js", "/web/%00", "/.git/config",
		"/api/v1/stats/felli/../../x", "/api/v1/stats//m1vm1", "/api/v1/stats/felli/m1vm1/x", "/api/v1/stats/felli/m99999999999999999999vm1", "/api/v1/histogram/felli/m-1vm1",
		"/api/v1/rulesets/" + strings.Repeat("felli,", 300), "/api/v1/rulesets/felli,capture", "/api/v1/rulesets/%ff", "/uwapi//felli/", "/uwapi/felli/felli/positions/extra/?p=start",
		"/wp-login.php", "/cgi-bin/sh", "/felli%2fmainline%2fx", "/felli/mainline/", "/" + strings.Repeat("a", 9000), "/healthz/x", "/metrics/", "/\\windows", "/api/v1/game?ruleset=felli&moves=" + strings.Repeat("a1-b2+", 1500),
		"/api/v1/game?ruleset=felli&moves=%ff", "/api/v1/line?ruleset=&fen=start", "/api/v1/position?ruleset=felli,felli,felli", "/api/v1/position?ruleset=felli&fen=start&fen=start", "/api/v1/position?ruleset=felli&prove=1e999", "/api/v1/position?ruleset=felli&prove=%ff", "/api/v1/puzzles/felli?count=99999999999999999999",
		"/api/v1/puzzles/felli?seed=-1", "/api/v1/puzzles/", "/api/v1/position?ruleset=felli&moves=" + strings.Repeat("x", 8500),
	} {
		add("GET " + path)
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "FELLI", "get"} {
		add(method+" /api/v1/position?ruleset=felli", "Content-Length: 0")
		add(method+" /", "Content-Length: 0")
	}
	add("GET /api/v1/positions?ruleset=felli")
	add("PUT /api/v1/positions?ruleset=felli", "Content-Length: 0")
	add("GET /", "X: "+strings.Repeat("y", 40<<10))
	add("GET /" + strings.Repeat("z", 40<<10))
	list = append(list, "GET /\r\n\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", "POST /api/v1/positions HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!")
	deep := strings.Repeat("[", 200_000)
	for _, body := range []string{
		deep, `{"ruleset":"felli","positions":` + deep, "{", "null", `"felli"`, `{"ruleset":7}`, `{"ruleset":"felli","positions":{}}`, `{"ruleset":"felli","positions":[1,2]}`, `{"ruleset":"nothing","positions":[]}`, "\xff", `{"ruleset":"felli","positions":["` + "\x00" + `"]}`,
		`{"ruleset":"felli","positions":[` + strings.Repeat(`"W:Wa1:Bc3",`, 60_000) + `"start"]}`, strings.Repeat("x", 5<<20),
	} {
		post("/api/v1/positions", "application/json", body)
	}
	post("/api/v1/positions?ruleset=felli", "text/plain", "\xc3\x28")
	post("/api/v1/positions?ruleset=felli", "text/plain", strings.Repeat("\n", 60_000))
	post("/api/v1/positions?ruleset=nothing", "text/plain", "start")
	post("/api/v1/positions", "multipart/form-data", "start")
	return list
}

// TestHostile sends bad requests one by one: each gets a 4xx, and good ones
// are answered all the while.
func TestHostile(t *testing.T) {
	s := newServer(t, nil)
	base := listen(t, s)
	list := hostile()
	if len(list) < 200 {
		t.Errorf("only %d hostile requests", len(list))
	}
	stop := make(chan struct{})
	var good sync.WaitGroup
	good.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := askGood(base); err != nil {
				t.Errorf("a good request among bad ones: %v", err)
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
	for _, text := range list {
		status, err := sendRaw(strings.TrimPrefix(base, "http://"), text)
		if err != nil || status < 400 || status > 499 {
			t.Errorf("%.120q: status %d, %v; want a 4xx", text, status, err)
		}
	}
	close(stop)
	good.Wait()
	if body := bodyOf(t, get(t, s, "/metrics")); strings.Contains(body, `status="5`) {
		t.Error("some request got a 5xx")
	}
}

func askGood(base string) error {
	c := http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Get(base + "/api/v1/position?ruleset=felli&fen=W:Wa1:Bc3")
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d, %w", resp.StatusCode, err)
	}
	return nil
}

func sendRaw(address, text string) (status int, err error) {
	c, err := net.DialTimeout("tcp", address, time.Minute)
	if err != nil {
		return 0, err
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return 0, err
	}
	go func() { _, _ = io.Copy(c, bytes.NewReader([]byte(text))) }()
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	return resp.StatusCode, nil
}

// TestSlowAndMany: a body that never ends gets a 4xx when its time is up, and
// hundreds of idle connections keep nobody out.
func TestSlowAndMany(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Limits = Limits{Body: 2 * time.Second, Header: 2 * time.Second} })
	base := listen(t, s)
	address := strings.TrimPrefix(base, "http://")
	status, err := sendRaw(address, "POST /api/v1/positions?ruleset=felli HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nW:W")
	if err != nil || status != http.StatusRequestTimeout {
		t.Errorf("a slow body: status %d, %v; want 408", status, err)
	}
	for range 300 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		if _, err := c.Write([]byte("GET / HTTP/1.1\r\nHo")); err != nil {
			t.Fatal(err)
		}
	}
	if err := askGood(base); err != nil {
		t.Error(err)
	}
}

// TestBusy: when all places for heavy requests are taken, a further one is
// told to come again, and light ones are answered.
func TestBusy(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Limits = Limits{Heavy: 1, Work: 4 * time.Second} })
	s.heavy <- struct{}{}
	if resp := get(t, s, "/api/v1/line?ruleset=felli"); resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("heavy: %d %v", resp.StatusCode, resp.Header)
	}
	if resp := get(t, s, "/api/v1/position?ruleset=felli&fen=W:Wa1:Bc3"); resp.StatusCode != 200 {
		t.Errorf("light: %d", resp.StatusCode)
	}
	<-s.heavy
	if resp := get(t, s, "/api/v1/line?ruleset=felli&fen=W:Wa1:Bc3"); resp.StatusCode != 200 {
		t.Errorf("heavy again: %d", resp.StatusCode)
	}
}

// TestParallel asks from many clients while the store is refreshed, and looks
// for goroutines left behind. It means most under the race detector.
func TestParallel(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Refresh = time.Millisecond })
	x := testgame.Space(t, "felli")
	before := runtime.NumGoroutine()
	t.Run("clients", func(t *testing.T) {
		base := listen(t, s)
		var clients sync.WaitGroup
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for seed := range uint64(16) {
			clients.Go(func() {
				rng := rand.New(rand.NewPCG(seed, 1))
				transport := &http.Transport{}
				defer transport.CloseIdleConnections()
				c := http.Client{Transport: transport}
				list := randomPositions(x, 6, 50, seed)
				for ctx.Err() == nil {
					fen := url.QueryEscape(x.Game().FEN(list[rng.IntN(len(list))]))
					target := []string{"/felli?fen=", "/api/v1/position?ruleset=felli&fen=", "/api/v1/line?ruleset=felli&fen=", "/uwapi/felli/felli/positions/?p="}[rng.IntN(4)]
					resp, err := c.Get(base + target + fen)
					if err != nil {
						t.Error(err)
						return
					}
					if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != 200 {
						t.Errorf("%s: %d %v", target+fen, resp.StatusCode, err)
					}
					_ = resp.Body.Close()
					if rng.IntN(50) == 0 {
						s.shelf.renew()
					}
				}
			})
		}
		clients.Wait()
	})
	for try := 0; runtime.NumGoroutine() > before+2; try++ {
		if try == 500 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
