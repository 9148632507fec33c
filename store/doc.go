// Package store keeps everything on disk: one Pebble database with the tables
// of any number of rulesets, their summaries, and what was computed from them.
//
// Open a store with [Open] to read it or with [Create] to build it, take the
// [Tablebase] of a ruleset, and probe it with [Tablebase.Code] or load whole
// tables with [Tablebase.Codes]. A builder adds finished slices with
// [Tablebase.Write]: all slices of one call become visible at once, and are
// durable when it returns.
//
// A reader takes no lock and writes nothing, so any number of processes may
// read a store, also from a read-only file system, and also while one builds.
// [Store.Refresh] shows a long-lived reader what was added since.
//
// Every record carries its own checksum over its place and its content. An
// error says whether a table is missing ([felli.ErrNotBuilt]) or can't be
// trusted ([felli.ErrCorrupt]); no damage leads to a wrong value.
//
// The package knows nothing of how tables are made or asked. The bytes on disk
// are described in docs/format.md.
package store
