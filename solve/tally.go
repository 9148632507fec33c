package solve

import (
	"bytes"
	"slices"

	"felli"
	"felli/index"
)

// tallyOf counts the positions with each code in a table, every stored
// position as often as it stands for one with the side to move as White.
func tallyOf[C uint8 | uint16](l *index.Layout, codes []C) []uint64 {
	n := 1 << 8
	if len(codes) > 0 && ^C(0) > 1<<8-1 {
		n = int(slices.Max(codes)) + 1
	}
	// Neighbours are often equal, and adding to one counter twice in a row
	// costs a wait: so two in turn.
	lanes := [2][]uint64{make([]uint64, n), make([]uint64, n)}
	tally := make([]uint64, n)
	flush := func(orbit uint64) {
		for _, lane := range lanes {
			for c, k := range lane {
				tally[c] += orbit * k
			}
			clear(lane)
		}
	}
	orbit := 0
	for number := range l.Majors.Sets {
		if o := l.Majors.Orbit(number); o != orbit {
			flush(uint64(orbit))
			orbit = o
		}
		part := codes[l.MajorBase(number):l.MajorBase(number+1)]
		for ; len(part) >= 2; part = part[2:] {
			lanes[0][part[0]]++
			lanes[1][part[1]]++
		}
		for _, c := range part {
			lanes[0][c]++
		}
	}
	flush(uint64(orbit))
	return tally
}

// counts sums up a tally by value.
func counts(tally []uint64) (n index.Counts) {
	for c, k := range tally {
		count(&n, felli.Code(c), k)
	}
	n.Positions = n.Win + n.Loss + n.Draw
	return n
}

// count counts k positions with code c by value.
func count(n *index.Counts, c felli.Code, k uint64) {
	switch {
	case c == 0:
		n.Draw += k
	case c&1 == 1:
		n.Loss += k
	default:
		n.Win += k
	}
}

// longest is the largest distance of the codes with the parity given, and the
// first position that has it.
func longest(codes index.Codes, tally []uint64, parity int) (e index.Extreme) {
	for c := len(tally) - 1; c > 0; c-- {
		if tally[c] == 0 || c&1 != parity {
			continue
		}
		e = index.Extreme{Exists: true, DTW: felli.Plies(c - 1)}
		if codes.Wide != nil {
			e.Index = uint64(slices.Index(codes.Wide, uint16(c)))
		} else {
			e.Index = uint64(bytes.IndexByte(codes.Narrow, uint8(c)))
		}
		return e
	}
	return e
}
