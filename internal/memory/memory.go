// Package memory reads sizes as people write them, asks the machine how much
// memory it has to give, and keeps the process within it.
package memory

import (
	"bufio"
	"os"
	"strconv"
	"strings"

	"felli"
)

// Parse reads a number of bytes such as 800M or 1.5G. An empty text is 0, none
// given. Its errors match [felli.ErrInput].
func Parse(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	digits := strings.TrimRight(strings.ToUpper(text), "IB")
	shift := 0
	if n := len(digits); n > 0 {
		if i := strings.IndexByte("KMGT", digits[n-1]); i >= 0 {
			digits, shift = digits[:n-1], 10*(i+1)
		}
	}
	n, err := strconv.ParseFloat(digits, 64)
	bytes := n * float64(uint64(1)<<shift)
	if err != nil || !(bytes >= 1 && bytes < 1<<62) {
		return 0, &felli.ParseError{What: "size", Input: text, Reason: "want a number of bytes such as 800M or 1.5G"}
	}
	return uint64(bytes), nil
}

// Free is the bytes of memory that the machine says it can give without
// swapping, or 0 where it doesn't say.
func Free() uint64 {
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

// For is the memory a command may use: what it was given, else three quarters
// of what is free; 0 where nobody knows.
func For(given string) (uint64, error) {
	bytes, err := Parse(given)
	if err != nil || bytes > 0 {
		return bytes, err
	}
	return Free() / 4 * 3, nil
}
