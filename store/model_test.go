package store

import (
	"errors"
	"fmt"
	"maps"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"pgregory.net/rapid"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// A model is what a store should hold.
type model struct {
	tables  map[index.Slice]Finished
	results map[string]string
}

func (m model) clone() model {
	return model{maps.Clone(m.tables), maps.Clone(m.results)}
}

// check compares all that x's tablebase could hold with what the model says.
func (m model) check(s *Store, x *index.Space) error {
	tb, err := s.Tablebase(x)
	if errors.Is(err, felli.ErrNotBuilt) && len(m.tables)+len(m.results) == 0 {
		return nil
	} else if err != nil {
		return err
	}
	for _, sl := range x.Slices(2) {
		want, ok := m.tables[sl]
		if !ok {
			if _, err := tb.Code(sl, 0); !errors.Is(err, felli.ErrNotBuilt) {
				return fmt.Errorf("code of %v, which is not built: %w", sl, err)
			}
		} else if err := checkTable(tb, want, never); err != nil {
			return err
		}
	}
	got := map[string]string{}
	for r, err := range tb.Results("kind") {
		if err != nil {
			return err
		}
		got[r.Key] = string(r.Value)
	}
	if !maps.Equal(got, m.results) {
		return fmt.Errorf("results %v, want %v", got, m.results)
	}
	return nil
}

// Any sequence of writing, reopening, refreshing and reading is as if the store
// were a map.
func TestModel(t *testing.T) {
	x := testgame.Space(t, "felli-mullah")
	slices := x.Slices(2)
	pool := map[index.Slice][]Finished{}
	for _, s := range slices {
		pool[s] = []Finished{fakeTable(x, s, false), fakeTable(x, s, true)}
	}
	rapid.Check(t, func(t *rapid.T) {
		fsys := vfs.NewMem()
		cache := int64(rapid.SampledFrom([]int{0, 500, 1 << 20}).Draw(t, "cache"))
		create := func() *Store {
			s, err := Create("db", withFS(fsys), tinyBlocks(), WithCache(cache))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		now := model{map[index.Slice]Finished{}, map[string]string{}}
		builder := create()
		reader, err := Open("db", withFS(fsys), WithCache(cache))
		must(err)
		seen := now.clone() // by the reader
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				var list []Finished
				for _, s := range slices {
					if rapid.Bool().Draw(t, "take") {
						list = append(list, pool[s][rapid.IntRange(0, 1).Draw(t, "which")])
					}
				}
				tb, err := builder.Tablebase(x)
				must(err)
				must(tb.Write(list...))
				for _, f := range list {
					now.tables[f.Slice] = f
				}
			},
			"keep": func(t *rapid.T) {
				tb, err := builder.Tablebase(x)
				must(err)
				key, value := rapid.StringN(0, 3, 9).Draw(t, "key"), rapid.String().Draw(t, "value")
				must(tb.PutResult("kind", key, []byte(value)))
				now.results[key] = value
			},
			"reopen": func(*rapid.T) {
				must(builder.Close())
				builder = create()
			},
			"refresh": func(*rapid.T) {
				must(reader.Refresh())
				seen = now.clone()
			},
			"": func(*rapid.T) {
				must(now.check(builder, x))
				must(seen.check(reader, x))
			},
		})
		must(errors.Join(reader.Close(), builder.Close()))
	})
}
