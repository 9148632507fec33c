package main

import (
	"os"

	"felli/query"
)

// A byteCount counts what is written to it.
type byteCount uint64

// Write implements io.Writer.
func (c *byteCount) Write(b []byte) (int, error) {
	*c += byteCount(len(b))
	return len(b), nil
}

// begin shows progress in the files, where it isn't shown by the games as they
// come.
func (n *annotator) begin(names []string) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			n.total += uint64(info.Size())
		}
	}
	if !n.app.screen.terminal || n.pdn != n.app.out && !n.report && !n.app.json {
		n.meter = n.app.newCalmMeter("annotated")
	}
}

func (n *annotator) tell() {
	if n.meter != nil {
		n.meter.advance(query.Count(n.done+n.failed, "game", "games"), uint64(n.read), n.total)
	}
}

func (n *annotator) end() {
	if n.meter != nil {
		n.meter.end()
		n.meter = nil
	}
}
