package exit

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"felli"
)

func TestCode(t *testing.T) {
	going := t.Context()
	stopped, cancel := context.WithCancel(going)
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want int
	}{
		{going, nil, Done},
		{stopped, nil, Done},
		{going, errors.New("no luck"), Other},
		{stopped, errors.New("no luck"), Other},
		{going, context.Canceled, Other}, // somebody else's
		{stopped, fmt.Errorf("solve: %w", context.Canceled), Interrupted},
		{going, &felli.ParseError{What: "move"}, Input},
		{going, fmt.Errorf("slice m1vm1: %w", felli.ErrNotBuilt), NotBuilt},
		{going, errors.Join(felli.ErrCorrupt, errors.New("close")), Corrupt},
	} {
		if got := Code(c.ctx, c.err); got != c.want {
			t.Errorf("Code(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}
