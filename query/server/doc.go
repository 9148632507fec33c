// Package server answers questions about positions over HTTP, from any store,
// and serves the explorer (package web).
//
// Begin with [New], then [Server.Serve] on a listener, or put [Server] itself,
// an [http.Handler], into a server of your own. There are three shapes of the
// same answers: /api/v1 in this program's own words (openapi.yaml describes
// it), /{ruleset} as lila-tablebase answers, and /uwapi as the GamesCrafters'
// Universal Web API does.
//
// The package reads tables through the small interface [Store], which its user
// fills, and never writes. What another process adds to the store becomes
// visible by itself, see [Config].
package server
