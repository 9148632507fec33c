package object

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"felli"
	"felli/index"
)

// blockCodes is how many codes every block but the last holds.
const blockCodes = 1 << 20

// lengthBytes is the number that stands before each block.
const lengthBytes = 4

// Write writes a table of r as an object. Its bytes depend on nothing but r, f
// and the compression library. What is written so far is worthless after an
// error, as a reader will find.
func Write(w io.Writer, r felli.Ruleset, f index.Finished) error {
	if uint64(f.Codes.Len()) != f.Size {
		return fmt.Errorf("write table %v: %d codes and a size of %d", f.Slice, f.Codes.Len(), f.Size)
	}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return err
	}
	hash := sha256.New()
	out := io.MultiWriter(hash, w)
	if _, err := out.Write(headerOf(r, f).append(nil)); err != nil {
		return err
	}
	var plain, packed []byte
	for lo := uint64(0); lo < f.Size; lo += blockCodes {
		c := f.Codes.Slice(lo, min(lo+blockCodes, f.Size))
		plain = append(plain[:0], c.Narrow...)
		for _, code := range c.Wide {
			plain = binary.LittleEndian.AppendUint16(plain, code)
		}
		packed = packer.EncodeAll(plain, append(packed[:0], make([]byte, lengthBytes)...))
		binary.LittleEndian.PutUint32(packed, uint32(len(packed)-lengthBytes))
		if _, err := out.Write(packed); err != nil {
			return err
		}
	}
	_, err = w.Write(hash.Sum(nil))
	return err
}
