package main

import "github.com/spf13/cobra"

// What --memory bounds.
const (
	allMemory   = "use at most so much memory"
	tableMemory = "keep at most so much of the tables in memory"
)

// addWork adds the flags that say how much a command may take of the machine.
func (f *solveFlags) addWork(cmd *cobra.Command, memory string) {
	cmd.Flags().IntVar(&f.workers, "workers", 0, "work with N threads (0: one a processor)")
	cmd.Flags().StringVar(&f.memory, "memory", "", memory+", such as 800M or 1.5G (else 3/4 of what is free)")
}
