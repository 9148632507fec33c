package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// fakeTable makes up a finished slice: always the same, unlike any other, and
// with runs of equal codes as real ones have.
func fakeTable(x *index.Space, s index.Slice, wide bool) Finished {
	h := fnv.New64a()
	fmt.Fprint(h, x.Game().FullString(), s, wide)
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	n := x.Size(s)
	f := Finished{Summary: index.Summary{Slice: s, Size: n}, Codes: newCodes(1, n)}
	if wide {
		f.Codes = newCodes(2, n)
	}
	sum := sha256.New()
	var code uint16
	for i := range n {
		if rng.IntN(4) == 0 {
			code = uint16(rng.IntN(60))
			if wide {
				code *= 999
			}
		}
		if wide {
			f.Codes.Wide[i] = code
		} else {
			f.Codes.Narrow[i] = uint8(code)
		}
		_ = binary.Write(sum, binary.LittleEndian, code)
		f.Raw.Positions += 2
		f.Folded.Positions++
		switch r := felli.Code(code).Result(); r.Value {
		case felli.Win:
			f.Raw.Win += 2
			f.Folded.Win++
			if !f.Longest.Win.Exists || r.DTW > f.Longest.Win.DTW {
				f.Longest.Win = index.Extreme{Exists: true, DTW: r.DTW, Index: i}
			}
		case felli.Loss:
			f.Raw.Loss += 2
			f.Folded.Loss++
			if !f.Longest.Loss.Exists || r.DTW > f.Longest.Loss.DTW {
				f.Longest.Loss = index.Extreme{Exists: true, DTW: r.DTW, Index: i}
			}
		default:
			f.Raw.Draw += 2
			f.Folded.Draw++
		}
	}
	f.Checksum = [32]byte(sum.Sum(nil))
	return f
}

// fakePair makes up a slice and its twin.
func fakePair(x *index.Space, s index.Slice, wide bool) []Finished {
	pair := []Finished{fakeTable(x, s, wide)}
	if s != s.Twin() {
		pair = append(pair, fakeTable(x, s.Twin(), wide))
	}
	return pair
}

// pairs are the slices of x that stand for themselves and their twins.
func pairs(x *index.Space, pieces int) []index.Slice {
	var list []index.Slice
	for _, s := range x.Slices(pieces) {
		if s.MajorToMove() {
			list = append(list, s)
		}
	}
	return list
}

// tinyBlocks cuts small tables into many blocks and many files.
func tinyBlocks() Option { return withBlocks(6, 3) }

// smallBlocks does that too, but not into so many files that a real disk takes
// long.
func smallBlocks() Option { return withBlocks(8, 16) }

// A sample is what a small store holds.
type sample struct {
	space   *index.Space
	tables  []Finished
	results []Result
}

// newSample makes up the content of a small store: the slices of up to so many
// pieces, some with wide codes, and some results.
func newSample(tb testing.TB, ruleset string, pieces int) sample {
	tb.Helper()
	sm := sample{space: testgame.Space(tb, ruleset)}
	for i, s := range pairs(sm.space, pieces) {
		sm.tables = append(sm.tables, fakePair(sm.space, s, i%3 == 1)...)
	}
	for i := range 3 {
		sm.results = append(sm.results, Result{"proof", fmt.Sprintf("p%d", i), []byte(fmt.Sprintf("certificate %d of %s", i, ruleset))})
	}
	return sm
}

// write puts all of it into a store, pair by pair; done is called after each.
func (sm sample) write(s *Store, done func(pairs int)) error {
	tb, err := s.Tablebase(sm.space)
	if err != nil {
		return err
	}
	n := 0
	for i := 0; i < len(sm.tables); {
		j := i + 1
		if j < len(sm.tables) && sm.tables[j].Slice == sm.tables[i].Slice.Twin() {
			j++
		}
		if _, err := tb.Summary(sm.tables[i].Slice); errors.Is(err, felli.ErrNotBuilt) {
			if err := tb.Write(sm.tables[i:j]...); err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
		n++
		done(n)
		i = j
	}
	if err := tb.PutResults(sm.results...); err != nil {
		return err
	}
	return tb.SetDigest(0, "d"+sm.space.Game().Name)
}

// An answer is one way in which a store may answer.
type answer func(err error) bool

func never(error) bool     { return false }
func corrupt(e error) bool { return errors.Is(e, felli.ErrCorrupt) }

// check compares everything a store says about the sample with the sample. An
// error must be one that allowed allows.
func (sm sample) check(s *Store, allowed answer) error {
	bad := func(what string, err error) error {
		if err == nil || allowed(err) && !errors.Is(err, felli.ErrNotBuilt) {
			return nil
		}
		return fmt.Errorf("%s: %w", what, err)
	}
	if _, err := s.Rulesets(); bad("rulesets", err) != nil {
		return err
	}
	tb, err := s.Tablebase(sm.space)
	if err != nil {
		return bad("tablebase", err)
	}
	if list, err := tb.Summaries(); err == nil && len(list) != len(sm.tables) {
		return fmt.Errorf("%d summaries, want %d", len(list), len(sm.tables))
	} else if bad("summaries", err) != nil {
		return err
	}
	for _, want := range sm.tables {
		if err := checkTable(tb, want, allowed); err != nil {
			return err
		}
	}
	for _, want := range sm.results {
		got, err := tb.Result(want.Kind, want.Key)
		if err == nil && string(got) != string(want.Value) {
			return fmt.Errorf("result %s is %q, want %q", want.Key, got, want.Value)
		} else if bad("result", err) != nil {
			return err
		}
	}
	n := 0
	for _, err := range tb.Results("proof") {
		n++
		if bad("results", err) != nil {
			return err
		} else if err != nil {
			n = len(sm.results)
			break
		}
	}
	if n != len(sm.results) {
		return fmt.Errorf("%d results, want %d", n, len(sm.results))
	}
	digest, err := tb.Digest(0)
	if want := "d" + sm.space.Game().Name; err == nil && digest != want {
		return fmt.Errorf("digest is %q, want %q", digest, want)
	}
	return bad("digest", err)
}

// checkTable compares a table with what it was written from, in every way it
// can be read.
func checkTable(tb *Tablebase, want Finished, allowed answer) error {
	bad := func(what string, err error) error {
		if err == nil || allowed(err) {
			return nil
		}
		return fmt.Errorf("%s of %v: %w", what, want.Slice, err)
	}
	summary, err := tb.Summary(want.Slice)
	if err == nil && summary != want.Summary {
		return fmt.Errorf("summary of %v is %+v, want %+v", want.Slice, summary, want.Summary)
	} else if err := bad("summary", err); err != nil {
		return err
	}
	codes, err := tb.Codes(want.Slice)
	if err == nil && !equalCodes(codes, want.Codes) {
		return fmt.Errorf("codes of %v differ", want.Slice)
	} else if err := bad("codes", err); err != nil {
		return err
	}
	next := uint64(0)
	err = tb.Blocks(want.Slice, func(lo uint64, c index.Codes) error {
		if lo != next || !equalCodes(c, want.Codes.Slice(lo, lo+uint64(c.Len()))) {
			return fmt.Errorf("block at %d of %v differs", lo, want.Slice)
		}
		next = lo + uint64(c.Len())
		return nil
	})
	if err == nil && next != want.Size {
		return fmt.Errorf("blocks of %v end at %d, want %d", want.Slice, next, want.Size)
	} else if err := bad("blocks", err); err != nil {
		return err
	}
	for i := uint64(0); i < want.Size; i++ {
		code, err := tb.Code(want.Slice, i)
		if err == nil && code != want.Codes.At(i) {
			return fmt.Errorf("code %d of %v is %d, want %d", i, want.Slice, code, want.Codes.At(i))
		}
		if err := bad("code", err); err != nil {
			return err
		}
		if err != nil {
			i += 19 // errors are slow
		}
	}
	return nil
}

func equalCodes(a, b index.Codes) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range uint64(a.Len()) {
		if a.At(i) != b.At(i) {
			return false
		}
	}
	return true
}

// buildSample writes samples into a new store on fsys and closes it.
func buildSample(tb testing.TB, fsys vfs.FS, dir string, samples ...sample) {
	tb.Helper()
	blocks := tinyBlocks()
	if fsys == vfs.Default {
		blocks = smallBlocks()
	}
	s, err := Create(dir, withFS(fsys), blocks)
	if err != nil {
		tb.Fatal(err)
	}
	for _, sm := range samples {
		if err := sm.write(s, func(int) {}); err != nil {
			tb.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		tb.Fatal(err)
	}
}

// openSample opens a store on fsys to read.
func openSample(fsys vfs.FS, dir string) (*Store, error) {
	return Open(dir, withFS(fsys), WithCache(1<<20))
}
