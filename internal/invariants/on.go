//go:build invariants || race

package invariants

// Enabled is true in builds with the tag invariants or the race detector.
const Enabled = true
