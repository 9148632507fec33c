package cluster

import (
	"context"
	"sync"

	"go.temporal.io/sdk/worker"
)

// A gate lets jobs in as long as their memory fits a worker's and there is a
// thread for each. One gate stands before all queues that a worker serves: no
// queue is asked for a job while the largest job of its class doesn't fit. Of
// jobs that two queues hand out at the same moment the second may still not fit
// (take says so); it then goes back to its queue.
type gate struct {
	mu      sync.Mutex
	memory  uint64 // bytes free
	threads int    // jobs that may still come in
	changed chan struct{}
}

func newGate(memory uint64, threads int) *gate {
	return &gate{memory: memory, threads: threads, changed: make(chan struct{})}
}

// take lets a job in, if it fits.
func (g *gate) take(bytes uint64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if bytes > g.memory || g.threads == 0 {
		return false
	}
	g.memory -= bytes
	g.threads--
	return true
}

// give undoes take.
func (g *gate) give(bytes uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.memory += bytes
	g.threads++
	close(g.changed)
	g.changed = make(chan struct{})
}

// wait returns when a job of so many bytes would fit.
func (g *gate) wait(ctx context.Context, bytes uint64) error {
	for {
		g.mu.Lock()
		fits, changed := bytes <= g.memory && g.threads > 0, g.changed
		g.mu.Unlock()
		if fits {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// slots make Temporal's client wait at the gate before it asks a queue for a
// job: they are a [worker.SlotSupplier].
type slots struct {
	gate  *gate
	class class
}

// ReserveSlot waits until a job of the class fits.
func (s slots) ReserveSlot(ctx context.Context, _ worker.SlotReservationInfo) (*worker.SlotPermit, error) {
	if err := s.gate.wait(ctx, uint64(s.class)); err != nil {
		return nil, err
	}
	return &worker.SlotPermit{}, nil
}

// TryReserveSlot never gives a slot: jobs come only through their queue.
func (slots) TryReserveSlot(worker.SlotReservationInfo) *worker.SlotPermit { return nil }

// MarkSlotUsed and ReleaseSlot have nothing to do; jobs take what they need.
func (slots) MarkSlotUsed(worker.SlotMarkUsedInfo) {}

// ReleaseSlot is explained at MarkSlotUsed.
func (slots) ReleaseSlot(worker.SlotReleaseInfo) {}

// MaxSlots says that there is no fixed number.
func (slots) MaxSlots() int { return 0 }

// tuner is how a queue of jobs is served.
func (g *gate) tuner(c class) (worker.WorkerTuner, error) {
	others, err := worker.NewFixedSizeSlotSupplier(1)
	if err != nil {
		return nil, err
	}
	t, err := worker.NewCompositeTuner(worker.CompositeTunerOptions{
		ActivitySlotSupplier: slots{g, c},
		WorkflowSlotSupplier: others, LocalActivitySlotSupplier: others, NexusSlotSupplier: others, SessionActivitySlotSupplier: others,
	})
	return t, err
}
