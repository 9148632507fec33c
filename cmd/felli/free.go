package main

import "felli/internal/memory"

// freeMemory is the bytes of memory that the machine says it can give without
// swapping, or 0 where it doesn't say.
func freeMemory() uint64 { return memory.Free() }

// memoryFor is the memory a command may use: what it was given, else three
// quarters of what is free.
func memoryFor(flag string) (uint64, error) { return memory.For(flag) }

func boundHeap(limit uint64) (restore func()) { return memory.BoundHeap(limit) }
