// Package cluster builds tables on many machines at once: the same tables, with
// the same digest, as [felli/solve.Run] on one.
//
// A slice and its twin are a job. What a job reads, finished tables, and what
// it makes are a pure function of the rules, so any machine may do any job, and
// doing one twice does no harm. Tables lie as objects in a [Bucket], which all
// machines reach. Temporal says who does what: it keeps the state of a build,
// notices machines that die or freeze, and gives their jobs to others.
//
//	Bucket  the objects, whole or not at all, with a local [Cache]
//	Graph   which jobs there are and which need which
//	build   the workflow that walks the graph (build.go); one for each ruleset and number of pieces
//	job     the workflow of one job (job.go), which builds that need the same job share
//	Worker  takes jobs that fit its memory, one process a machine or several
//	Client  starts a build, joins it, and says how far it is
//
// The package doesn't run a Temporal server, and doesn't solve: jobs call
// [felli/solve.Pair]. docs/cluster.md says how to run it.
package cluster
