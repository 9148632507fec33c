package cluster

import (
	"fmt"

	"felli"
	"felli/index"
	"felli/store"
	"felli/store/object"
)

// A realm is everything that works on the tables of one bucket in one format
// version: its name begins those of all its queues and workflows, so that
// workers of another bucket or version never see its jobs.
type realm string

func (b *Bucket) realm() realm { return realm(fmt.Sprintf("felli-%s-v%d", b.id, object.Version)) }

// queue is where workflows and all activities but solving wait: every worker
// serves it.
func (r realm) queue() string { return string(r) }

// solveQueue is where jobs of a class of memory wait.
func (r realm) solveQueue(c class) string { return string(r) + "-" + c.String() }

// build is the id of the workflow that builds a ruleset's tables with up to so
// many pieces: whoever wants the same tables joins the same one.
func (r realm) build(ruleset felli.Ruleset, pieces int) string {
	return fmt.Sprintf("%s-%s-%d-pieces", r, store.RulesetID(ruleset), pieces)
}

// job is the id of a pair's workflow. All builds that need the pair share it.
func (r realm) job(ruleset felli.Ruleset, pair index.Slice) string {
	return fmt.Sprintf("%s-%s-%v", r, store.RulesetID(ruleset), pair)
}
