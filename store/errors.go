package store

import (
	"errors"
	"fmt"
	"strings"

	"felli"
	"felli/index"
)

// ErrClosed is returned by everything that is asked of a closed store.
var ErrClosed = errors.New("store is closed")

// A NoStoreError says that there is no store in a folder, or no folder. It
// matches [felli.ErrNotBuilt].
type NoStoreError struct {
	Dir    string
	Reason string // "the folder does not exist" or "the folder is empty"
}

func (e *NoStoreError) Error() string {
	return fmt.Sprintf("no store here: %q: %s", e.Dir, e.Reason)
}

// Is reports whether target is [felli.ErrNotBuilt].
func (e *NoStoreError) Is(target error) bool { return target == felli.ErrNotBuilt }

// A MissingRulesetError says that a store holds nothing of a ruleset. It
// matches [felli.ErrNotBuilt].
type MissingRulesetError struct {
	Ruleset felli.Ruleset
	Nearest *felli.Ruleset // the held ruleset that differs least; nil in an empty store
	Differs []string       // in what Nearest differs, such as "promote=stop, not promote=pass"
}

func (e *MissingRulesetError) Error() string {
	text := fmt.Sprintf("store has no tables of %v", e.Ruleset)
	switch {
	case e.Nearest == nil:
		return text + ": it is empty"
	case len(e.Differs) == 0:
		return text + fmt.Sprintf("; the nearest it has is %v", *e.Nearest)
	}
	return text + fmt.Sprintf("; the nearest it has is %v, with %s", *e.Nearest, strings.Join(e.Differs, " and "))
}

// Is reports whether target is [felli.ErrNotBuilt].
func (e *MissingRulesetError) Is(target error) bool { return target == felli.ErrNotBuilt }

// A MissingSliceError says that a slice has not been built. It matches
// [felli.ErrNotBuilt].
type MissingSliceError struct {
	Ruleset felli.Ruleset
	Slice   index.Slice
}

func (e *MissingSliceError) Error() string {
	return fmt.Sprintf("slice %v of %v is not built", e.Slice, e.Ruleset)
}

// Is reports whether target is [felli.ErrNotBuilt].
func (e *MissingSliceError) Is(target error) bool { return target == felli.ErrNotBuilt }

// A MissingResultError says that a result was never stored. It matches
// [felli.ErrNotBuilt].
type MissingResultError struct {
	Ruleset felli.Ruleset
	Kind    string
	Key     string
}

func (e *MissingResultError) Error() string {
	return fmt.Sprintf("no %s %q of %v in the store", e.Kind, e.Key, e.Ruleset)
}

// Is reports whether target is [felli.ErrNotBuilt].
func (e *MissingResultError) Is(target error) bool { return target == felli.ErrNotBuilt }

// A CorruptError says that a record or the whole store is damaged or was not
// written by this program. It matches [felli.ErrCorrupt].
type CorruptError struct {
	Key     string // what was read, for people: a folder, a file, or a ruleset, slice and block
	Reason  string // what is wrong with it
	Version int    // the format version it was read as, 0 if unknown
	Err     error  // the cause, or nil
}

func (e *CorruptError) Error() string {
	text := fmt.Sprintf("%s: %s", e.Key, e.Reason)
	if e.Err != nil {
		cause, _, _ := strings.Cut(e.Err.Error(), "\n") // Pebble adds lines for its developers
		text += ": " + cause
	}
	return text
}

// Is reports whether target is [felli.ErrCorrupt].
func (e *CorruptError) Is(target error) bool { return target == felli.ErrCorrupt }

// Unwrap is the cause.
func (e *CorruptError) Unwrap() error { return e.Err }

// A BusyError says that another process builds in the store. It matches none
// of the sentinels.
type BusyError struct {
	Dir    string
	Holder string // who it is, such as "process 4711 on alpha, since 2026-01-02 15:04:05"
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("store %q is being built by %s", e.Dir, e.Holder)
}

// A FullDiskError says that the disk can't take what was to be written. What
// was finished before is intact. It matches none of the sentinels.
type FullDiskError struct {
	Dir    string
	Free   uint64 // bytes free when it happened
	Needed uint64 // bytes that what was to be written needs, at a guess
	Err    error  // the cause, or nil if nothing was written yet
}

func (e *FullDiskError) Error() string {
	return fmt.Sprintf("disk full: %q has %d bytes free and needs about %d", e.Dir, e.Free, e.Needed)
}

// Unwrap is the cause.
func (e *FullDiskError) Unwrap() error { return e.Err }
