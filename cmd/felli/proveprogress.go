package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"felli"
	"felli/query"
	"felli/solve/proof"
	"felli/solve/proof/check"
)

// progress tells how far a question is, every two seconds at most.
func (w *proving) progress(p proof.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.told) < 2*time.Second {
		return
	}
	w.told = time.Now()
	g, at := w.q.game, w.first
	asks := "does " + at.ToMove.String() + " win?"
	if p.Question == check.Loss {
		asks = "does " + at.ToMove.Other().String() + " win?"
	}
	stage := "proof and disproof numbers " + numbersText(p.Numbers)
	if p.Certifies {
		stage = query.Grouped(uint64(p.Positions)) + " positions for the certificate"
	}
	fmt.Fprintf(w.stderr, "felli: %s %s %d k nodes, %s, memo %.0f %% of %d MB full, tables %d MB, %.0f s\n",
		g.FEN(at), asks, p.Nodes/1000, stage, 100*p.Memo, w.prover.MemoBytes()>>20, w.leaves.Bytes()>>20, p.Elapsed.Seconds())
	if !p.Certifies {
		fmt.Fprintf(w.stderr, "felli: %s\n", movesText(g, at, p.Moves))
	}
}

// say prints a message. Both questions of a position have things to say.
func (w *proving) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(w.stderr, "felli: "+format+"\n", args...)
}

// movesText gives the numbers of a position's moves: "c2-c3 12/7, d2-c3 no".
func movesText(g *felli.Game, p felli.Position, list []proof.MoveNumbers) string {
	words := make([]string, len(list))
	for i, m := range list {
		words[i] = g.MoveString(p, m.Move) + " " + numbersText(m.Numbers)
	}
	return strings.Join(words, ", ")
}

// numbersText is proof/disproof, or yes or no once one of them is shown.
func numbersText(n proof.Numbers) string {
	switch {
	case n.Proof == 0:
		return "yes"
	case n.Disproof == 0:
		return "no"
	}
	return strconv.FormatUint(uint64(n.Proof), 10) + "/" + strconv.FormatUint(uint64(n.Disproof), 10)
}
