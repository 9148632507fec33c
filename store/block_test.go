package store

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"felli"
	"felli/index"
	"felli/internal/testgame"
)

// drawCodes draws codes of either width, often with runs.
func drawCodes(t *rapid.T) index.Codes {
	n := uint64(rapid.IntRange(0, 300).Draw(t, "n"))
	c := newCodes(rapid.IntRange(1, 2).Draw(t, "width"), n)
	code, left := uint16(0), 0
	for i := range n {
		if left == 0 {
			code = rapid.Uint16().Draw(t, "code")
			left = rapid.IntRange(1, 50).Draw(t, "run")
		}
		left--
		if c.Wide != nil {
			c.Wide[i] = code
		} else {
			c.Narrow[i] = uint8(code)
		}
	}
	return c
}

func TestBlockRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCodes(t)
		key := rapid.SliceOf(rapid.Byte()).Draw(t, "key")
		for number := range codecs {
			record := appendBlock([]byte("before"), number, key, c)[len("before"):]
			got := newCodes(widthOf(c), uint64(c.Len()))
			if err := decodeBlock(got, key, record); err != nil {
				t.Fatalf("codec %d: %v", number, err)
			}
			if !equalCodes(got, c) {
				t.Fatalf("codec %d: %v decodes to %v", number, c, got)
			}
			if err := decodeBlock(got, append(key, 0), record); err == nil {
				t.Fatalf("codec %d: a block is taken for another", number)
			}
			at := rapid.IntRange(0, len(record)-1).Draw(t, "at")
			record[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			if err := decodeBlock(got, key, record); err == nil {
				t.Fatalf("codec %d: byte %d changed unnoticed", number, at)
			}
		}
	})
}

// FuzzDecodeBlock decodes any bytes, both as they are and with a right
// checksum, so that the codecs are reached.
func FuzzDecodeBlock(f *testing.F) {
	for number := range codecs {
		f.Add(appendBlock(nil, number, nil, index.Codes{Narrow: []uint8{1, 2, 3, 3, 3}}), uint16(5), false)
		f.Add(appendBlock(nil, number, nil, index.Codes{Wide: []uint16{1, 2, 300}}), uint16(3), true)
	}
	f.Add([]byte{}, uint16(0), false)
	f.Fuzz(func(t *testing.T, record []byte, n uint16, wide bool) {
		width := 1
		if wide {
			width = 2
		}
		for _, record := range [][]byte{record, seal(bytes.Clone(record), 0, nil)} {
			c := newCodes(width, uint64(n))
			if err := decodeBlock(c, nil, record); err != nil {
				continue
			}
			again := newCodes(width, uint64(n))
			if err := decodeBlock(again, nil, appendBlock(nil, record[0], nil, c)); err != nil || !equalCodes(c, again) {
				t.Errorf("%v decodes to %v, and that to %v, %v", record, c, again, err)
			}
		}
	})
}

func drawSummary(t *rapid.T) tableInfo {
	pieces := rapid.IntRange(0, 63)
	count := rapid.Uint64()
	counts := func() index.Counts {
		return index.Counts{Positions: count.Draw(t, "n"), Win: count.Draw(t, "n"), Loss: count.Draw(t, "n"), Draw: count.Draw(t, "n")}
	}
	extreme := func() index.Extreme {
		e := index.Extreme{Exists: rapid.Bool().Draw(t, "exists"), Index: count.Draw(t, "n")}
		if e.Exists {
			e.DTW = felli.Plies(rapid.IntRange(0, int(felli.MaxPlies)).Draw(t, "dtw"))
		}
		return e
	}
	s := tableInfo{shift: uint(rapid.IntRange(0, maxBlockShift).Draw(t, "shift")), width: rapid.IntRange(1, 2).Draw(t, "width")}
	s.Slice = index.Slice{Men: pieces.Draw(t, "men"), Mullahs: pieces.Draw(t, "mullahs"), OppMen: pieces.Draw(t, "men"), OppMullahs: pieces.Draw(t, "mullahs")}
	s.Size = count.Draw(t, "size")
	s.Raw, s.Folded = counts(), counts()
	s.Longest = index.Longest{Win: extreme(), Loss: extreme()}
	copy(s.Checksum[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "checksum"))
	return s
}

func TestRecordRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOf(rapid.Byte()).Draw(t, "key")
		info := drawSummary(t)
		if got, err := decodeSummary(key, encodeSummary(key, info)); err != nil || got != info {
			t.Fatalf("summary %+v decodes to %+v, %v", info, got, err)
		}
		r := rulesetRecord{full: rapid.String().Draw(t, "full"), board: rapid.String().Draw(t, "board")}
		if got, err := decodeRuleset(key, encodeRuleset(key, r)); err != nil || got != r {
			t.Fatalf("ruleset %+v decodes to %+v, %v", r, got, err)
		}
		value := rapid.SliceOf(rapid.Byte()).Draw(t, "value")
		if got, err := decodeResult(key, encodeResult(key, value)); err != nil || !bytes.Equal(got, value) {
			t.Fatalf("result %v decodes to %v, %v", value, got, err)
		}
		h := head{rapid.Uint64().Draw(t, "tables"), rapid.Uint64().Draw(t, "bytes")}
		if got, err := parseHead(h.marshal()); err != nil || got != h {
			t.Fatalf("head %+v is read as %+v, %v", h, got, err)
		}
	})
}

func FuzzDecodeSummary(f *testing.F) {
	info := tableInfo{shift: 15, width: 1}
	info.Slice = index.Slice{Men: 3, OppMullahs: 2}
	info.Size = 12345
	info.Longest.Loss = index.Extreme{Exists: true, DTW: 42, Index: 7}
	f.Add(encodeSummary(nil, info))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, record []byte) {
		for _, record := range [][]byte{record, seal(bytes.Clone(record), 0, nil)} {
			info, err := decodeSummary(nil, record)
			if err != nil {
				if info != (tableInfo{}) {
					t.Errorf("%v gives %+v and an error", record, info)
				}
				continue
			}
			if again, err := decodeSummary(nil, encodeSummary(nil, info)); err != nil || again != info {
				t.Errorf("%+v is read back as %+v, %v", info, again, err)
			}
		}
	})
}

func FuzzDecodeRuleset(f *testing.F) {
	f.Add(encodeRuleset(nil, rulesetRecord{"felli,capture=optional", "felli; most 6; a1 c1 e1"}))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, record []byte) {
		for _, record := range [][]byte{record, seal(bytes.Clone(record), 0, nil)} {
			if r, err := decodeRuleset(nil, record); err == nil {
				if again, err := decodeRuleset(nil, encodeRuleset(nil, r)); err != nil || again != r {
					t.Errorf("%+v is read back as %+v, %v", r, again, err)
				}
			}
			if v, err := decodeResult(nil, record); err == nil && !bytes.Equal(encodeResult(nil, v), record) {
				t.Errorf("result %v isn't written as it was read", record)
			}
		}
	})
}

func FuzzParseHead(f *testing.F) {
	f.Add(head{3, 12345}.marshal())
	f.Add(sealHead("felli store\nversion 9\n"))
	f.Add([]byte("felli store\nversion "))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, text := range [][]byte{text, sealHead(string(text)), sealHead("felli store\n" + string(text))} {
			h, err := parseHead(text)
			if err != nil {
				continue
			}
			if again, err := parseHead(h.marshal()); err != nil || again != h {
				t.Errorf("%q is %+v, and that %+v, %v", text, h, again, err)
			}
		}
	})
}

func TestSliceKeys(t *testing.T) {
	x := testgame.Space(t, "fetaix")
	keys := map[string]index.Slice{}
	id := idOf(x.Game().Ruleset)
	for _, s := range x.Slices(0) {
		key := string(summaryKey(id, s))
		if other, dup := keys[key]; dup {
			t.Errorf("%v and %v have the same key", s, other)
		}
		keys[key] = s
	}
}
