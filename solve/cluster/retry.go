package cluster

import (
	"context"
	"errors"
	"time"

	"gocloud.dev/gcerrors"

	"felli"
)

// How often an object store is asked again, and after how long at first and at
// most. Solving again because an upload failed would cost far more.
const (
	retries    = 10
	firstPause = 100 * time.Millisecond
	longPause  = 20 * time.Second
)

// retry calls f until it succeeds, an error is final, or it has failed too
// often, for about a minute.
func retry(ctx context.Context, f func() error) error {
	pause := firstPause
	for i := 0; ; i++ {
		err := f()
		if err == nil || i == retries || final(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
		pause = min(2*pause, longPause)
	}
}

// final reports whether asking an object store again is of no use.
func final(err error) bool {
	if errors.Is(err, felli.ErrCorrupt) || errors.Is(err, felli.ErrInput) || errors.Is(err, context.Canceled) {
		return true
	}
	switch gcerrors.Code(err) {
	case gcerrors.NotFound, gcerrors.FailedPrecondition, gcerrors.PermissionDenied, gcerrors.InvalidArgument, gcerrors.Unimplemented, gcerrors.Canceled:
		return true
	default:
		return false
	}
}
