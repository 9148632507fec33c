package main

import (
	"bufio"
	"errors"
	"os"
)

// writeFile has write fill a file, which is there as a whole or, after an
// error, as it was before: so a file may be read and written at once.
func writeFile(name string, write func(*bufio.Writer) error) (err error) {
	part := name
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() {
		part = name + ".part" // devices and pipes are written to as they are
	}
	f, err := os.Create(part)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	err = write(out)
	if err == nil {
		err = out.Flush()
	}
	err = errors.Join(err, f.Close())
	switch {
	case part == name:
		return err
	case err != nil:
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, name)
}
