// Package object writes and reads single tables as files: the form in which
// slices go from one store to another, or lie in an object store that many
// machines share.
//
// An object is one slice, compressed, and says itself what it is: format
// version, the ruleset with all its options and its board, the slice, its
// summary. [Write] makes one; a [Reader] reads one after the other from a
// stream; [Read] reads one that must be a certain slice; an [Importer] puts
// them into a store. docs/object.md has the bytes.
//
// A reader hands out codes only when the whole object is there and its
// SHA-256 is right, so a damaged, cut or foreign object is an error that
// matches [felli.ErrCorrupt] and never a wrong answer. It does not play the
// game: that the codes are true is for the solver, which checks every table it
// builds on against its checksum over all answers, and for `felli verify`.
package object
