//go:build !linux

package solve

// onLargePages has no advice to give on this system.
func onLargePages(cells []cell) []cell { return cells }
