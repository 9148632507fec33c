package object

import (
	"path"
	"strconv"
	"strings"

	"felli"
	"felli/index"
	"felli/store"
)

// extension ends the names of objects.
const extension = ".felli"

// Prefix begins the names of all objects of a ruleset, of this format version.
// Objects of other rulesets and versions have others, so all can share a
// folder or bucket. It ends in a slash.
func Prefix(r felli.Ruleset) string {
	return store.RulesetID(r) + "/v" + strconv.Itoa(Version) + "/"
}

// Name is the name of a slice's object, with slashes, such as
// 4e0b1f5ad4a90c4f/v1/m2k1vm3.felli.
func Name(r felli.Ruleset, s index.Slice) string { return Prefix(r) + s.String() + extension }

// SliceOf is the slice whose object has the given name; ok is false for names
// that no object has.
func SliceOf(name string) (s index.Slice, ok bool) {
	text, ok := strings.CutSuffix(path.Base(name), extension)
	if !ok {
		return index.Slice{}, false
	}
	s, err := index.ParseSlice(text)
	return s, err == nil
}
