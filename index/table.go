package index

import "felli"

// Codes are the results of consecutive positions, one [felli.Code] each, in
// one byte a position where every code fits and two where not. Exactly one of
// the two is used; the zero value is empty.
type Codes struct {
	Narrow []uint8
	Wide   []uint16
}

// Len is the number of positions.
func (c Codes) Len() int { return len(c.Narrow) + len(c.Wide) }

// At is the code of position i, in [0, c.Len()).
func (c Codes) At(i uint64) felli.Code {
	if c.Wide != nil {
		return felli.Code(c.Wide[i])
	}
	return felli.Code(c.Narrow[i])
}

// Slice is the codes of positions lo to hi-1; it shares memory with c.
func (c Codes) Slice(lo, hi uint64) Codes {
	if c.Wide != nil {
		return Codes{Wide: c.Wide[lo:hi]}
	}
	return Codes{Narrow: c.Narrow[lo:hi]}
}

// Counts are numbers of positions by value for the side to move.
// Positions is always Win+Loss+Draw.
type Counts struct {
	Positions uint64 `json:"positions"`
	Win       uint64 `json:"win"`
	Loss      uint64 `json:"loss"`
	Draw      uint64 `json:"draw"`
}

// Add adds o to c.
func (c *Counts) Add(o Counts) {
	c.Positions += o.Positions
	c.Win += o.Win
	c.Loss += o.Loss
	c.Draw += o.Draw
}

// An Extreme is the longest win or loss of a slice: its distance and the index
// of the first position that has it. Exists is false where there is none.
type Extreme struct {
	Exists bool        `json:"exists"`
	DTW    felli.Plies `json:"dtw"`
	Index  uint64      `json:"index"`
}

// A Summary is what is known of a finished slice besides its codes. The solver
// makes it and the store keeps it.
type Summary struct {
	Slice    Slice    `json:"slice"`
	Size     uint64   `json:"size"`   // stored positions, [Space.Size]
	Raw      Counts   `json:"raw"`    // all positions, the side to move as White
	Folded   Counts   `json:"folded"` // classes under the left-right mirror
	Longest  Longest  `json:"longest"`
	Checksum [32]byte `json:"checksum"` // SHA-256 over all codes, two bytes each, little-endian, in index order
}

// Longest are the longest win and the longest loss of a slice.
type Longest struct {
	Win  Extreme `json:"win"`
	Loss Extreme `json:"loss"`
}
