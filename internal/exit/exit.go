// Package exit has the exit codes that the project's programs share.
package exit

import (
	"context"
	"errors"

	"felli"
)

// The exit codes.
const (
	Done        = 0
	Other       = 1
	Input       = 2
	NotBuilt    = 3
	Corrupt     = 4
	Interrupted = 130
)

// Code is the exit code of a program whose context is ctx and that ends with err.
func Code(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return Done
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return Interrupted
	case errors.Is(err, felli.ErrInput):
		return Input
	case errors.Is(err, felli.ErrNotBuilt):
		return NotBuilt
	case errors.Is(err, felli.ErrCorrupt):
		return Corrupt
	default:
		return Other
	}
}
