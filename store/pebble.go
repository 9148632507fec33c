package store

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// pebbleFormat is the version of Pebble's own files. It is pinned: a newer one
// would be a new [FormatVersion].
const pebbleFormat = pebble.FormatValueSeparation

const (
	blockCacheBytes = 4 << 20  // Pebble's own cache; decoded blocks have another
	memTableBytes   = 64 << 10 // nothing goes through it, and every reader allocates one
	maxOpenFiles    = 256
)

// pebbleOptions are what readers and builders have in common: nothing in the
// background, nothing on stderr, and nothing that a reader allocates in vain.
func pebbleOptions(fsys vfs.FS, logger pebble.Logger) *pebble.Options {
	o := &pebble.Options{
		FS:                          fsys,
		Logger:                      logger,
		FormatMajorVersion:          pebbleFormat,
		ErrorIfNotExists:            true,
		CacheSize:                   blockCacheBytes,
		MemTableSize:                memTableBytes,
		MaxOpenFiles:                maxOpenFiles,
		DisableWAL:                  true, // everything is ingested
		DisableAutomaticCompactions: true, // a compaction deletes files under readers
		DisableTableStats:           true,
		DisableConsistencyCheck:     true, // it would look at every table
		MaxManifestFileSize:         1,    // readers replay it: keep it short
		EventListener: &pebble.EventListener{
			BackgroundError: func(error) {},
			// The default ends the process.
			DataCorruption: func(pebble.DataCorruptionInfo) {},
		},
	}
	o.Experimental.FileCacheShards = 1
	o.Experimental.ReadSamplingMultiplier = -1
	return o
}

// A logger takes what Pebble has to say. Pebble expects Fatalf not to return.
type logger struct {
	out   *slog.Logger
	fatal func(error)
}

func (l logger) Infof(string, ...any) {}

func (l logger) Errorf(format string, args ...any) {
	l.out.Debug("pebble: " + fmt.Sprintf(format, args...))
}

func (l logger) Fatalf(format string, args ...any) {
	err := &fatalError{text: fmt.Sprintf(format, args...)}
	for _, arg := range args {
		if cause, ok := arg.(error); ok {
			err.cause = cause
		}
	}
	l.out.Debug("pebble: " + err.text)
	l.fatal(err)
	runtime.Goexit()
}

// A fatalError is what Pebble would have ended the process with.
type fatalError struct {
	text  string
	cause error
}

func (e *fatalError) Error() string { return e.text }
func (e *fatalError) Unwrap() error { return e.cause }

// readerLogger is for databases opened to read, which have nothing in the
// background: a fatal error becomes a panic, caught where the call came in.
func readerLogger(out *slog.Logger) logger {
	return logger{out, func(err error) { panic(err) }}
}

// fault makes an error of Pebble's into one of ours. What the machine forbids
// or is short of says nothing about the store; anything else does.
func fault(key string, err error) error {
	var corrupt *CorruptError
	if errors.As(err, &corrupt) {
		return err
	}
	if isMachines(err) {
		return fmt.Errorf("read %s: %w", key, err)
	}
	return &CorruptError{Key: key, Reason: "can't be read", Version: FormatVersion, Err: err}
}
