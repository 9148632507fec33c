package cluster

import (
	"errors"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// jobWorkflow has one pair solved, by a worker with enough memory, and tells
// every build that wants it how that ended. Its id stands for the pair, so there
// is never more than one at a time; a build that finds it under way only adds
// itself to those it tells (see activities.start).
func jobWorkflow(ctx workflow.Context, in jobRequest) error {
	wants := workflow.GetSignalChannel(ctx, wantSignal)
	solving := workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           in.Queue,
		StartToCloseTimeout: 365 * 24 * time.Hour, // it is the heartbeat that counts
		HeartbeatTimeout:    in.Heartbeat,
		RetryPolicy:         retryPolicy(),
	}), solveName, in)
	var out outcome
	if err := solving.Get(ctx, &out); err != nil {
		var app *temporal.ApplicationError
		if !errors.As(err, &app) {
			return err // cancelled
		}
		out = outcome{Pair: in.Pair, Failed: app.Message(), Kind: app.Type()}
	}
	told := map[string]bool{}
	for {
		var build string
		if !wants.ReceiveAsync(&build) {
			return nil // a want that comes after this makes the server ask again
		}
		if told[build] {
			continue
		}
		told[build] = true
		// A build that has ended doesn't listen.
		_ = workflow.SignalExternalWorkflow(ctx, build, "", doneSignal, out).Get(ctx, nil)
	}
}
