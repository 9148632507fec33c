//go:build !unix

package store

import "errors"

var errQuota = errors.New("no quota here")
