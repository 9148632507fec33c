package store

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"

	"felli"
	"felli/index"
)

// The kinds of key, by first byte. docs/format.md has them all.
const (
	keyRuleset = 'R' // R id
	keySlice   = 'S' // S id pair 0 slice 0, then nothing (summary) or a block number
	keyResult  = 'X' // X id kind 0 key
)

// A rulesetID stands for a ruleset in keys: the start of the SHA-256 of
// [rulesetRecord.text]. The ruleset record maps it back.
type rulesetID [8]byte

// boardText is a board as data: everything that numbering and values depend
// on. The board "felli" begins "felli; most 6; a1 c1 e1; b2 c2 d2".
func boardText(b *felli.Board) string {
	var sb strings.Builder
	sb.WriteString(b.Name)
	sb.WriteString("; most ")
	sb.WriteString(strconv.Itoa(b.MaxPieces))
	for _, line := range b.Lines() {
		sep := "; "
		for _, p := range line {
			sb.WriteString(sep + b.PointName(p))
			sep = " "
		}
	}
	return sb.String()
}

// text is what makes a ruleset the game it is: its board and its
// options, but not its name. Two names of one game share their tables.
func (r rulesetRecord) text() string {
	_, options, _ := strings.Cut(r.full, ",")
	return r.board + "; " + options
}

func recordOf(r felli.Ruleset) rulesetRecord {
	return rulesetRecord{full: r.FullString(), board: boardText(r.Board)}
}

func idOf(r felli.Ruleset) rulesetID {
	sum := sha256.Sum256([]byte(recordOf(r).text()))
	return rulesetID(sum[:])
}

func rulesetKey(id rulesetID) []byte { return append([]byte{keyRuleset}, id[:]...) }

// summaryKey is the key of a slice's summary, and the prefix of its blocks'
// keys. A slice and its twin are neighbours.
func summaryKey(id rulesetID, s index.Slice) []byte {
	key := make([]byte, 0, 64)
	key = append(key, keySlice)
	key = append(key, id[:]...)
	key = append(key, pairOf(s).String()...)
	key = append(key, 0)
	key = append(key, s.String()...)
	return append(key, 0)
}

// pairOf is the one of a slice and its twin that stands for both.
func pairOf(s index.Slice) index.Slice {
	if s.MajorToMove() {
		return s
	}
	return s.Twin()
}

// blockKey appends the key of block n of the slice with the given summary key
// to dst.
func blockKey(dst, summaryKey []byte, n uint64) []byte {
	return binary.BigEndian.AppendUint32(append(dst, summaryKey...), uint32(n))
}

func resultKey(id rulesetID, kind, key string) []byte {
	return append(resultPrefix(id, kind), key...)
}

func resultPrefix(id rulesetID, kind string) []byte {
	k := append([]byte{keyResult}, id[:]...)
	k = append(k, kind...)
	return append(k, 0)
}

// after is the smallest key behind all keys that begin with prefix, which must
// not end in 0xff.
func after(prefix []byte) []byte {
	end := append([]byte(nil), prefix...)
	end[len(end)-1]++
	return end
}
