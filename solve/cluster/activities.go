package cluster

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"golang.org/x/sync/errgroup"

	"felli"
	"felli/index"
	"felli/solve"
)

// activities are what workers do for workflows.
type activities struct {
	bucket *Bucket
	cache  *Cache
	client client.Client
	gate   *gate
	o      WorkerOptions
	log    *slog.Logger
}

// start starts the workflows of pairs, or tells those that are under way that
// one more build wants to know how they end. Doing it again changes nothing.
func (a *activities) start(ctx context.Context, in startRequest) error {
	defer beat(ctx, func() any { return nil })()
	x, err := spaceOf(in.Ruleset)
	if err != nil {
		return failed(err)
	}
	r, realm := x.Game().Ruleset, a.bucket.realm()
	for _, pair := range in.Pairs {
		s, err := index.ParseSlice(pair)
		if err != nil {
			return failed(err)
		}
		job := jobRequest{Ruleset: in.Ruleset, Pair: pair, Memory: memoryOf(x, s), Heartbeat: in.Heartbeat}
		job.Queue = realm.solveQueue(classOf(job.Memory))
		id := realm.job(r, s)
		options := client.StartWorkflowOptions{ID: id, TaskQueue: realm.queue()}
		if _, err := a.client.SignalWithStartWorkflow(ctx, id, wantSignal, in.Build, options, jobName, job); err != nil {
			return err
		}
	}
	return nil
}

// memoryOf is what a process needs to solve a pair: the tables it reads, the
// work, and a quarter more for what the tables are derived from and for garbage
// not yet collected.
func memoryOf(x *index.Space, s index.Slice) uint64 {
	p := solve.PlanPair(x, s)
	return (p.Work + p.Tables) / 4 * 5
}

// surveyReads is how many objects' headers are read at once.
const surveyReads = 16

// survey reads the headers of all tables of a build.
func (a *activities) survey(ctx context.Context, in BuildRequest) (survey, error) {
	defer beat(ctx, func() any { return nil })()
	x, err := spaceOf(in.Ruleset)
	if err != nil {
		return survey{}, failed(err)
	}
	summaries, broken, err := a.bucket.Tables(ctx, x, nil).Survey(in.Pieces)
	if err != nil {
		return survey{}, err
	}
	if len(broken) > 0 {
		return survey{Broken: names(broken)}, nil
	}
	return survey{Digest: digestOf(x.Game().Ruleset, summaries)}, nil
}

// digestOf is the digest over tables as `felli solve` prints it.
func digestOf(r felli.Ruleset, summaries []index.Summary) string {
	digest := index.Digest(r, summaries)
	return hex.EncodeToString(digest[:])
}

// Survey reads the headers of all tables with up to so many pieces: the
// summaries of those that are there, and the slices of those that are damaged
// or missing.
func (t *Tables) Survey(pieces int) (summaries []index.Summary, broken []index.Slice, err error) {
	var g errgroup.Group
	g.SetLimit(surveyReads)
	list := t.space.Slices(pieces)
	found := make([]*index.Summary, len(list))
	for i, s := range list {
		g.Go(func() error {
			sum, err := t.Summary(s)
			switch {
			case err == nil:
				found[i] = &sum
			case !isBroken(err):
				return err
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	for i, sum := range found {
		if sum == nil {
			broken = append(broken, list[i])
		} else {
			summaries = append(summaries, *sum)
		}
	}
	return summaries, broken, nil
}

// isBroken reports whether a table is damaged or missing, which building it
// mends.
func isBroken(err error) bool {
	return errors.Is(err, felli.ErrNotBuilt) || errors.Is(err, felli.ErrCorrupt)
}

func names(list []index.Slice) (text []string) {
	for _, s := range list {
		text = append(text, s.String())
	}
	return text
}

// solve makes the tables of a pair, unless they are there and in order.
func (a *activities) solve(ctx context.Context, in jobRequest) (outcome, error) {
	if !a.gate.take(in.Memory) {
		return outcome{}, temporal.NewApplicationErrorWithOptions(
			"the worker has no memory free for it", "busy", temporal.ApplicationErrorOptions{NextRetryDelay: time.Second})
	}
	defer a.gate.give(in.Memory)
	x, err := spaceOf(in.Ruleset)
	if err != nil {
		return outcome{}, failed(err)
	}
	s, err := index.ParseSlice(in.Pair)
	if err != nil {
		return outcome{}, failed(err)
	}
	begin := time.Now()
	tables := a.bucket.Tables(ctx, x, a.cache)
	var mu sync.Mutex
	at := solve.Event{}
	defer beat(ctx, func() any {
		mu.Lock()
		defer mu.Unlock()
		return fmt.Sprintf("%d of %d positions", at.Done, at.Total)
	})()
	log := a.log.With("pair", in.Pair, "ruleset", x.Game().String(), "attempt", activity.GetInfo(ctx).Attempt)
	out := outcome{Pair: in.Pair}
	if out.Skipped, err = inOrder(tables, s); out.Skipped || err != nil {
		out.Moved = tables.Moved()
		return out, err
	}
	log.Info("solving")
	if err := a.pause(ctx); err != nil {
		return outcome{}, err
	}
	err = solve.Pair(ctx, x, s, tables, solve.Options{
		Workers: a.o.Workers, Memory: in.Memory,
		Progress: func(e solve.Event) {
			mu.Lock()
			defer mu.Unlock()
			at = e
		},
	})
	out.Work, out.Moved = time.Since(begin), tables.Moved()
	switch broken := tables.Broken(); {
	case err == nil:
		out.Solved, out.Positions = true, at.Total
		log.Info("solved", "positions", out.Positions, "seconds", out.Work.Seconds())
		return out, nil
	case ctx.Err() != nil:
		log.Info("stopped", "reason", context.Cause(ctx))
		return outcome{}, err
	case isBroken(err) && len(broken) > 0:
		log.Warn("a table it needs is damaged or missing", "error", err)
		out.Broken = names(broken)
		return out, nil
	case errors.Is(err, felli.ErrCorrupt), errors.As(err, new(*solve.MemoryError)):
		return outcome{}, failed(err)
	default:
		log.Warn("failed, to be tried again", "error", err)
		return outcome{}, err
	}
}

// pause is for drills, see [WorkerOptions].
func (a *activities) pause(ctx context.Context) error {
	select {
	case <-time.After(a.o.Pause):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// inOrder reports whether the tables of a pair are there, to the last byte as
// they were written.
func inOrder(tables *Tables, s index.Slice) (bool, error) {
	for _, t := range withTwin(s) {
		switch err := tables.Verify(t); {
		case isBroken(err):
			return false, nil
		case err != nil:
			return false, err
		}
	}
	return true, nil
}

// The kinds of error that trying again won't mend, as types of Temporal's.
const (
	failedType  = "failed"
	corruptType = "corrupt"
	inputType   = "input"
)

// failed marks an error that trying again won't mend.
func failed(err error) error {
	kind := failedType
	switch {
	case errors.Is(err, felli.ErrCorrupt):
		kind = corruptType
	case errors.Is(err, felli.ErrInput):
		kind = inputType
	}
	return temporal.NewNonRetryableApplicationError(err.Error(), kind, err)
}

// beats is how many heartbeats are sent in the time after which a worker that
// sends none is taken for dead.
const beats = 5

// beat sends heartbeats, with what at says, until what it returns is called.
func beat(ctx context.Context, at func() any) (stop func()) {
	period := activity.GetInfo(ctx).HeartbeatTimeout / beats
	done := make(chan struct{})
	if period <= 0 {
		return func() {}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				activity.RecordHeartbeat(ctx, at())
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		wg.Wait()
	}
}
