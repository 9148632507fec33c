package main

import (
	"testing"

	"go.temporal.io/api/workflowservice/v1"
)

// Three workers, nothing goes wrong: the digest of one machine, every pair
// solved once; then everything is there.
func TestBuild(t *testing.T) {
	for _, c := range []struct {
		ruleset string
		pieces  int
	}{{"felli-compulsory", 0}, {"fetaix", 4}} {
		t.Run(c.ruleset, func(t *testing.T) {
			address, _ := folder(t)
			d := newDrill(t, address)
			for range 3 {
				d.worker("--cache", t.TempDir())
			}
			n := pairs(t, c.ruleset, c.pieces)
			out := d.goBuild(c.ruleset, c.pieces).wait(t)
			wantDigest(t, out, c.ruleset, c.pieces)
			wantSolved(t, out, n, n)
			d.wantOnce(n, 0)
			again, err := d.build(t.Context(), c.ruleset, c.pieces)
			if err != nil {
				t.Fatal(err)
			}
			wantDigest(t, again, c.ruleset, c.pieces)
			wantSolved(t, again, n, 0)
			d.wantOnce(n, 0)
		})
	}
}

// A build whose history is cut again and again forgets nothing and does nothing
// twice.
func TestHistoryIsCut(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	for range 3 {
		d.worker()
	}
	n := pairs(t, "fetaix", 4)
	out := d.goBuild("fetaix", 4, "--history", "40").wait(t)
	wantDigest(t, out, "fetaix", 4)
	wantSolved(t, out, n, n)
	d.wantOnce(n, 0)
	until(t, "the server counts runs that were continued", func() bool {
		count, err := server.GetDefaultClient().CountWorkflow(t.Context(), &workflowservice.CountWorkflowExecutionsRequest{
			Namespace: server.GetDefaultNamespace(), Query: "WorkflowType = 'build' AND ExecutionStatus = 'ContinuedAsNew'",
		})
		return err == nil && count.GetCount() >= 2
	})
}
