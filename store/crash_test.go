package store

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A machine that stops at any change, and loses none, some or all of what
// wasn't synced, leaves a store in which every pair is wholly there or wholly
// not and what was finished is.
func TestCrash(t *testing.T) {
	sm := newSample(t, "felli-mullah", 2+long())
	mem := vfs.NewCrashableMem()
	rng := rand.New(rand.NewPCG(7, 7))
	var finished atomic.Int32 // changes come from many goroutines
	crashes := 0
	disk := &faultyFS{FS: mem, before: func(n int, op, name string) error {
		if n%stride() > 0 {
			return nil
		}
		for _, percent := range []int{0, 50, 100} {
			clone := mem.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: percent, RNG: rng})
			what := fmt.Sprintf("crash before change %d (%s %s) with %d %% of what wasn't synced", n, op, name, percent)
			afterTrouble(t, what, clone, sm, int(finished.Load()))
			crashes++
		}
		return nil
	}}
	s, err := Create("db", withFS(disk), tinyBlocks())
	if err != nil {
		t.Fatal(err)
	}
	if err := sm.write(s, func(pairs int) { finished.Store(int32(pairs)) }); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d crashes", crashes)
}
