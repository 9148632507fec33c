package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"felli/index"
)

// A block is a run of consecutive codes of one slice, as one value in the
// database:
//
//	 0   codec, one of the codecs below
//	 1   bytes a code takes once decoded, 1 or 2
//	 2   number of codes, 32 bits, little-endian
//	 6   payload, as the codec has it
//	-4   CRC-32C over the key and all of the above, little-endian
const (
	blockHeaderBytes = 6
	checksumBytes    = 4
)

// blockShift is log2 of the codes in every block of a new table but its last.
// Each table's summary has its own, so it may change without a new format.
const blockShift = 15

// maxBlockShift bounds what a damaged or hostile summary can ask for.
const maxBlockShift = 24

// A codec is a way to write a block's codes. Several may be used in one store,
// also in one table.
type codec struct {
	// encode appends the payload for c to dst.
	encode func(dst []byte, c index.Codes) []byte
	// decode fills dst, whose length and width are the block's. It returns an
	// error for every payload that encode can't have made, and never panics.
	decode func(dst index.Codes, payload []byte) error
	// packed is set if the payload can't be squeezed any further, so that the
	// database needn't try.
	packed bool
}

// codecs by their number in blocks. A number is never given twice.
var codecs = map[byte]codec{
	codecPlain: {encode: encodePlain, decode: decodePlain},
}

// writeCodec is the codec of new tables.
const writeCodec = codecPlain

// codecPlain writes one or two bytes a code, little-endian, and leaves the
// squeezing to the database's compression.
const codecPlain = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the CRC-32C over a record's key and content.
func checksum(key, content []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, content)
}

// seal appends the checksum over key and record[from:] to record.
func seal(record []byte, from int, key []byte) []byte {
	return binary.LittleEndian.AppendUint32(record, checksum(key, record[from:]))
}

// unseal checks a sealed record and returns it without its checksum.
func unseal(key, record []byte) ([]byte, error) {
	n := len(record) - checksumBytes
	if n < 0 {
		return nil, fmt.Errorf("record has %d bytes, too few for its checksum", len(record))
	}
	if sum := checksum(key, record[:n]); sum != binary.LittleEndian.Uint32(record[n:]) {
		return nil, fmt.Errorf("checksum is %08x, want %08x", sum, binary.LittleEndian.Uint32(record[n:]))
	}
	return record[:n], nil
}

// widthOf is the bytes a code takes in c, 1 or 2.
func widthOf(c index.Codes) int {
	if c.Wide != nil {
		return 2
	}
	return 1
}

// newCodes makes room for n codes.
func newCodes(width int, n uint64) index.Codes {
	if width == 2 {
		return index.Codes{Wide: make([]uint16, n)}
	}
	return index.Codes{Narrow: make([]uint8, n)}
}

// appendBlock appends the record of a block to dst. The record is kept under
// key.
func appendBlock(dst []byte, number byte, key []byte, c index.Codes) []byte {
	from := len(dst)
	dst = append(dst, number, byte(widthOf(c)))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(c.Len()))
	dst = codecs[number].encode(dst, c)
	return seal(dst, from, key)
}

// decodeBlock reads the record under key into dst, which must have as many
// codes, of the same width, as the block. On an error dst holds anything.
func decodeBlock(dst index.Codes, key, record []byte) error {
	body, err := unseal(key, record)
	if err != nil {
		return err
	}
	if len(body) < blockHeaderBytes {
		return fmt.Errorf("block has %d bytes, too few for its header", len(record))
	}
	if width := int(body[1]); width != widthOf(dst) {
		return fmt.Errorf("block has %d bytes a code, want %d", width, widthOf(dst))
	}
	if n := binary.LittleEndian.Uint32(body[2:]); uint64(n) != uint64(dst.Len()) {
		return fmt.Errorf("block has %d codes, want %d", n, dst.Len())
	}
	c, ok := codecs[body[0]]
	if !ok {
		return fmt.Errorf("block is in codec %d, which this program doesn't know", body[0])
	}
	return c.decode(dst, body[blockHeaderBytes:])
}

func encodePlain(dst []byte, c index.Codes) []byte {
	dst = append(dst, c.Narrow...)
	for _, code := range c.Wide {
		dst = binary.LittleEndian.AppendUint16(dst, code)
	}
	return dst
}

func decodePlain(dst index.Codes, payload []byte) error {
	if want := dst.Len() * widthOf(dst); len(payload) != want {
		return fmt.Errorf("payload has %d bytes, want %d", len(payload), want)
	}
	copy(dst.Narrow, payload)
	for i := range dst.Wide {
		dst.Wide[i] = binary.LittleEndian.Uint16(payload[2*i:])
	}
	return nil
}
