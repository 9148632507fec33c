package store

import (
	"encoding/binary"
	"errors"
	"fmt"

	"felli"
	"felli/index"
)

// FormatVersion is the version of everything a store holds: files, keys and
// records, and the numbering of positions. docs/format.md describes it. A
// store of another version isn't read.
const FormatVersion = 1

var errShort = errors.New("record ends too early")

// A tableInfo is a slice's summary record: its summary, and how its blocks are
// cut.
type tableInfo struct {
	index.Summary
	shift uint // log2 of the codes in every block but the last
	width int  // bytes a code, 1 or 2
}

// blocks is the number of blocks.
func (t tableInfo) blocks() uint64 { return (t.Size + 1<<t.shift - 1) >> t.shift }

// encodeSummary is the record of t, kept under key.
func encodeSummary(key []byte, t tableInfo) []byte {
	record := []byte{FormatVersion, byte(t.shift), byte(t.width)}
	for _, n := range summaryFields(&t.Summary) {
		record = binary.AppendUvarint(record, n.get())
	}
	record = append(record, t.Checksum[:]...)
	return seal(record, 0, key)
}

// decodeSummary reads what encodeSummary wrote.
func decodeSummary(key, record []byte) (tableInfo, error) {
	body, err := unseal(key, record)
	if err != nil {
		return tableInfo{}, err
	}
	if len(body) < 3 {
		return tableInfo{}, errShort
	}
	if body[0] != FormatVersion {
		return tableInfo{}, fmt.Errorf("record has format version %d, want %d", body[0], FormatVersion)
	}
	t := tableInfo{shift: uint(body[1]), width: int(body[2])}
	if t.shift > maxBlockShift || t.width < 1 || t.width > 2 {
		return tableInfo{}, fmt.Errorf("2^%d codes a block of %d bytes each make no sense", t.shift, t.width)
	}
	body = body[3:]
	for _, field := range summaryFields(&t.Summary) {
		n, used := binary.Uvarint(body)
		if used <= 0 {
			return tableInfo{}, errShort
		}
		if !field.set(n) {
			return tableInfo{}, fmt.Errorf("%d is out of range", n)
		}
		body = body[used:]
	}
	if len(body) != len(t.Checksum) {
		return tableInfo{}, fmt.Errorf("record has %d bytes for its checksum, want %d", len(body), len(t.Checksum))
	}
	t.Checksum = [32]byte(body)
	return t, nil
}

// A field is one number of a summary.
type field struct {
	get func() uint64
	set func(uint64) bool // false if out of range
}

// summaryFields are the numbers of a summary in the order of its record.
func summaryFields(s *index.Summary) []field {
	var fields []field
	count := func(p *uint64) {
		fields = append(fields, field{
			func() uint64 { return *p },
			func(n uint64) bool { *p = n; return true },
		})
	}
	for _, p := range []*int{&s.Slice.Men, &s.Slice.Mullahs, &s.Slice.OppMen, &s.Slice.OppMullahs} {
		fields = append(fields, field{
			func() uint64 { return uint64(*p) },
			func(n uint64) bool { *p = int(n); return n < 64 },
		})
	}
	count(&s.Size)
	for _, c := range []*index.Counts{&s.Raw, &s.Folded} {
		count(&c.Positions)
		count(&c.Win)
		count(&c.Loss)
		count(&c.Draw)
	}
	for _, e := range []*index.Extreme{&s.Longest.Win, &s.Longest.Loss} {
		fields = append(fields, field{
			func() uint64 {
				if !e.Exists {
					return 0
				}
				return uint64(e.DTW) + 1
			},
			func(n uint64) bool {
				if n > 0 {
					e.Exists, e.DTW = true, felli.Plies(n-1)
				}
				return n <= uint64(felli.MaxPlies)+1
			},
		})
		count(&e.Index)
	}
	return fields
}

// A rulesetRecord says which ruleset an id stands for.
type rulesetRecord struct {
	full  string // [felli.Ruleset.FullString], under the name it was first built
	board string // [boardText]
}

func encodeRuleset(key []byte, r rulesetRecord) []byte {
	record := []byte{FormatVersion}
	for _, text := range []string{r.full, r.board} {
		record = binary.AppendUvarint(record, uint64(len(text)))
		record = append(record, text...)
	}
	return seal(record, 0, key)
}

func decodeRuleset(key, record []byte) (rulesetRecord, error) {
	body, err := openRecord(key, record)
	if err != nil {
		return rulesetRecord{}, err
	}
	var r rulesetRecord
	for _, text := range []*string{&r.full, &r.board} {
		n, used := binary.Uvarint(body)
		if used <= 0 || n > uint64(len(body)-used) {
			return rulesetRecord{}, errShort
		}
		body = body[used:]
		*text, body = string(body[:n]), body[n:]
	}
	if len(body) > 0 {
		return rulesetRecord{}, fmt.Errorf("%d bytes behind the record's end", len(body))
	}
	return r, nil
}

func encodeResult(key, value []byte) []byte {
	record := append([]byte{FormatVersion}, value...)
	return seal(record, 0, key)
}

// decodeResult is the value in a result's record; it shares memory with it.
func decodeResult(key, record []byte) ([]byte, error) { return openRecord(key, record) }

// openRecord checks a record's checksum and version and returns the rest.
func openRecord(key, record []byte) ([]byte, error) {
	body, err := unseal(key, record)
	if err != nil {
		return nil, err
	}
	if len(body) == 0 {
		return nil, errShort
	}
	if body[0] != FormatVersion {
		return nil, fmt.Errorf("record has format version %d, want %d", body[0], FormatVersion)
	}
	return body[1:], nil
}
