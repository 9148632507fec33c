package store

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// A Result is something computed from tables, or instead of them, that is kept
// with a ruleset: a digest, a proof's certificate, a row of an atlas.
type Result struct {
	Kind  string // what it is, for instance "digest"; without zero bytes, not empty
	Key   string // which of its kind
	Value []byte
}

// PutResult keeps a value under a kind and a key, in place of the one that was
// there. It is durable when it returns.
func (t *Tablebase) PutResult(kind, key string, value []byte) error {
	return t.PutResults(Result{kind, key, value})
}

// PutResults keeps several results, all at once. Every call adds a file to the
// store, so many small results are better kept together. Its errors are those
// of [Tablebase.Write].
func (t *Tablebase) PutResults(results ...Result) error {
	if len(results) == 0 {
		return nil
	}
	results = slices.Clone(results)
	slices.SortFunc(results, func(a, b Result) int {
		return strings.Compare(a.Kind+"\x00"+a.Key, b.Kind+"\x00"+b.Key)
	})
	needed := uint64(minFreeBytes)
	for i, r := range results {
		if r.Kind == "" || strings.ContainsRune(r.Kind, 0) {
			return fmt.Errorf("keep result %q of kind %q: a kind is a text without zero bytes", r.Key, r.Kind)
		}
		if i > 0 && r.Kind == results[i-1].Kind && r.Key == results[i-1].Key {
			return fmt.Errorf("keep result %q of kind %q: given twice", r.Key, r.Kind)
		}
		needed += uint64(len(r.Value)) / squeeze
	}
	one := run{write: func(set func(key, record []byte) error) error {
		for _, r := range results {
			key := resultKey(t.id, r.Kind, r.Key)
			if err := set(key, encodeResult(key, r.Value)); err != nil {
				return err
			}
		}
		return nil
	}}
	if err := t.commit([]run{one}, needed); err != nil {
		return t.store.diskError(fmt.Sprintf("keep %s %q in", results[0].Kind, results[0].Key), needed, err)
	}
	return nil
}

// Result is what [Tablebase.PutResult] kept. The error is a
// *[MissingResultError] if that is nothing.
func (t *Tablebase) Result(kind, key string) ([]byte, error) {
	k := resultKey(t.id, kind, key)
	var value []byte
	what := func() string { return t.resultName(kind, key) }
	found, err := t.store.get(k, what, func(record []byte) error {
		v, err := decodeResult(k, record)
		value = append([]byte{}, v...)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, &MissingResultError{t.Ruleset(), kind, key}
	}
	return value, nil
}

// Results are all results of a kind, by key. An error ends the sequence.
func (t *Tablebase) Results(kind string) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		keys, err := t.resultKeys(kind)
		if err != nil {
			yield(Result{}, err)
			return
		}
		for _, key := range keys {
			value, err := t.Result(kind, key)
			if !yield(Result{kind, key, value}, err) || err != nil {
				return
			}
		}
	}
}

func (t *Tablebase) resultKeys(kind string) ([]string, error) {
	var keys []string
	what := func() string { return t.resultName(kind, "") }
	prefix := resultPrefix(t.id, kind)
	err := t.store.each(what, prefix, after(prefix), func(key, _ []byte) error {
		keys = append(keys, string(key[len(prefix):]))
		return nil
	}, noEnd)
	return keys, err
}

func (t *Tablebase) resultName(kind, key string) string {
	return fmt.Sprintf("%s %q of %v", kind, key, t.Ruleset())
}

const digestKind = "digest"

// SetDigest keeps the digest over all slices with up to maxPieces pieces in
// all (0: no limit). It writes nothing when that is what is kept already.
func (t *Tablebase) SetDigest(maxPieces int, digest string) error {
	if kept, err := t.Digest(maxPieces); err == nil && kept == digest {
		return nil
	}
	return t.PutResult(digestKind, strconv.Itoa(maxPieces), []byte(digest))
}

// Digest is what [Tablebase.SetDigest] kept; a *[MissingResultError] if that is
// nothing.
func (t *Tablebase) Digest(maxPieces int) (string, error) {
	value, err := t.Result(digestKind, strconv.Itoa(maxPieces))
	return string(value), err
}
