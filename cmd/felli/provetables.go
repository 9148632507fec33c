package main

import (
	"context"
	"runtime"

	"felli/index"
	"felli/query"
	"felli/solve"
	"felli/solve/proof"
	"felli/store"
)

// defaultProofPieces is how many pieces the tables have that a proof builds
// for itself.
const defaultProofPieces = 5

// mostProofMemory is what a proof takes unless it is told otherwise.
const mostProofMemory = 2 << 30

// prepare builds the tables that are missing and the prover.
func (w *proving) prepare(ctx context.Context, x *index.Space) error {
	memory, err := parseSize(w.f.memory)
	if err != nil {
		return err
	}
	if memory == 0 {
		memory = mostProofMemory
		if free := freeMemory(); free > 0 {
			memory = min(memory, free/4*3)
		}
	}
	w.memory = memory
	defer boundHeap(memory)()
	pieces := w.f.pieces
	if pieces == 0 {
		pieces = max(builtPieces(x, w.tables), min(defaultProofPieces, 2*x.Game().Board.MaxPieces))
	}
	report, err := w.runSolve(ctx, x, w.tables, solve.Options{Pieces: pieces, Workers: w.f.workers, Memory: memory})
	if err != nil {
		return err
	}
	if err := w.tables.SetDigest(pieces, digestText(report.Digest)); err != nil {
		return err
	}
	leaves, err := proof.NewLeaves(x, w.tables, pieces)
	if err != nil {
		return err
	}
	size := uint64(0)
	for _, sum := range report.Summaries {
		size += sum.Size
	}
	const base = 256 << 20 // certificates, and the program
	o := proof.Options{Memory: max(memory-min(memory, size+base), 16<<20), Workers: w.f.workers, Progress: w.progress}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	w.leaves = leaves
	w.workers = o.Workers
	w.prober = query.NewProber(x, w.tables)
	w.prover, err = proof.NewProver(leaves, o)
	return err
}

// builtPieces is up to how many pieces the tables are all there.
func builtPieces(x *index.Space, tables *store.Tablebase) int {
	for n := 2; ; n++ {
		for _, s := range x.Slices(n) {
			if s.Pieces() != n {
				continue
			}
			if _, err := tables.Summary(s); err != nil {
				return n - 1
			}
		}
		if n == 2*x.Game().Board.MaxPieces {
			return n
		}
	}
}
