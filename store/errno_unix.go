//go:build unix

package store

import "syscall"

// errQuota is the other way a disk is full.
var errQuota error = syscall.EDQUOT
