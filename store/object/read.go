package object

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"

	"felli/index"
	"felli/store"
)

// maxPacked is the most bytes a block can take: what doesn't compress is kept
// as it is, with a little around it.
const maxPacked = 2*blockCodes + blockCodes/64 + 1024

// A Reader reads objects, one after the other, from a stream. Call
// [Reader.Next], then [Reader.Codes].
type Reader struct {
	in     *bufio.Reader
	hash   hash.Hash
	unpack *zstd.Decoder
	header Header
	whole  bool   // the object has been read to its end
	room   uint64 // codes to make room for at once: those that are sure to be wanted
	check  bool   // only check the codes, without keeping them
	err    error
}

// NewReader reads from r.
func NewReader(r io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(stream{r}, HeaderBytes), whole: true}
}

// Next reads the next object's header, skipping what is left of the one
// before. It is io.EOF when there is none; other errors, which come from the
// stream or match [felli.ErrCorrupt], end the reading for good.
func (r *Reader) Next() (Header, error) {
	if r.err == nil && !r.whole {
		_, _ = r.Codes()
	}
	if r.err != nil {
		return Header{}, r.err
	}
	h, err := readHeader(r.in)
	if errors.Is(err, io.EOF) {
		return Header{}, err
	}
	if err != nil {
		r.err = damaged("table", err)
		return Header{}, r.err
	}
	r.header, r.whole = h, false
	r.hash = sha256.New()
	r.hash.Write(h.append(nil))
	return h, nil
}

// Codes reads the codes of the object whose header Next has read, to the end
// of the object. The error matches [felli.ErrCorrupt] unless it is the
// stream's own.
func (r *Reader) Codes() (index.Codes, error) {
	if r.err != nil {
		return index.Codes{}, r.err
	}
	if r.whole {
		return index.Codes{}, errors.New("read codes: no header was read before")
	}
	codes, err := r.codes()
	if err != nil {
		r.err = damaged("table "+r.header.Slice.String(), err)
		return index.Codes{}, r.err
	}
	r.whole = true
	return codes, nil
}

func (r *Reader) codes() (index.Codes, error) {
	if r.unpack == nil {
		var err error
		r.unpack, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2*blockCodes))
		if err != nil {
			return index.Codes{}, err
		}
	}
	// What a header claims is believed only as far as there is data for it.
	var codes index.Codes
	if r.header.Width == 2 {
		codes.Wide = make([]uint16, 0, r.room)
	} else {
		codes.Narrow = make([]uint8, 0, r.room)
	}
	var packed, plain []byte
	for left := r.header.Size; left > 0; {
		n := min(left, blockCodes)
		left -= n
		var err error
		if packed, err = r.block(packed); err != nil {
			return index.Codes{}, err
		}
		if plain, err = r.unpack.DecodeAll(packed, plain[:0]); err != nil {
			return index.Codes{}, err
		}
		if uint64(len(plain)) != n*uint64(r.header.Width) {
			return index.Codes{}, fmt.Errorf("a block has %d bytes of codes, want %d", len(plain), n*uint64(r.header.Width))
		}
		if r.check {
			continue
		}
		if r.header.Width == 1 {
			codes.Narrow = append(codes.Narrow, plain...)
			continue
		}
		for i := 0; i < len(plain); i += 2 {
			codes.Wide = append(codes.Wide, binary.LittleEndian.Uint16(plain[i:]))
		}
	}
	var sum [sha256.Size]byte
	if _, err := io.ReadFull(r.in, sum[:]); err != nil {
		return index.Codes{}, err
	}
	if [sha256.Size]byte(r.hash.Sum(nil)) != sum {
		return index.Codes{}, errors.New("its SHA-256 is wrong")
	}
	return codes, nil
}

// block reads the next block's compressed bytes into the memory of packed.
func (r *Reader) block(packed []byte) ([]byte, error) {
	var length [lengthBytes]byte
	if _, err := io.ReadFull(r.in, length[:]); err != nil {
		return packed, err
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > maxPacked {
		return packed, fmt.Errorf("a block of %d bytes is too long", n)
	}
	if cap(packed) < int(n) {
		packed = make([]byte, n)
	}
	packed = packed[:n]
	if _, err := io.ReadFull(r.in, packed); err != nil {
		return packed, err
	}
	r.hash.Write(length[:])
	r.hash.Write(packed)
	return packed, nil
}

// A stream marks the errors of the stream that is read, so that they are told
// from those of what is read.
type stream struct{ io.Reader }

func (s stream) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &streamError{err}
	}
	return n, err
}

type streamError struct{ error }

func (e *streamError) Unwrap() error { return e.error }

// damaged makes what a reader has found a *[store.CorruptError], unless the
// stream itself is at fault: what can't be read may yet be in order.
func damaged(key string, err error) error {
	var broken *streamError
	if errors.As(err, &broken) {
		return fmt.Errorf("read %s: %w", key, broken.error)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too early")
	}
	return &store.CorruptError{Key: key, Reason: "is damaged", Version: Version, Err: err}
}

// Read reads an object that must be slice s of x's game and nothing more.
func Read(in io.Reader, x *index.Space, s index.Slice) (index.Finished, error) {
	r := NewReader(in)
	h, err := r.only(x, s)
	if err != nil {
		return index.Finished{}, err
	}
	r.room = h.Size
	codes, err := r.last()
	return index.Finished{Summary: h.Summary, Codes: codes}, err
}

// Verify reads an object as [Read] does, but keeps nothing of it, so it takes
// a few megabytes for any slice.
func Verify(in io.Reader, x *index.Space, s index.Slice) (index.Summary, error) {
	r := NewReader(in)
	r.check = true
	h, err := r.only(x, s)
	if err != nil {
		return index.Summary{}, err
	}
	_, err = r.last()
	return h.Summary, err
}

// ReadHeader reads the header of an object that must be slice s of x's game,
// and no more than its first [HeaderBytes]. It proves nothing about the rest.
func ReadHeader(in io.Reader, x *index.Space, s index.Slice) (Header, error) {
	return NewReader(in).first(x, s)
}

// first reads the first header, which must be that of slice s of x's game.
func (r *Reader) first(x *index.Space, s index.Slice) (Header, error) {
	h, err := r.Next()
	if errors.Is(err, io.EOF) {
		err = damaged("table "+s.String(), err)
	}
	if err != nil {
		return Header{}, err
	}
	return h, h.Check(x, s)
}

// only is first, and compares the size.
func (r *Reader) only(x *index.Space, s index.Slice) (Header, error) {
	h, err := r.first(x, s)
	if err != nil {
		return Header{}, err
	}
	return h, h.checkSize(x)
}

// last is [Reader.Codes] of an object behind which nothing may follow.
func (r *Reader) last() (index.Codes, error) {
	codes, err := r.Codes()
	if err != nil {
		return index.Codes{}, err
	}
	switch _, err := r.in.Peek(1); {
	case err == nil:
		return index.Codes{}, r.header.corrupt("has bytes behind its end", nil)
	case !errors.Is(err, io.EOF):
		return index.Codes{}, damaged("table "+r.header.Slice.String(), err)
	}
	return codes, nil
}

// checkSize compares the number of codes with this program's numbering. That
// can be huge: ask only for a slice that is wanted or that is really there.
func (h Header) checkSize(x *index.Space) error {
	if want := x.Size(h.Slice); h.Size != want {
		return h.corrupt(fmt.Sprintf("has %d positions, this program counts %d", h.Size, want), nil)
	}
	return nil
}
