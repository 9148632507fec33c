package object

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"felli"
	"felli/index"
	"felli/store"
)

// Version is the version of everything an object holds: header, blocks,
// compression, the numbering of positions, and which of them hold fillers. An
// object of another version isn't read.
const Version = 1

// HeaderBytes is how many bytes of an object hold its header for sure.
const HeaderBytes = 1 << 14

const magic = "felli table "

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Header is what an object says of itself before its codes.
type Header struct {
	Ruleset  string // with all options, as [felli.Ruleset.FullString] prints it
	Identity string // see [store.Identity]
	index.Summary
	Width int // bytes a code takes in memory, 1 or 2
}

// record is a header's second line.
type record struct {
	Ruleset  string        `json:"ruleset"`
	Identity string        `json:"identity"`
	Slice    string        `json:"slice"`
	Size     uint64        `json:"size"`
	Raw      index.Counts  `json:"raw"`
	Folded   index.Counts  `json:"folded"`
	Longest  index.Longest `json:"longest"`
	Checksum string        `json:"checksum"`
	Width    int           `json:"width"`
}

// headerOf is the header of a table of r.
func headerOf(r felli.Ruleset, f index.Finished) Header {
	h := Header{Ruleset: r.FullString(), Identity: store.Identity(r), Summary: f.Summary, Width: 1}
	if f.Codes.Wide != nil {
		h.Width = 2
	}
	return h
}

// append appends the header's three lines to dst: magic and version, the
// facts, a CRC-32C over both.
func (h Header) append(dst []byte) []byte {
	from := len(dst)
	facts, err := json.Marshal(record{
		h.Ruleset, h.Identity, h.Slice.String(), h.Size, h.Raw, h.Folded, h.Longest, hex.EncodeToString(h.Checksum[:]), h.Width,
	})
	if err != nil {
		panic(err) // numbers and texts can always be written
	}
	dst = fmt.Appendf(dst, "%s%d\n", magic, Version)
	dst = append(append(dst, facts...), '\n')
	return fmt.Appendf(dst, "crc32c %08x\n", crc32.Checksum(dst[from:], castagnoli))
}

// readHeader reads a header. The error is io.EOF if there is nothing at all.
func readHeader(in *bufio.Reader) (Header, error) {
	var lines []byte
	for range 3 {
		line, err := in.ReadSlice('\n')
		lines = append(lines, line...)
		switch {
		case errors.Is(err, io.EOF) && len(lines) == 0:
			return Header{}, io.EOF
		case errors.Is(err, io.EOF):
			return Header{}, fmt.Errorf("header ends too early")
		case errors.Is(err, bufio.ErrBufferFull) || err == nil && len(lines) > HeaderBytes:
			return Header{}, fmt.Errorf("no header: a line is too long")
		case err != nil:
			return Header{}, err
		}
		if len(lines) == len(line) {
			if err := checkMagic(string(line)); err != nil {
				return Header{}, err
			}
		}
	}
	return parseHeader(lines)
}

// checkMagic reads the first line.
func checkMagic(line string) error {
	version, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), magic)
	if !ok {
		return fmt.Errorf("it is no table: it doesn't begin with %q", magic)
	}
	if version != fmt.Sprint(Version) {
		return &versionError{version}
	}
	return nil
}

// A versionError says that an object is of another format version.
type versionError struct{ version string }

func (e *versionError) Error() string {
	return fmt.Sprintf("it has format version %s, this program reads %d", e.version, Version)
}

// parseHeader reads the three lines, of which the first has been checked.
func parseHeader(lines []byte) (Header, error) {
	parts := bytes.SplitAfter(lines, []byte("\n"))
	var r record
	if err := json.Unmarshal(parts[1], &r); err != nil {
		return Header{}, fmt.Errorf("header: %w", err)
	}
	s, err := index.ParseSlice(r.Slice)
	if err != nil {
		return Header{}, fmt.Errorf("header: %w", err)
	}
	h := Header{Ruleset: r.Ruleset, Identity: r.Identity, Width: r.Width}
	h.Summary = index.Summary{Slice: s, Size: r.Size, Raw: r.Raw, Folded: r.Folded, Longest: r.Longest}
	if n, err := hex.Decode(h.Checksum[:], []byte(r.Checksum[:min(len(r.Checksum), 2*len(h.Checksum))])); err != nil || n < len(h.Checksum) {
		return Header{}, fmt.Errorf("header: checksum %q isn't one", r.Checksum)
	}
	if !bytes.Equal(h.append(nil), lines) { // also the CRC
		return Header{}, fmt.Errorf("header is damaged: its checksum is wrong or it isn't in its one form")
	}
	if h.Width != 1 && h.Width != 2 {
		return Header{}, fmt.Errorf("header: width %d, want 1 or 2 bytes a code", h.Width)
	}
	return h, nil
}

// Game is the game that the header names: an error that matches
// [felli.ErrCorrupt] if this program doesn't know it.
func (h Header) Game() (*felli.Game, error) {
	r, err := felli.ParseRuleset(h.Ruleset)
	if err == nil && store.Identity(r) != h.Identity {
		err = fmt.Errorf("the object is of the game %q, here it is %q", h.Identity, store.Identity(r))
	}
	if err != nil {
		return nil, h.corrupt("is of a game that this program doesn't know", err)
	}
	return felli.NewGame(r)
}

// Check is an error that matches [felli.ErrCorrupt] if the header isn't that
// of slice s of x's game.
func (h Header) Check(x *index.Space, s index.Slice) error {
	r := x.Game().Ruleset
	switch {
	case h.Identity != store.Identity(r):
		return h.corrupt(fmt.Sprintf("is of another game, %s, not of %s", h.Ruleset, r.FullString()), nil)
	case h.Slice != s:
		return h.corrupt(fmt.Sprintf("is not the slice %v", s), nil)
	case !x.Has(s):
		return h.corrupt(fmt.Sprintf("is no slice of %v", r), nil)
	}
	return nil
}

func (h Header) corrupt(reason string, err error) error {
	return &store.CorruptError{Key: "table " + h.Slice.String(), Reason: reason, Version: Version, Err: err}
}
