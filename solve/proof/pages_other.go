//go:build !linux

package proof

func adviseHugePages([]slot) {}
