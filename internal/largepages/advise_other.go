//go:build !linux

package largepages

// advise has no advice to give on this system.
func advise([]byte) {}
