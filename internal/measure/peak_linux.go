package main

import (
	"os"
	"syscall"
)

// peak is the most memory, in bytes, that an ended process had resident.
func peak(s *os.ProcessState) float64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) * 1024
}
