//go:build race

package felli

const raceEnabled = true
