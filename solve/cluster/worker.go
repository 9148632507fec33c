package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// WorkerOptions say what a worker may use.
type WorkerOptions struct {
	Memory  uint64        // bytes for jobs; those that need more go to others
	Workers int           // threads that solve, and jobs at once at most; 0: one a processor
	Cache   *Cache        // of objects; nil: none
	Log     *slog.Logger  // nil: the default one
	Pause   time.Duration // before each job: for drills, to have time to kill it
}

// deadlock is how long workflow code may run at a stretch. The graph of a large
// build takes a moment.
const deadlock = 20 * time.Second

// Work takes jobs until ctx is cancelled. Jobs in hand then end within a moment
// and are given to others.
func (b *Bucket) Work(ctx context.Context, c client.Client, o WorkerOptions) error {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	classes := classesIn(o.Memory)
	if len(classes) == 0 {
		return fmt.Errorf("a worker needs at least %v of memory", smallestClass)
	}
	a := &activities{bucket: b, cache: o.Cache, client: c, gate: newGate(o.Memory, o.Workers), o: o, log: o.Log}
	realm := b.realm()
	general := worker.New(c, realm.queue(), worker.Options{
		DeadlockDetectionTimeout: deadlock,
		DisableEagerActivities:   true,
	})
	general.RegisterWorkflowWithOptions(buildWorkflow, workflow.RegisterOptions{Name: buildName})
	general.RegisterWorkflowWithOptions(jobWorkflow, workflow.RegisterOptions{Name: jobName})
	general.RegisterActivityWithOptions(a.start, activity.RegisterOptions{Name: startName})
	general.RegisterActivityWithOptions(a.survey, activity.RegisterOptions{Name: surveyName})
	list := []worker.Worker{general}
	for _, class := range classes {
		tuner, err := a.gate.tuner(class)
		if err != nil {
			return err
		}
		w := worker.New(c, realm.solveQueue(class), worker.Options{
			Tuner:                            tuner,
			DisableWorkflowWorker:            true,
			MaxConcurrentActivityTaskPollers: 1,
		})
		w.RegisterActivityWithOptions(a.solve, activity.RegisterOptions{Name: solveName})
		list = append(list, w)
	}
	for i, w := range list {
		if err := w.Start(); err != nil {
			stop(list[:i])
			return fmt.Errorf("start worker: %w", err)
		}
	}
	o.Log.Info("working", "tables", b.id, "memory", classes[len(classes)-1].String(), "threads", o.Workers)
	<-ctx.Done()
	stop(list)
	return nil
}

// stop stops workers, all at once.
func stop(list []worker.Worker) {
	done := make(chan struct{})
	for _, w := range list {
		go func() {
			w.Stop()
			done <- struct{}{}
		}()
	}
	for range list {
		<-done
	}
}
