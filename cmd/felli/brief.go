package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// brief prepares the process for work of some milliseconds, until the function
// it returns is called: a second thread and a collection of garbage would cost
// more than they bring, about one of a cold query's fifteen milliseconds. Whoever
// sets GOGC has the last word.
func brief() (restore func()) {
	threads := runtime.GOMAXPROCS(1)
	percent := -1
	if os.Getenv("GOGC") == "" {
		percent = debug.SetGCPercent(800)
	}
	return func() {
		runtime.GOMAXPROCS(threads)
		if percent >= 0 {
			debug.SetGCPercent(percent)
		}
	}
}
