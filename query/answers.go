package query

import (
	"context"
	"runtime"

	"felli/index"
)

// Answers calls f with every finished slice and the answers to all its
// positions, in index order: what [Prober.Probe] says of each, also where a
// capture is compulsory and nothing is stored. Slices come in the order in
// which they are solved; codes are valid until f returns and mustn't be
// changed. Of the options Workers, Memory and Progress count.
//
// For a whole tablebase this is much cheaper than probing: the answers of
// slices that others lead to stay in memory, and are found block by block.
func Answers(ctx context.Context, x *index.Space, tables Tables, o VerifyOptions, f func(s index.Slice, codes index.Codes) error) error {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Sample = 0
	v, err := newVerifier(ctx, x, tables, o)
	if err != nil {
		return err
	}
	v.progress.total = v.report.Positions
	for i, s := range v.order {
		t, err := v.open(v.summaries[s])
		if err != nil {
			return err
		}
		if v.derives {
			if err := v.fill(t); err != nil {
				return err
			}
		} else {
			v.progress.add(t.table, t.summary.Size)
		}
		t.answers = true
		if err := f(s, t.codes); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		v.forget(v.order[i+1:])
	}
	return nil
}
