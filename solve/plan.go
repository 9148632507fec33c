package solve

import (
	"time"

	"felli"
	"felli/index"
	"felli/internal/saturating"
)

// A Forecast says what building what is missing would take. Positions and
// tables are exact, memory is an upper bound, disk and time are rough.
type Forecast struct {
	Pairs  []ForecastPair // in the order in which they would be solved
	Raw    uint64         // positions, the side to move as White, unfolded
	Size   uint64         // stored positions; of slices too large to lay out about that many
	Disk   uint64         // bytes in the store, from what finished tables have taken
	Memory uint64         // bytes that the pair takes that takes most, with the tables it reads
	Whole  uint64         // the same with every pair solved all at once
	Least  uint64         // the same with every pair that falls apart solved part by part
	CPU    float64        // seconds of one core
}

// A ForecastPair is a slice and its twin to be solved.
type ForecastPair struct {
	Slice  index.Slice // whose major side is to move
	Raw    uint64      // positions of both tables, unfolded
	Size   uint64      // stored positions of both tables
	Tables uint64      // bytes of the tables it reads
	Work   uint64      // bytes of memory for solving it
	Whole  uint64      // the same, solved all at once
	Least  uint64      // the same, solved part by part where it falls apart
	Disk   uint64      // bytes in the store
	CPU    float64     // seconds of one core
	// InParts tells that it would be solved part by part, as its work doesn't
	// fit into the memory allowed otherwise.
	InParts bool
}

// What finished tables have taken, see docs/performance.md: time a stored
// position.
const (
	timeSmall   = 100 * time.Nanosecond // boards of up to smallPoints points
	timeLarge   = 450 * time.Nanosecond
	smallPoints = 16
	timeMen     = 300 * time.Nanosecond // without Mullahs a block has one position
	timeParts   = 2 * time.Microsecond  // part by part
)

// Plan forecasts what [Run] would do in so many bytes of memory, 0 for as many
// as it takes.
func Plan(x *index.Space, tables Tables, pieces int, memory uint64) (Forecast, error) {
	list, err := missing(x, tables, pieces)
	if err != nil {
		return Forecast{}, err
	}
	var f Forecast
	for _, s := range list {
		p := planPair(x, s, memory)
		f.Pairs = append(f.Pairs, p)
		f.Raw = saturating.Plus(f.Raw, p.Raw)
		f.Size = saturating.Plus(f.Size, p.Size)
		f.Disk = saturating.Plus(f.Disk, p.Disk)
		f.CPU += p.CPU
		f.Memory = max(f.Memory, saturating.Plus(p.Work, p.Tables))
		f.Whole = max(f.Whole, saturating.Plus(p.Whole, p.Tables))
		f.Least = max(f.Least, saturating.Plus(p.Least, p.Tables))
	}
	return f, nil
}

// PlanPair forecasts what solving the slice s and its twin takes all at once,
// whether they are missing or not.
func PlanPair(x *index.Space, s index.Slice) ForecastPair { return planPair(x, s, 0) }

func planPair(x *index.Space, s index.Slice, memory uint64) ForecastPair {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	p := ForecastPair{Slice: s, Raw: saturating.Times(tableCount(s), x.Count(s))}
	p.Size, p.Work = saturating.Times(tableCount(s), storedSize(x, s)), workBytes(x, s)
	p.Disk = saturating.Times(p.Size, diskPercent(x, s)) / 100
	for _, d := range pairNeeds(x, s) {
		p.Tables = saturating.Plus(p.Tables, storedSize(x, d))
	}
	each := timeLarge
	if x.Game().Board.Points() <= smallPoints {
		each = timeSmall
	}
	if s.Mullahs+s.OppMullahs == 0 {
		each = max(each, timeMen)
	}
	p.Whole, p.Least = p.Work, p.Work
	if hasParts(x, s) {
		p.Least = min(p.Work, partsBytes(x, s))
	}
	if memory > 0 && saturating.Plus(p.Work, p.Tables) > memory && p.Least < p.Work {
		p.Work, p.InParts = p.Least, true
		each = timeParts
	}
	p.CPU = float64(p.Size) * each.Seconds()
	return p
}

// diskPercent is how many bytes on disk a hundred stored positions of a slice
// have taken at the most in the games measured, see docs/performance.md.
func diskPercent(x *index.Space, s index.Slice) uint64 {
	const mostSettled = 6 // pieces; beyond, tables of large boards are as dense as those of small ones
	switch {
	case s.Mullahs+s.OppMullahs == 0:
		return 43
	case x.Game().Capture != felli.CaptureCompulsory: // no position follows from captures
		return 25
	case x.Game().Board.Points() > smallPoints && s.Pieces() <= mostSettled:
		return 17
	default:
		return 12
	}
}

// A slice with so many positions, or whose major side can stand on so many
// sets, isn't laid out just to see how large it is.
const (
	hugeCount = 1 << 34
	hugeSets  = 1 << 20
)

func isHuge(x *index.Space, s index.Slice) bool {
	pieces := max(s.Men+s.Mullahs, s.OppMen+s.OppMullahs)
	return x.Count(s) >= hugeCount || index.Choose(x.Game().Board.Points(), pieces) > hugeSets
}

// storedSize is [index.Space.Size], or about that for slices that are huge.
func storedSize(x *index.Space, s index.Slice) uint64 {
	if isHuge(x, s) {
		return x.Count(s) / uint64(x.Symmetries())
	}
	return x.Size(s)
}

// workBytes is the memory that solving the pair of s takes beside the tables
// it reads, or about that for slices that are huge.
func workBytes(x *index.Space, s index.Slice) uint64 {
	if !isHuge(x, s) {
		return pairBytes(x, s)
	}
	pieces := max(s.Men+s.Mullahs, s.OppMen+s.OppMullahs)
	return saturating.Plus(
		saturating.Times(storedSize(x, s)/4, 45),
		saturating.Times(frames(x, s), frameBytes(x, s)+uint64(pieces*x.Game().Board.Points()*12)),
	)
}
