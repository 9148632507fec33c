//go:build race

package naive

const raceEnabled = true
