package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"

	"felli"
	"felli/index"
	"felli/store"
)

// Dial connects to a Temporal server. What the client has to say goes to l.
func Dial(ctx context.Context, address, namespace string, l *slog.Logger) (client.Client, error) {
	c, err := client.DialContext(ctx, client.Options{HostPort: address, Namespace: namespace, Logger: log.NewStructuredLogger(l)})
	if err != nil {
		return nil, fmt.Errorf("connect to Temporal at %s: %w", address, err)
	}
	return c, nil
}

// A Client starts builds and asks after them.
type Client struct {
	Temporal client.Client
	Bucket   *Bucket
}

// BuildOptions say how to build.
type BuildOptions struct {
	Heartbeat time.Duration // after so long without a sign of life a job is given to another worker; 0: DefaultHeartbeat
	Progress  func(Tally)   // called now and then; may be nil
	History   int           // events after which the workflow continues as new; 0: as many as are good
}

// DefaultHeartbeat is long enough for a machine that swaps or a network that
// stalls, and short beside the jobs of large builds.
const DefaultHeartbeat = time.Minute

// Build builds every table of r with up to so many pieces (0: all) that isn't
// there, and waits for the end. If such a build runs, it joins that one. When
// ctx is cancelled the build goes on.
func (c *Client) Build(ctx context.Context, r felli.Ruleset, pieces int, o BuildOptions) (Result, error) {
	if o.Heartbeat <= 0 {
		o.Heartbeat = DefaultHeartbeat
	}
	realm := c.Bucket.realm()
	options := client.StartWorkflowOptions{
		ID: realm.build(r, pieces), TaskQueue: realm.queue(),
		WorkflowIDConflictPolicy: enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
	}
	in := BuildRequest{Ruleset: r.FullString(), Pieces: pieces, Heartbeat: o.Heartbeat, History: o.History}
	run, err := c.Temporal.ExecuteWorkflow(ctx, options, buildName, in)
	if err != nil {
		return Result{}, fmt.Errorf("start build: %w", err)
	}
	watching, stop := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		c.watch(watching, options.ID, o.Progress)
	}()
	defer func() {
		stop()
		<-watched
	}()
	for {
		var result Result
		err := run.Get(ctx, &result)
		if err == nil && result.Ruleset != in.Ruleset {
			// It was begun under another name of the game, which the digest covers.
			result.Digest, err = c.digest(ctx, r, pieces)
		}
		if !unreachable(err) {
			return result, buildError(err)
		}
		if err := sleep(ctx, time.Second); err != nil {
			return Result{}, err
		}
	}
}

// digest is that over all tables of r with up to so many pieces.
func (c *Client) digest(ctx context.Context, r felli.Ruleset, pieces int) (string, error) {
	x, err := spaceOf(r.FullString())
	if err != nil {
		return "", err
	}
	summaries, broken, err := c.Bucket.Tables(ctx, x, nil).Survey(pieces)
	if err == nil && len(broken) > 0 {
		err = &store.MissingSliceError{Ruleset: r, Slice: broken[0]}
	}
	return digestOf(r, summaries), err
}

// watch tells of progress until ctx is cancelled.
func (c *Client) watch(ctx context.Context, id string, tell func(Tally)) {
	for tell != nil && sleep(ctx, time.Second) == nil {
		if t, err := c.tally(ctx, id); err == nil {
			tell(t)
		}
	}
}

func (c *Client) tally(ctx context.Context, id string) (t Tally, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	answer, err := c.Temporal.QueryWorkflow(ctx, id, "", tallyQuery)
	if err != nil {
		return t, err
	}
	return t, answer.Get(&t)
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// unreachable reports whether the server didn't answer, as while it restarts.
func unreachable(err error) bool {
	var unavailable *serviceerror.Unavailable
	var late *serviceerror.DeadlineExceeded
	return errors.As(err, &unavailable) || errors.As(err, &late)
}

// buildError gives an error of the workflow its kind back.
func buildError(err error) error {
	var app *temporal.ApplicationError
	if !errors.As(err, &app) {
		return err
	}
	switch app.Type() {
	case corruptType:
		return fmt.Errorf("build: %s: %w", app.Message(), felli.ErrCorrupt)
	case inputType:
		return fmt.Errorf("build: %s: %w", app.Message(), felli.ErrInput)
	}
	return fmt.Errorf("build: %s", app.Message())
}

// A Status is how far a ruleset's tables are.
type Status struct {
	State   string   // of the build: "running", "completed", "failed", …; "" if there is none
	Tally   Tally    // of the build, if a worker could be asked
	Slices  int      // tables asked for
	Held    int      // how many of them are in the bucket
	Digest  string   // over them, if all are there
	Unasked []string // queues in which jobs wait and that no worker serves, by the memory it would need
}

// Status says how far the tables of r with up to so many pieces are.
func (c *Client) Status(ctx context.Context, r felli.Ruleset, pieces int) (Status, error) {
	x, err := spaceOf(r.FullString())
	if err != nil {
		return Status{}, err
	}
	summaries, broken, err := c.Bucket.Tables(ctx, x, nil).Survey(pieces)
	if err != nil {
		return Status{}, err
	}
	s := Status{Slices: len(summaries) + len(broken), Held: len(summaries)}
	if len(broken) == 0 {
		s.Digest = digestOf(r, summaries)
	}
	id := c.Bucket.realm().build(r, pieces)
	d, err := c.Temporal.DescribeWorkflowExecution(ctx, id, "")
	var none *serviceerror.NotFound
	switch {
	case errors.As(err, &none):
		return s, nil
	case err != nil:
		return Status{}, err
	}
	s.State = stateName(d.WorkflowExecutionInfo.Status)
	if t, err := c.tally(ctx, id); err == nil {
		s.Tally = t
	}
	if s.State == running {
		s.Unasked, err = c.unasked(ctx, x, pieces)
	}
	return s, err
}

const running = "running"

// stateName is how Temporal calls a workflow's state, in lower case.
func stateName(s enums.WorkflowExecutionStatus) string {
	switch s {
	case enums.WORKFLOW_EXECUTION_STATUS_RUNNING:
		return running
	case enums.WORKFLOW_EXECUTION_STATUS_COMPLETED:
		return "completed"
	case enums.WORKFLOW_EXECUTION_STATUS_FAILED:
		return "failed"
	default:
		return "ended: " + s.String()
	}
}

// unasked lists the classes of memory whose queues hold jobs and are served by
// nobody, of those that the pairs of a build need.
func (c *Client) unasked(ctx context.Context, x *index.Space, pieces int) (list []string, err error) {
	classes := map[class]bool{}
	for _, s := range NewGraph(x, pieces).Pairs {
		classes[classOf(memoryOf(x, s))] = true
	}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		d, err := c.Temporal.DescribeTaskQueueEnhanced(ctx, client.DescribeTaskQueueEnhancedOptions{
			TaskQueue: c.Bucket.realm().solveQueue(class), TaskQueueTypes: []client.TaskQueueType{client.TaskQueueTypeActivity},
			ReportPollers: true, ReportStats: true,
		})
		if err != nil {
			return nil, err
		}
		for _, version := range d.VersionsInfo { //nolint:staticcheck // deprecated for workers with versions, which these aren't
			for _, info := range version.TypesInfo {
				if info.Stats != nil && info.Stats.ApproximateBacklogCount > 0 && len(info.Pollers) == 0 {
					list = append(list, class.String())
				}
			}
		}
	}
	return list, nil
}
