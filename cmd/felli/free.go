package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

// freeMemory is the bytes of memory that the machine says it can give without
// swapping, or 0 where it doesn't say.
func freeMemory() uint64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) >= 2 && fields[0] == "MemAvailable:" {
			kilobytes, err := strconv.ParseUint(fields[1], 10, 50)
			if err != nil {
				return 0
			}
			return kilobytes << 10
		}
	}
	return 0
}

// memoryFor is the memory a command may use: what it was given, else three
// quarters of what is free.
func memoryFor(flag string) (uint64, error) {
	given, err := parseSize(flag)
	if err != nil || given > 0 {
		return given, err
	}
	return freeMemory() / 4 * 3, nil
}
