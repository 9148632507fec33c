package main

import (
	"felli"
	"felli/query"
)

// An opened tablebase, or the reason why there is none, which is told once.
type opened struct {
	prober *query.Prober
	close  func()
	err    error
	told   bool
}

// open opens the tables of a ruleset, once.
func (n *annotator) open(r felli.Ruleset) *opened {
	key := r.FullString()
	if o := n.probers[key]; o != nil {
		return o
	}
	o := &opened{}
	o.prober, o.close, o.err = n.app.open(r, "")
	n.probers[key] = o
	return o
}

func (n *annotator) close() {
	for _, o := range n.probers {
		if o.close != nil {
			o.close()
		}
	}
}
