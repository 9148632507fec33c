package store

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// errNotDir is the error of looking for a file inside a file.
var errNotDir error = syscall.ENOTDIR

// isMachines reports whether an error is due to the machine or its settings.
func isMachines(err error) bool {
	for _, cause := range []error{fs.ErrPermission, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return isFull(err)
}

// isFull reports whether a write failed for want of space.
func isFull(err error) bool {
	return err != nil && (vfs.IsNoSpaceError(err) || errors.Is(err, errQuota))
}

// isTaken reports whether a lock couldn't be had because somebody has it, and
// not because its file couldn't be made.
func isTaken(err error) bool {
	var path *fs.PathError
	return !errors.As(err, &path) && !isFull(err) && !errors.Is(err, fs.ErrNotExist)
}
