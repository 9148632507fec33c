package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// TestOpenAPI checks openapi.yaml itself, and real answers against it: every
// path of it must have been answered, well and, where it can be, badly.
func TestOpenAPI(t *testing.T) {
	ctx := context.Background()
	doc, err := openapi3.NewLoader().LoadFromData(openAPI)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(ctx); err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	openapi3filter.RegisterBodyDecoder("application/x-ndjson", openapi3filter.PlainBodyDecoder)
	s := newServer(t, func(c *Config) { c.Search = fakeSearch })
	answered := map[string]bool{}
	for _, c := range []struct {
		target, body string
		status       int
	}{
		{"/api/v1/rulesets", "", 200},
		{"/api/v1/rulesets/fetaix,promote=pass", "", 200},
		{"/api/v1/rulesets/nothing", "", 400},
		{"/api/v1/position?ruleset=felli&fen=W:Wa1,c1:Ba5", "", 200},
		{"/api/v1/position?ruleset=felli-mullah&fen=W:Wa1,Kc1:BKa5", "", 200},
		{"/api/v1/position?ruleset=fetaix&fen=W:WKc3:Bd3,e5", "", 200},
		{"/api/v1/position?ruleset=fetaix&moves=", "", 404},
		{"/api/v1/position?ruleset=felli&fen=x", "", 400},
		{"/api/v1/position?ruleset=felli&prove=0.1", "", 200},
		{"/api/v1/position?ruleset=fetaix&prove=0.1", "", 200},
		{"/api/v1/position?ruleset=butterfly&prove=0.1", "", 404},
		{"/api/v1/puzzles/felli?seed=7", "", 200},
		{"/api/v1/puzzles/felli-mullah?seed=1&count=3", "", 200},
		{"/api/v1/puzzles/butterfly", "", 404},
		{"/api/v1/puzzles/felli?seed=x", "", 400},
		{"/api/v1/position?ruleset=felli&prove=soon", "", 400},
		{"/api/v1/game?ruleset=felli&fen=W:Wa1,c1:Ba5&moves=a1-b2", "", 200},
		{"/api/v1/game?ruleset=felli", "", 200},
		{"/api/v1/game?ruleset=butterfly&moves=d3-d4", "", 200},
		{"/api/v1/game?ruleset=felli&moves=a1", "", 400},
		{"/api/v1/line?ruleset=felli&fen=W:Wa1,c1:Ba5", "", 200},
		{"/api/v1/line?ruleset=felli&fen=W:Wa1:Ba5", "", 200},
		{"/api/v1/line?ruleset=felli&fen=W:W:Ba5", "", 200},
		{"/api/v1/line?ruleset=butterfly", "", 404},
		{"/api/v1/stats/felli", "", 200},
		{"/api/v1/stats/felli-mullah", "", 200},
		{"/api/v1/stats/felli/m2vm1", "", 200},
		{"/api/v1/stats/felli/m2k1vm1", "", 400},
		{"/api/v1/histogram/felli/m2vm1", "", 200},
		{"/api/v1/histogram/felli-mullah/m1k1vk1", "", 200},
		{"/api/v1/histogram/felli/x", "", 400},
		{"/felli-mullah?fen=W:Wa1,Kc1:BKa5", "", 200},
		{"/felli?fen=W:W:Ba5", "", 200},
		{"/felli?fen=", "", 400},
		{"/felli/mainline?fen=W:Wa1,c1:Ba5", "", 200},
		{"/felli/mainline?fen=W:Wa1:Ba5", "", 200},
		{"/uwapi/", "", 200},
		{"/uwapi/alquerque/", "", 200},
		{"/uwapi/felli/felli-mullah/", "", 200},
		{"/uwapi/felli/nothing/", "", 404},
		{"/uwapi/felli/felli-mullah/positions/?p=W:Wa1,Kc1:BKa5", "", 200},
		{"/uwapi/felli/felli/positions/?p=B:Wa1:Bc3", "", 200},
		{"/uwapi/felli/felli/instructions/", "", 200},
		{"/healthz", "", 200},
		{"/metrics", "", 200},
		{"/api/v1/positions?ruleset=felli", "W:Wa1:Bc3\nnonsense\n", 200},
		{"/api/v1/positions", `{"ruleset":"felli","positions":["W:Wa1:Bc3"]}`, 200},
		{"/api/v1/positions", `{"ruleset":"felli","positions":17}`, 400},
	} {
		r := httptest.NewRequest(http.MethodGet, c.target, nil)
		if c.body != "" {
			r = httptest.NewRequest(http.MethodPost, c.target, strings.NewReader(c.body))
			r.Header.Set("Content-Type", "text/plain")
			if c.body[0] == '{' {
				r.Header.Set("Content-Type", "application/json")
			}
		}
		route, params, err := router.FindRoute(r)
		if err != nil {
			t.Errorf("%s: %v", c.target, err)
			continue
		}
		resp := ask(t, s, r)
		body := bodyOf(t, resp)
		if resp.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %s", c.target, resp.StatusCode, c.status, body)
			continue
		}
		in := &openapi3filter.ResponseValidationInput{
			RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route},
			Status:                 resp.StatusCode, Header: resp.Header,
			Options: &openapi3filter.Options{IncludeResponseStatus: true},
		}
		in.SetBodyBytes([]byte(body))
		if err := openapi3filter.ValidateResponse(ctx, in); err != nil {
			t.Errorf("%s: %v", c.target, err)
		}
		answered[route.Path] = true
	}
	for _, path := range doc.Paths.InMatchingOrder() {
		if !answered[path] {
			t.Errorf("%s was never asked", path)
		}
	}
}
