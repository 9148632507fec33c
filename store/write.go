package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"

	"felli/index"
)

// Finished is a finished slice: what is known of it and the code of each of
// its positions, in index order.
type Finished = index.Finished

const (
	// tableBlocks is the most blocks of a slice that one sorted table takes. It
	// is fixed, so that the files don't depend on how many cores wrote them.
	tableBlocks = 1024

	// minFreeBytes is what Pebble and the head file need beside the tables.
	minFreeBytes = 1 << 20

	// squeeze is how many bytes of codes are sure to take one on disk at
	// least: tables of this kind reach a tenth. To ask for more before writing
	// would refuse what fits.
	squeeze = 32
)

// Write adds finished slices, all at once: a reader sees all of them or none,
// and so does whoever opens the store after a crash. They are durable when it
// returns. A slice that is there already is replaced.
//
// Several calls may run at once. If the disk is full the error is a
// *[FullDiskError]. After an error the slices may be there or not, the others
// are; a store in which Pebble failed takes no more writes and is to be
// closed.
func (t *Tablebase) Write(tables ...Finished) error {
	if len(tables) == 0 {
		return nil
	}
	var runs []run
	needed := uint64(minFreeBytes)
	for i, f := range tables {
		if err := t.check(f); err != nil {
			return err
		}
		for _, g := range tables[:i] {
			if g.Slice == f.Slice {
				return fmt.Errorf("write slice %v: given twice", f.Slice)
			}
		}
		runs = append(runs, t.runsOf(f)...)
		needed += uint64(f.Codes.Len()*widthOf(f.Codes)) / squeeze
	}
	if err := t.commit(joinRuns(runs), needed); err != nil {
		return t.store.diskError(fmt.Sprintf("write slice %v to", tables[0].Slice), needed, err)
	}
	return nil
}

// check refuses what can't be a finished slice of this tablebase.
func (t *Tablebase) check(f Finished) error {
	switch {
	case !t.space.Has(f.Slice):
		return fmt.Errorf("write slice %v: no slice of %v", f.Slice, t.Ruleset())
	case f.Codes.Narrow != nil && f.Codes.Wide != nil:
		return fmt.Errorf("write slice %v: codes of both widths", f.Slice)
	case uint64(f.Codes.Len()) != f.Size || f.Size != t.space.Size(f.Slice):
		return fmt.Errorf("write slice %v: %d codes and a size of %d, want %d", f.Slice, f.Codes.Len(), f.Size, t.space.Size(f.Slice))
	}
	return nil
}

// A run is what goes into one sorted table: consecutive records.
type run struct {
	first  []byte // its smallest key
	pair   index.Slice
	alone  bool // not to be joined with others
	packed bool // its records need no compression
	write  func(set func(key, record []byte) error) error
}

// runsOf cuts a slice's records into runs.
func (t *Tablebase) runsOf(f Finished) []run {
	info := tableInfo{Summary: f.Summary, shift: t.store.blockShift, width: widthOf(f.Codes)}
	key, each := summaryKey(t.id, f.Slice), t.store.tableBlocks
	var runs []run
	for from := uint64(0); from == 0 || from < info.blocks(); from += each {
		r := run{first: key, pair: pairOf(f.Slice), alone: info.blocks() > each, packed: codecs[writeCodec].packed}
		if from > 0 {
			r.first = blockKey(nil, key, from)
		}
		r.write = func(set func(key, record []byte) error) error {
			if from == 0 {
				if err := set(key, encodeSummary(key, info)); err != nil {
					return err
				}
			}
			var record, at []byte
			for n := from; n < min(from+each, info.blocks()); n++ {
				lo, hi := n<<info.shift, min((n+1)<<info.shift, info.Size)
				at = blockKey(at[:0], key, n)
				record = appendBlock(record[:0], writeCodec, at, f.Codes.Slice(lo, hi))
				if err := set(at, record); err != nil {
					return err
				}
			}
			return nil
		}
		runs = append(runs, r)
	}
	return runs
}

// joinRuns sorts runs and lets a small slice and its twin share a table.
func joinRuns(runs []run) []run {
	slices.SortFunc(runs, func(a, b run) int { return bytes.Compare(a.first, b.first) })
	var joined []run
	for _, r := range runs {
		if n := len(joined); n > 0 && !r.alone && !joined[n-1].alone && joined[n-1].pair == r.pair {
			before := joined[n-1].write
			joined[n-1].write = func(set func(key, record []byte) error) error {
				if err := before(set); err != nil {
					return err
				}
				return r.write(set)
			}
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// commit writes runs to sorted tables, on all cores, and puts them into the
// database together with the ruleset's record if that isn't there yet.
func (t *Tablebase) commit(runs []run, needed uint64) error {
	s := t.store
	if s.builder == nil {
		return errReadOnly
	}
	if usage, err := s.fs.GetDiskUsage(s.dir); err == nil && usage.AvailBytes < needed {
		return &FullDiskError{Dir: s.dir, Free: usage.AvailBytes, Needed: needed}
	}
	paths := make([]string, len(runs))
	for i := range paths {
		paths[i] = s.newPath()
	}
	errs := make([]error, len(runs))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range runs {
		slots <- struct{}{}
		wg.Go(func() {
			errs[i] = s.writeTable(paths[i], runs[i])
			<-slots
		})
	}
	wg.Wait()
	err := errors.Join(errs...)
	if err == nil {
		err = t.ingest(paths)
	}
	if err != nil {
		for _, path := range paths {
			_ = s.fs.Remove(path) // else the next builder does
		}
	}
	return err
}

// newPath is the name for a sorted table that is being written.
func (s *Store) newPath() string {
	s.builder.mu.Lock()
	defer s.builder.mu.Unlock()
	s.builder.serial++
	return s.fs.PathJoin(s.dir, newDir, fmt.Sprintf("%06d.sst", s.builder.serial))
}

// writeTable writes one sorted table and makes it durable.
func (s *Store) writeTable(path string, r run) error {
	f, err := s.fs.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	w := sstable.NewWriter(objstorageprovider.NewFileWritable(f), tableOptions(r.packed))
	err = r.write(w.Set)
	return errors.Join(err, w.Close())
}

// tableOptions are how sorted tables are written: a block of Pebble's for every
// record, no filters (a probe asks for what is there), one level of index.
// docs/decisions.md has what other kinds of compression bring.
func tableOptions(packed bool) sstable.WriterOptions {
	p := *sstable.ZstdCompression
	p.OtherBlocks = sstable.SnappyCompression.OtherBlocks // read by every first probe
	p.MinReductionPercent = 1
	if packed {
		p.DataBlocks = sstable.NoCompression.DataBlocks
	}
	return sstable.WriterOptions{
		BlockSize:          1,
		IndexBlockSize:     1 << 30,
		Compression:        &p,
		DisableValueBlocks: true,
		TableFormat:        pebbleFormat.MaxTableFormat(),
	}
}

// ingest puts finished sorted tables into the database.
func (t *Tablebase) ingest(paths []string) error {
	s := t.store
	b := s.builder
	b.mu.Lock()
	defer b.mu.Unlock()
	h, err := s.acquire()
	if err != nil {
		return err
	}
	defer h.refs.Add(-1)

	key := rulesetKey(t.id)
	if found, err := s.get(key, t.Ruleset().String, func([]byte) error { return nil }); err != nil {
		return err
	} else if !found {
		path := s.fs.PathJoin(s.dir, newDir, "ruleset.sst")
		err := s.writeTable(path, run{write: func(set func(key, record []byte) error) error {
			return set(key, encodeRuleset(key, t.record))
		}})
		if err != nil {
			return err
		}
		paths = append(slices.Clone(paths), path)
	}
	err = b.do(func() error { return h.db.Ingest(context.Background(), paths) })
	var broke *panicError
	if errors.As(err, &broke) {
		b.stop(err)
	}
	if err != nil {
		return err
	}
	t.forget()
	return writeHead(s.fs, s.dir, tally(h.db))
}
