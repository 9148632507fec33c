package server

import "strings"

// A route is what a path leads to.
type route struct {
	name    string // for /metrics and the log
	methods string // the one method allowed; empty: GET and HEAD
	body    bool   // the request has one
	heavy   bool   // works through many positions
	answer  func(*request) error
}

// find is the route of a path that begins with a slash.
func (s *Server) find(path string) (route, bool) {
	if p := s.pages[path]; p != nil {
		return route{name: "page", answer: func(q *request) error { return q.sendPage(p) }}, true
	}
	switch path {
	case "/healthz":
		return route{name: "healthz", answer: (*request).health}, true
	case "/metrics":
		return route{name: "metrics", answer: (*request).measures}, true
	}
	parts := strings.Split(path[1:], "/")
	switch {
	case parts[0] == "api" && len(parts) > 2 && parts[1] == "v1":
		return findV1(parts[2:])
	case parts[0] == "uwapi":
		return findUWAPI(parts[1:])
	case parts[0] == "api" || parts[0] == "web" || parts[0] == "":
		return route{}, false
	case len(parts) == 1:
		return route{name: "lila", answer: func(q *request) error { return q.lila(parts[0]) }}, true
	case len(parts) == 2 && parts[1] == "mainline":
		return route{name: "lila mainline", heavy: true, answer: func(q *request) error { return q.lilaMainline(parts[0]) }}, true
	}
	return route{}, false
}

func findV1(parts []string) (route, bool) {
	switch parts[0] {
	case "rulesets":
		switch {
		case len(parts) == 1:
			return route{name: "rulesets", answer: (*request).rulesets}, true
		case len(parts) == 2 && parts[1] != "":
			return route{name: "rulesets", answer: func(q *request) error { return q.ruleset(parts[1]) }}, true
		}
	case "stats":
		switch {
		case len(parts) == 2 && parts[1] != "":
			return route{name: "stats", heavy: true, answer: func(q *request) error { return q.stats(parts[1], "") }}, true
		case len(parts) == 3 && parts[1] != "" && parts[2] != "":
			return route{name: "stats", heavy: true, answer: func(q *request) error { return q.stats(parts[1], parts[2]) }}, true
		}
	case "puzzles":
		if len(parts) == 2 && parts[1] != "" {
			return route{name: "puzzles", heavy: true, answer: func(q *request) error { return q.puzzles(parts[1]) }}, true
		}
	case "histogram":
		if len(parts) == 3 && parts[1] != "" && parts[2] != "" {
			return route{name: "histogram", heavy: true, answer: func(q *request) error { return q.histogram(parts[1], parts[2]) }}, true
		}
	}
	if len(parts) > 1 {
		return route{}, false
	}
	switch parts[0] {
	case "position":
		return route{name: "position", answer: (*request).position}, true
	case "line":
		return route{name: "line", heavy: true, answer: (*request).line}, true
	case "game":
		return route{name: "game", heavy: true, answer: (*request).game}, true
	case "positions":
		return route{name: "positions", methods: "POST", body: true, heavy: true, answer: (*request).positions}, true
	}
	return route{}, false
}
