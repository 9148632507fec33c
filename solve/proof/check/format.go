package check

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"felli"
)

// FormatVersion is the version of the format that [Certificate.Append] writes.
const FormatVersion = 1

const magic = "felli proof\n"

// mostHeader and mostBody are the most bytes a header and an unpacked body
// may have: whoever reads a certificate needn't trust its lengths.
const (
	mostHeader = 1 << 12
	mostBody   = 1 << 33
)

// Append appends the certificate's bytes to b. They end with their SHA-256,
// which names the certificate.
func (c *Certificate) Append(b []byte) ([]byte, error) {
	begin := len(b)
	b = append(b, magic...)
	b = append(b, FormatVersion)
	var head []byte
	for _, text := range []string{c.Game.FullString(), c.Game.FEN(c.Root)} {
		head = binary.AppendUvarint(head, uint64(len(text)))
		head = append(head, text...)
	}
	head = append(head, byte(c.Claim), byte(c.Pieces))
	head = append(head, c.Digest[:]...)
	head = binary.AppendUvarint(head, uint64(len(c.Keys)))
	b = binary.AppendUvarint(b, uint64(len(head)))
	b = append(b, head...)

	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	last := uint64(0)
	column := make([]byte, 0, 10*len(c.Keys))
	for _, key := range c.Keys {
		column = binary.AppendUvarint(column, key-last)
		last = key
	}
	for _, m := range c.Moves {
		column = binary.AppendUvarint(column, uint64(m))
	}
	for _, n := range c.Bounds {
		column = binary.AppendUvarint(column, uint64(n))
	}
	_, _ = w.Write(column) // a buffer takes everything
	if err := w.Close(); err != nil {
		return nil, err
	}
	b = binary.AppendUvarint(b, uint64(packed.Len()))
	b = append(b, packed.Bytes()...)
	sum := sha256.Sum256(b[begin:])
	return append(b, sum[:]...), nil
}

// Name is the digest of a certificate's bytes, with which they end.
func Name(certificate []byte) [32]byte {
	var name [32]byte
	if n := len(certificate) - len(name); n >= 0 {
		copy(name[:], certificate[n:])
	}
	return name
}

// Decode reads the certificate with which b begins, and returns the rest of b.
// Errors match [felli.ErrCorrupt].
func Decode(b []byte) (c *Certificate, rest []byte, err error) {
	c, rest, err = decode(b)
	if err != nil {
		return nil, nil, fmt.Errorf("read certificate: %w: %w", felli.ErrCorrupt, err)
	}
	return c, rest, nil
}

var errShort = errors.New("it ends too early")

func decode(b []byte) (*Certificate, []byte, error) {
	r := &reader{b: b}
	if string(r.take(uint64(len(magic)))) != magic {
		return nil, nil, errors.New("it isn't one")
	}
	if v := r.take(1); v == nil || v[0] != FormatVersion {
		return nil, nil, fmt.Errorf("its format isn't version %d, the one this program reads", FormatVersion)
	}
	head := r.part(mostHeader)
	packed := r.part(uint64(len(r.b)))
	signed := b[:len(b)-len(r.b)]
	sum := r.take(sha256.Size)
	if sum == nil {
		return nil, nil, errShort
	}
	if want := sha256.Sum256(signed); string(want[:]) != string(sum) {
		return nil, nil, errors.New("its bytes don't match its checksum")
	}
	c, count, err := decodeHead(head)
	if err != nil {
		return nil, nil, err
	}
	if err := c.decodeBody(packed, count); err != nil {
		return nil, nil, err
	}
	return c, r.b, nil
}

func decodeHead(head []byte) (c *Certificate, count uint64, err error) {
	h := &reader{b: head}
	ruleset := h.part(mostHeader)
	fen := h.part(mostHeader)
	small := h.take(2)
	digest := h.take(32)
	count = h.number()
	if h.failed || len(h.b) != 0 {
		return nil, 0, errors.New("its header is cut off or too long")
	}
	rules, err := felli.ParseRuleset(string(ruleset))
	if err != nil {
		return nil, 0, errors.New(err.Error())
	}
	c = &Certificate{Claim: Claim(small[0]), Pieces: int(small[1]), Digest: [32]byte(digest)}
	if c.Game, err = felli.NewGame(rules); err != nil {
		return nil, 0, err
	}
	if c.Root, err = c.Game.ParseFEN(string(fen)); err != nil {
		return nil, 0, errors.New(err.Error())
	}
	return c, count, nil
}

func (c *Certificate) decodeBody(packed []byte, count uint64) error {
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostBody))
	if err != nil {
		return fmt.Errorf("its body can't be unpacked: %w", err)
	}
	if count > uint64(len(body)) {
		return errShort
	}
	r := &reader{b: body}
	c.Keys, c.Moves = make([]uint64, count), make([]uint16, count)
	last := uint64(0)
	for i := range c.Keys {
		last += r.number()
		c.Keys[i] = last
	}
	for i := range c.Moves {
		m := r.number()
		if m > 1<<16-1 {
			return fmt.Errorf("move number %d is out of range", m)
		}
		c.Moves[i] = uint16(m)
	}
	if c.Claim.Wins() {
		c.Bounds = make([]uint32, count)
		for i := range c.Bounds {
			n := r.number()
			if n > 1<<31 {
				return fmt.Errorf("bound %d is out of range", n)
			}
			c.Bounds[i] = uint32(n)
		}
	}
	if r.failed || len(r.b) != 0 {
		return errors.New("its body is cut off or too long")
	}
	return nil
}

// A reader takes parts off the front of bytes; once something is missing,
// everything is.
type reader struct {
	b      []byte
	failed bool
}

func (r *reader) take(n uint64) []byte {
	if r.failed || n > uint64(len(r.b)) {
		r.failed = true
		return nil
	}
	part := r.b[:n]
	r.b = r.b[n:]
	return part
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.b)
	if r.failed || size <= 0 {
		r.failed = true
		return 0
	}
	r.b = r.b[size:]
	return n
}

// part takes a length, at most most, and so many bytes.
func (r *reader) part(most uint64) []byte {
	n := r.number()
	if n > most {
		r.failed = true
	}
	return r.take(n)
}
