package solve

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"felli"
	"felli/index"
)

// A Finished table is a solved slice.
type Finished struct {
	index.Summary
	Codes  index.Codes // every position's code
	Stored index.Codes // the same, with derivable positions filled in to compress best; may share memory with Codes
}

// finish turns the cells of table t into codes.
func (j *pair) finish(t int) Finished {
	cells := j.cells[t]
	f := Finished{Summary: index.Summary{Slice: j.slices[t], Size: uint64(len(cells))}}
	longest := felli.Code(0)
	for _, c := range cells {
		longest = max(longest, resultCode(c))
	}
	wide := longest > 255
	f.Codes = newCodes(len(cells), wide)
	f.Stored = f.Codes
	if j.game.Capture == felli.CaptureCompulsory {
		f.Stored = newCodes(len(cells), wide)
	}
	if wide {
		fill(cells, f.Codes.Wide, f.Stored.Wide)
	} else {
		fill(cells, f.Codes.Narrow, f.Stored.Narrow)
	}
	j.count(&f.Summary, t)
	f.Checksum = Checksum(f.Codes)
	return f
}

func newCodes(n int, wide bool) index.Codes {
	if wide {
		return index.Codes{Wide: make([]uint16, n)}
	}
	return index.Codes{Narrow: make([]uint8, n)}
}

// fill writes the codes of cells; into stored it writes the code before it in
// place of a silent one.
func fill[C uint8 | uint16](cells []cell, codes, stored []C) {
	last := C(0)
	for i, c := range cells {
		code := C(resultCode(c))
		codes[i] = code
		if c&silent == 0 {
			last = code
		}
		stored[i] = last
	}
}

// count counts the table's positions by value, and finds the longest.
func (j *pair) count(s *index.Summary, t int) {
	l := j.layout
	cells := j.cells[t]
	var mirrored index.Counts // positions that are their own mirror image
	for number := range l.Majors.Sets {
		var here index.Counts
		lo, hi := l.MajorBase(number), l.MajorBase(number+1)
		for i := lo; i < hi; i++ {
			code := resultCode(cells[i])
			switch {
			case code == 0:
				here.Draw++
			case code&1 == 1:
				here.Loss++
				longer(&s.Longest.Loss, code, i)
			default:
				here.Win++
				longer(&s.Longest.Win, code, i)
			}
		}
		orbit := uint64(l.Majors.Orbit(number))
		s.Raw.Win += orbit * here.Win
		s.Raw.Loss += orbit * here.Loss
		s.Raw.Draw += orbit * here.Draw
		for _, symmetry := range l.Mirrors(number) {
			j.countMirrored(&mirrored, t, number, symmetry)
		}
	}
	s.Raw.Positions = s.Raw.Win + s.Raw.Loss + s.Raw.Draw
	s.Folded.Win = (s.Raw.Win + mirrored.Win) / 2
	s.Folded.Loss = (s.Raw.Loss + mirrored.Loss) / 2
	s.Folded.Draw = (s.Raw.Draw + mirrored.Draw) / 2
	s.Folded.Positions = s.Folded.Win + s.Folded.Loss + s.Folded.Draw
}

func longer(e *index.Extreme, code felli.Code, i uint64) {
	if dtw := felli.Plies(code - 1); !e.Exists || dtw > e.DTW {
		*e = index.Extreme{Exists: true, DTW: dtw, Index: i}
	}
}

// countMirrored counts the positions on a major set that a symmetry keeps.
func (j *pair) countMirrored(c *index.Counts, t, number, symmetry int) {
	x := j.space
	b := newBlock(j)
	fr := &j.frames[number]
	if len(fr.Kinds) == 0 {
		return
	}
	for minor := range fr.Sets() {
		points, _ := fr.MinorSet(minor)
		if x.Map(symmetry, points) != points {
			continue
		}
		b.enter(fr, minor)
		seen := b.view(uint8(symmetry))
		for own, mullahs := range fr.mullahs {
			if x.Map(symmetry, mullahs) != mullahs {
				continue
			}
			for opp, k := range seen.kinds {
				if int(k) != opp {
					continue
				}
				v := resultCode(j.cells[t][b.first+uint64(own*b.kinds[1]+opp)])
				switch {
				case v == 0:
					c.Draw++
				case v&1 == 1:
					c.Loss++
				default:
					c.Win++
				}
			}
		}
	}
}

// Checksum is the SHA-256 of a table's answers: two bytes a position,
// little-endian, in index order.
func Checksum(codes index.Codes) (sum [32]byte) {
	h := sha256.New()
	var buf [8192]byte
	for lo, n := 0, codes.Len(); lo < n; lo += len(buf) / 2 {
		hi := min(lo+len(buf)/2, n)
		out := buf[:0]
		if codes.Wide != nil {
			for _, c := range codes.Wide[lo:hi] {
				out = binary.LittleEndian.AppendUint16(out, c)
			}
		} else {
			for _, c := range codes.Narrow[lo:hi] {
				out = append(out, c, 0)
			}
		}
		h.Write(out)
	}
	h.Sum(sum[:0])
	return sum
}

// finishAll turns both tables into codes, or one where they are the same. It
// is an error when the two differ in their counts, which they never may: they
// then hold the same positions in another order.
func (j *pair) finishAll() ([]Finished, error) {
	major, minor := j.finish(majorMoves), j.finish(minorMoves)
	if !j.selfTwin() {
		return []Finished{major, minor}, nil
	}
	if major.Raw != minor.Raw || major.Folded != minor.Folded {
		return nil, fmt.Errorf("slice %v: the solver found different values from its two sides: %+v and %+v", j.slices[0], major.Raw, minor.Raw)
	}
	return []Finished{major}, nil
}
