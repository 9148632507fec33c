package solve

import (
	"math"
	"time"

	"felli/index"
)

// A Forecast says what building what is missing would take. Positions and
// tables are exact, memory is an upper bound, disk and time are rough.
type Forecast struct {
	Pairs []ForecastPair // in the order in which they would be solved
	Raw   uint64         // positions, the side to move as White, unfolded
	Size  uint64         // stored positions; of slices too large to lay out about that many
	Disk  uint64         // bytes in the store, from what finished tables have taken
	// Memory is the least with which the build can run: bytes of the pair that
	// takes most, with the tables it reads.
	Memory uint64
	CPU    time.Duration // of one core
}

// A ForecastPair is a slice and its twin to be solved.
type ForecastPair struct {
	Slice  index.Slice // whose major side is to move
	Raw    uint64      // positions of both tables, unfolded
	Size   uint64      // stored positions of both tables
	Work   uint64      // bytes of memory for solving it
	Tables uint64      // bytes of the tables it reads
	CPU    time.Duration
}

// What finished tables have taken, see docs/performance.md: bytes on disk a
// hundred stored positions, and time a stored position.
const (
	diskPercent = 12
	timeSmall   = 100 * time.Nanosecond // boards of up to smallPoints points
	timeLarge   = 450 * time.Nanosecond
	smallPoints = 16
	timeMen     = 300 * time.Nanosecond // without Mullahs a block has one position
)

// Plan forecasts what [Run] would do.
func Plan(x *index.Space, tables Tables, pieces int) (Forecast, error) {
	list, err := missing(x, tables, pieces)
	if err != nil {
		return Forecast{}, err
	}
	var f Forecast
	for _, s := range list {
		p := PlanPair(x, s)
		f.Pairs = append(f.Pairs, p)
		f.Raw += p.Raw
		f.Size += p.Size
		f.CPU += p.CPU
		f.Memory = max(f.Memory, p.Work+p.Tables)
	}
	f.Disk = f.Size * diskPercent / 100
	return f, nil
}

// PlanPair forecasts what solving the slice s and its twin takes, whether they
// are missing or not.
func PlanPair(x *index.Space, s index.Slice) ForecastPair {
	if !s.MajorToMove() {
		s = s.Twin()
	}
	p := ForecastPair{Slice: s, Raw: tableCount(s) * x.Count(s)}
	p.Size, p.Work = tableCount(s)*storedSize(x, s), workBytes(x, s)
	for _, d := range pairNeeds(x, s) {
		p.Tables += storedSize(x, d)
	}
	each := timeLarge
	if x.Game().Board.Points() <= smallPoints {
		each = timeSmall
	}
	if s.Mullahs+s.OppMullahs == 0 {
		each = max(each, timeMen)
	}
	p.CPU = time.Duration(min(float64(p.Size)*float64(each), math.MaxInt64/1e6))
	return p
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
		return pairBytes(x.Layout(s))
	}
	pieces := max(s.Men+s.Mullahs, s.OppMen+s.OppMullahs)
	sets := index.Choose(x.Game().Board.Points(), pieces) / uint64(x.Symmetries())
	return storedSize(x, s)/4*45 + sets*uint64(pieces*x.Game().Board.Points()*12)
}
