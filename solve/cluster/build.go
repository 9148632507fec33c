package cluster

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"felli"
	"felli/index"
)

// Names of what workflows and clients say to each other.
const (
	buildName  = "build"  // workflow
	jobName    = "job"    // workflow
	startName  = "start"  // activity
	surveyName = "survey" // activity
	solveName  = "solve"  // activity
	doneSignal = "done"   // to a build: how a job ended
	wantSignal = "want"   // to a job: a build that wants to know
	tallyQuery = "tally"  // of a build
)

const (
	startBatch   = 50               // jobs asked for at once
	historyLimit = 4000             // events after which a build continues as new
	lookAgain    = 10 * time.Minute // how long to hear nothing before asking for the started jobs again
)

// buildWorkflow walks the graph: it asks for every pair whose needs are done,
// hears how jobs end, and asks again for what turns out damaged or missing. In
// the end it has all tables surveyed, and returns their digest.
//
// Jobs are workflows of their own and outlive its runs: after so many events it
// continues as new, and asks for the jobs that are under way once more, which
// changes nothing but that they report to the new run.
func buildWorkflow(ctx workflow.Context, in BuildRequest) (Result, error) {
	b, err := newBuild(ctx, in)
	if err != nil {
		return Result{}, err
	}
	for {
		if err := b.run(); err != nil {
			return Result{}, err
		}
		s, err := b.survey()
		if err != nil {
			return Result{}, err
		}
		if len(s.Broken) == 0 {
			return Result{Ruleset: in.Ruleset, Digest: s.Digest, Tally: b.tallied()}, nil
		}
		if err := b.redo(s.Broken); err != nil {
			return Result{}, err
		}
	}
}

// A build is the state of the workflow.
type build struct {
	ctx      workflow.Context
	in       BuildRequest
	graph    *Graph
	progress *progress
	tally    Tally
	reports  workflow.ReceiveChannel
}

func newBuild(ctx workflow.Context, in BuildRequest) (*build, error) {
	x, err := spaceOf(in.Ruleset)
	if err != nil {
		return nil, temporal.NewNonRetryableApplicationError(err.Error(), failedType, nil)
	}
	b := &build{ctx: ctx, in: in, graph: NewGraph(x, in.Pieces), reports: workflow.GetSignalChannel(ctx, doneSignal)}
	b.progress = newProgress(b.graph)
	if b.in.History <= 0 {
		b.in.History = historyLimit
	}
	if c := in.Carried; c != nil {
		b.tally = c.Tally
		for i := range b.graph.Pairs {
			if c.Done[i/8]>>(i%8)&1 != 0 {
				b.progress.finish(i)
			}
		}
	}
	b.tally.Pairs = len(b.graph.Pairs)
	return b, workflow.SetQueryHandler(ctx, tallyQuery, func() (Tally, error) { return b.tallied(), nil })
}

// spaceOf is the numbering of the ruleset in a request.
func spaceOf(ruleset string) (*index.Space, error) {
	r, err := felli.ParseRuleset(ruleset)
	if err != nil {
		return nil, err
	}
	g, err := felli.NewGame(r)
	if err != nil {
		return nil, err
	}
	return index.NewSpace(g), nil
}

// tallied is the tally as of now.
func (b *build) tallied() Tally {
	t := b.tally
	t.Done = b.progress.done
	t.Running = 0
	for _, s := range b.progress.state {
		if s == started {
			t.Running++
		}
	}
	return t
}

// run starts jobs and hears how they end until all are done. It returns an
// error to continue as new.
func (b *build) run() error {
	for b.progress.done < len(b.graph.Pairs) {
		for {
			list := b.progress.start(startBatch)
			if len(list) == 0 {
				break
			}
			if err := b.start(list); err != nil {
				return err
			}
		}
		if err := b.hear(); err != nil {
			return err
		}
		if info := workflow.GetInfo(b.ctx); info.GetCurrentHistoryLength() > b.in.History || info.GetContinueAsNewSuggested() {
			return b.continueAsNew()
		}
	}
	return nil
}

// start has jobs started, or joined where they are under way.
func (b *build) start(list []int) error {
	in := startRequest{Ruleset: b.in.Ruleset, Build: workflow.GetInfo(b.ctx).WorkflowExecution.ID, Heartbeat: b.in.Heartbeat}
	for _, i := range list {
		in.Pairs = append(in.Pairs, b.graph.Pairs[i].String())
	}
	return workflow.ExecuteActivity(b.briefly(), startName, in).Get(b.ctx, nil)
}

func (b *build) survey() (s survey, err error) {
	err = workflow.ExecuteActivity(b.briefly(), surveyName, b.in).Get(b.ctx, &s)
	return s, err
}

// briefly is how activities other than solving run: on any worker, again and
// again until one succeeds.
func (b *build) briefly() workflow.Context {
	return workflow.WithActivityOptions(b.ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 24 * time.Hour, // it is the heartbeat that counts
		HeartbeatTimeout:    b.in.Heartbeat,
		RetryPolicy:         retryPolicy(),
	})
}

func retryPolicy() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{
		InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute,
		NonRetryableErrorTypes: []string{failedType, corruptType, inputType},
	}
}

// hear waits for the end of a job, and takes in all that have ended. When
// nothing was heard for long it asks for all started jobs again: one may have
// been deleted by hand, or have reported to a build that was.
func (b *build) hear() error {
	timer, cancel := workflow.WithCancel(b.ctx)
	defer cancel()
	var heard bool
	var first outcome
	workflow.NewSelector(b.ctx).
		AddReceive(b.reports, func(c workflow.ReceiveChannel, _ bool) { heard = c.Receive(b.ctx, &first) }).
		AddReceive(b.ctx.Done(), func(workflow.ReceiveChannel, bool) {}).
		AddFuture(workflow.NewTimer(timer, lookAgain), func(workflow.Future) { b.progress.again() }).
		Select(b.ctx)
	if err := b.ctx.Err(); err != nil {
		return err
	}
	for o := first; heard; {
		if err := b.take(o); err != nil {
			return err
		}
		o = outcome{}
		heard = b.reports.ReceiveAsync(&o)
	}
	return nil
}

// take notes how a job ended.
func (b *build) take(o outcome) error {
	s, err := index.ParseSlice(o.Pair)
	i, ok := b.graph.Number(s)
	if err != nil || !ok || b.progress.state[i] != started {
		return nil // reported twice, or to another build of this name
	}
	b.tally.Moved.Read += o.Moved.Read
	b.tally.Moved.Written += o.Moved.Written
	switch {
	case o.Failed != "":
		return temporal.NewNonRetryableApplicationError(fmt.Sprintf("pair %s: %s", o.Pair, o.Failed), o.Kind, nil)
	case len(o.Broken) > 0:
		b.progress.redo(i)
		for _, text := range o.Broken {
			if broken, err := index.ParseSlice(text); err == nil {
				if n, ok := b.graph.Number(broken); ok && n != i {
					b.progress.need(i, n)
				}
			}
		}
		return b.redo(o.Broken)
	case o.Solved:
		b.tally.Solved++
		b.tally.Positions += o.Positions
		b.tally.Work += o.Work
	default:
		b.tally.Skipped++
	}
	b.progress.finish(i)
	return nil
}

// redo has the pairs of broken slices made again.
func (b *build) redo(broken []string) error {
	for _, text := range broken {
		s, err := index.ParseSlice(text)
		if err != nil {
			return temporal.NewNonRetryableApplicationError(err.Error(), failedType, err)
		}
		i, ok := b.graph.Number(s)
		if !ok {
			return temporal.NewNonRetryableApplicationError(fmt.Sprintf("slice %s isn't part of the build", text), failedType, nil)
		}
		if b.progress.state[i] == done {
			b.tally.Redone++
			b.progress.redo(i)
		}
	}
	return nil
}

// continueAsNew ends this run of the workflow and begins the next. Reports that
// came meanwhile have been taken in.
func (b *build) continueAsNew() error {
	in := b.in
	in.Carried = &carried{Done: make([]byte, (len(b.graph.Pairs)+7)/8), Tally: b.tally}
	for i, s := range b.progress.state {
		if s == done {
			in.Carried.Done[i/8] |= 1 << (i % 8)
		}
	}
	return workflow.NewContinueAsNewError(b.ctx, buildName, in)
}
