package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"felli"
	"felli/index"
	"felli/store"
)

// dir is the store's folder: --db, else $FELLI_DB, else in the user's data
// directory.
func (a *app) dir() (string, error) {
	if a.db != "" {
		return a.db, nil
	}
	if dir := os.Getenv("FELLI_DB"); dir != "" {
		return dir, nil
	}
	data, err := dataDir()
	if err != nil {
		return "", &hinted{fmt.Errorf("find the user's data directory: %w", err), "say where the store is with --db DIR or $FELLI_DB"}
	}
	return filepath.Join(data, "felli"), nil
}

// dataDir is the user's data directory, by the custom of the system.
func dataDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	if runtime.GOOS == "windows" {
		return os.UserCacheDir() // %LocalAppData%
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support"), nil
	}
	return filepath.Join(home, ".local", "share"), nil
}

// read opens the tables of x's ruleset to read; close must be called.
func (a *app) read(x *index.Space, options ...store.Option) (tables *store.Tablebase, closeStore func(), err error) {
	dir, err := a.dir()
	if err != nil {
		return nil, nil, err
	}
	s, err := store.Open(dir, options...)
	if err != nil {
		return nil, nil, notBuilt(err, x.Game().Ruleset)
	}
	tables, err = s.Tablebase(x)
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return tables, func() { _ = s.Close() }, nil
}

// notBuilt adds to the error of a missing store how to build one.
func notBuilt(err error, r felli.Ruleset) error {
	var none *store.NoStoreError
	if errors.As(err, &none) {
		return &hinted{err, "build it first: " + solveFor(r, 0) + "; another store is named with --db DIR or $FELLI_DB"}
	}
	return err
}

// An absent tablebase has no tables; what the rules alone decide can still be
// answered.
type absent struct{ err error }

func (t absent) Code(index.Slice, uint64) (felli.Code, error) { return 0, t.err }

// Holds says that it doesn't.
func (t absent) Holds(index.Slice) error { return t.err }
