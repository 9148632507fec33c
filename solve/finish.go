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
	filled := j.game.Capture == felli.CaptureCompulsory
	f.Codes = index.Codes{Narrow: make([]uint8, len(cells))}
	if !toCodes(cells, f.Codes.Narrow) {
		f.Codes = index.Codes{Wide: make([]uint16, len(cells))}
		toCodes(cells, f.Codes.Wide)
	}
	switch {
	case !filled:
		f.Stored = f.Codes
	case f.Codes.Wide != nil:
		f.Stored = index.Codes{Wide: fill(cells, f.Codes.Wide)}
	default:
		f.Stored = index.Codes{Narrow: fill(cells, f.Codes.Narrow)}
	}
	j.sumUpCodes(&f)
	return f
}

// sumUpCodes fills in what follows from a table's codes.
func (j *pair) sumUpCodes(f *Finished) {
	if f.Codes.Wide != nil {
		j.summarise(&f.Summary, f.Codes, tallyOf(j.layout, f.Codes.Wide))
	} else {
		j.summarise(&f.Summary, f.Codes, tallyOf(j.layout, f.Codes.Narrow))
	}
	f.Checksum = Checksum(f.Codes)
}

// toCodes writes the codes of cells, and reports whether all of them fit.
func toCodes[C uint8 | uint16](cells []cell, codes []C) bool {
	all := felli.Code(0)
	codes = codes[:len(cells)]
	for i, c := range cells {
		code := resultCode(c)
		all |= code
		codes[i] = C(code)
	}
	return all <= felli.Code(^C(0))
}

// fill is codes with the one before it in place of a silent one.
func fill[C uint8 | uint16](cells []cell, codes []C) []C {
	stored := make([]C, len(codes))
	cells = cells[:len(codes)]
	last := C(0)
	for i, code := range codes {
		if cells[i]&silent == 0 {
			last = code
		}
		stored[i] = last
	}
	return stored
}

// summarise fills in the counts of a table and its longest wins and losses.
func (j *pair) summarise(s *index.Summary, codes index.Codes, tally []uint64) {
	var mirrored index.Counts // positions that are their own mirror image
	for number := range j.layout.Majors.Sets {
		for _, symmetry := range j.layout.Mirrors(number) {
			j.countMirrored(&mirrored, codes, number, symmetry)
		}
	}
	s.Raw = counts(tally)
	s.Folded.Win = (s.Raw.Win + mirrored.Win) / 2
	s.Folded.Loss = (s.Raw.Loss + mirrored.Loss) / 2
	s.Folded.Draw = (s.Raw.Draw + mirrored.Draw) / 2
	s.Folded.Positions = s.Folded.Win + s.Folded.Loss + s.Folded.Draw
	s.Longest.Win = longest(codes, tally, 0)
	s.Longest.Loss = longest(codes, tally, 1)
}

// countMirrored counts the positions on a major set that a symmetry keeps.
func (j *pair) countMirrored(c *index.Counts, codes index.Codes, number, symmetry int) {
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
				count(c, codes.At(b.first+uint64(own*b.kinds[1]+opp)), 1)
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
	major := j.finish(majorMoves)
	if !j.selfTwin() {
		return []Finished{major, j.finish(minorMoves)}, nil
	}
	if other := j.countsOf(minorMoves, major.Codes.Wide != nil); major.Raw != other {
		return nil, twoSides(j.slices[0], major.Raw, other)
	}
	return []Finished{major}, nil
}

func twoSides(s index.Slice, major, minor index.Counts) error {
	return fmt.Errorf("slice %v: the solver found different values from its two sides: %+v and %+v", s, major, minor)
}

// countsOf counts table t by value; wide says whether its codes need two bytes.
func (j *pair) countsOf(t int, wide bool) index.Counts {
	cells := j.cells[t]
	if wide {
		codes := make([]uint16, len(cells))
		toCodes(cells, codes)
		return counts(tallyOf(j.layout, codes))
	}
	codes := make([]uint8, len(cells))
	if !toCodes(cells, codes) {
		return index.Counts{}
	}
	return counts(tallyOf(j.layout, codes))
}
