package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"felli/internal/memory"
	"felli/solve/cluster"
)

func (a *app) workerCommand() *cobra.Command {
	var size, cache, cacheSize string
	var o cluster.WorkerOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Take jobs until stopped",
		Long: `Worker takes jobs of any build whose tables lie under the same URL, as many at
once as it has memory and threads for, until it is stopped. Start one on each
machine. It may be killed at any time: its jobs are given to others.`,
		Example: "  felli-cluster worker --temporal temporal:7233 --tables s3://felli --memory 16G --cache /var/tmp/felli",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Workers < 0 {
				return badUsage(fmt.Errorf("--workers %d: want 1 or more, or 0 for one a processor", o.Workers))
			}
			if o.Memory, err = memory.For(size); err != nil {
				return err
			}
			if cache != "" {
				limit, err := memory.Parse(cacheSize)
				if err != nil {
					return err
				}
				if o.Cache, err = cluster.OpenCache(cache, int64(limit)); err != nil {
					return err
				}
			}
			if o.Workers > 0 {
				runtime.GOMAXPROCS(o.Workers)
			}
			defer memory.BoundHeap(o.Memory)()
			c, closeAll, err := a.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer closeAll()
			o.Log = a.log
			return c.Bucket.Work(cmd.Context(), c.Temporal, o)
		},
	}
	a.addTemporal(cmd)
	a.addTables(cmd)
	cmd.Flags().StringVar(&size, "memory", "", "use at most so much memory, a `SIZE` such as 800M or 16G (else 3/4 of what is free)")
	cmd.Flags().IntVar(&o.Workers, "workers", 0, "work with `N` threads (0: one a processor)")
	cmd.Flags().StringVar(&cache, "cache", "", "keep copies of tables in the folder `DIR`")
	cmd.Flags().StringVar(&cacheSize, "cache-size", "20G", "keep at most so much there, a `SIZE`")
	cmd.Flags().DurationVar(&o.Pause, "pause", 0, "wait so long before each job, to have time to kill it in a drill")
	_ = cmd.Flags().MarkHidden("pause") // only fails for unknown flags
	return cmd
}

// rounded is a duration for people.
func rounded(d time.Duration) time.Duration {
	if d > time.Minute {
		return d.Round(time.Second)
	}
	return d.Round(10 * time.Millisecond)
}
