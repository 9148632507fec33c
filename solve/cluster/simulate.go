package cluster

import (
	"container/heap"
	"time"

	"felli"
	"felli/index"
	"felli/solve"
)

// A Cost is what things take, for a [Simulation].
type Cost struct {
	Position  time.Duration // one core's time for a stored position, solving many pairs in a row
	Alone     float64       // how much longer a pair takes that is solved alone, with all it reads read and derived anew
	Bytes     float64       // of an object, a stored position
	Bandwidth float64       // bytes a second between a worker and the tables
	Cores     int           // of each worker, all of which work on one pair
}

// MeasuredCost is that of Fetaix on one core of the machine of
// docs/performance.md; docs/cluster.md says how it was measured.
var MeasuredCost = Cost{Position: 508 * time.Nanosecond, Alone: 1.43, Bytes: 0.165, Bandwidth: 100e6, Cores: 1}

// A Simulation knows the jobs of a build and what each takes.
type Simulation struct {
	Graph     *Graph
	Positions uint64        // stored
	CPU       time.Duration // of all jobs
	Critical  time.Duration // the longest chain of jobs that wait for one another: no number of workers is faster
	Stored    float64       // bytes of all objects
	Memory    uint64        // of the job that takes most

	cost    Cost
	seconds []float64 // by pair, without reading
	bytes   []float64 // by pair: its objects
	reads   [][]int   // by pair: all pairs whose objects it reads
}

// freshSpace is after how many pairs a new numbering is begun, as it keeps what
// it has laid out.
const freshSpace = 32

// NewSimulation prepares one for a ruleset and a number of pieces.
func NewSimulation(g *felli.Game, pieces int, cost Cost) *Simulation {
	x := index.NewSpace(g)
	s := &Simulation{Graph: NewGraph(x, pieces), cost: cost}
	n := len(s.Graph.Pairs)
	s.seconds, s.bytes = make([]float64, n), make([]float64, n)
	path := make([]float64, n)
	for i, pair := range s.Graph.Pairs {
		if i%freshSpace == 0 {
			x = index.NewSpace(g)
		}
		p := solve.PlanPair(x, pair)
		s.Positions += p.Size
		s.Memory = max(s.Memory, (p.Work+p.Tables)/4*5)
		s.seconds[i] = float64(p.Size) * cost.Position.Seconds() * cost.Alone
		s.bytes[i] = float64(p.Size) * cost.Bytes
		s.Stored += s.bytes[i]
		s.CPU += seconds(s.seconds[i])
		for _, d := range s.Graph.Needs[i] {
			path[i] = max(path[i], path[d])
		}
		path[i] += s.seconds[i]
		s.Critical = max(s.Critical, seconds(path[i]/float64(cost.Cores)))
	}
	s.reads = reads(g, s.Graph)
	return s
}

// seconds is a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// reads lists what each job reads: what it needs and, where captures are
// compulsory, what the captures in those lead to, and so on, as their answers
// are derived.
func reads(g *felli.Game, graph *Graph) [][]int {
	if g.Capture != felli.CaptureCompulsory {
		return graph.Needs
	}
	below := make([]map[int]bool, len(graph.Pairs)) // by pair: what deriving it takes
	all := make([][]int, len(graph.Pairs))
	for i, pair := range graph.Pairs {
		below[i] = map[int]bool{}
		set := map[int]bool{}
		for _, d := range graph.Needs[i] {
			set[d] = true
			for e := range below[d] {
				set[e] = true
			}
			if graph.Pairs[d].Pieces() < pair.Pieces() { // by a capture
				below[i][d] = true
				for e := range below[d] {
					below[i][e] = true
				}
			}
		}
		for d := range set {
			all[i] = append(all[i], d)
		}
	}
	return all
}

// A Schedule is how a build goes with a number of workers.
type Schedule struct {
	Workers     int
	Time        time.Duration // from the first job to the last
	Utilisation float64       // share of the workers' time spent on jobs
	Moved       float64       // bytes read and written
	Cold        float64       // bytes read and written if no worker had a cache
}

// Run simulates a build by so many workers, which take one job at a time, in
// the order in which they become ready, and keep every object they have had.
func (s *Simulation) Run(workers int) Schedule {
	p := newProgress(s.Graph)
	ready := p.start(len(s.Graph.Pairs))
	free := make([]int, workers)
	for i := range free {
		free[i] = workers - 1 - i
	}
	caches := make([]map[int]bool, workers)
	var running events
	now, busy := 0.0, 0.0
	out := Schedule{Workers: workers}
	for len(ready) > 0 || len(running) > 0 {
		for len(ready) > 0 && len(free) > 0 {
			job := ready[0]
			w := free[len(free)-1]
			ready, free = ready[1:], free[:len(free)-1]
			if caches[w] == nil {
				caches[w] = map[int]bool{}
			}
			moved := s.bytes[job]
			out.Cold += s.bytes[job]
			for _, d := range s.reads[job] {
				out.Cold += s.bytes[d]
				if !caches[w][d] {
					caches[w][d] = true
					moved += s.bytes[d]
				}
			}
			caches[w][job] = true
			out.Moved += moved
			takes := s.seconds[job]/float64(s.cost.Cores) + moved/s.cost.Bandwidth
			busy += takes
			heap.Push(&running, jobEnd{now + takes, w, job})
		}
		end := heap.Pop(&running).(jobEnd)
		now = end.at
		free = append(free, end.worker)
		p.finish(end.job)
		ready = append(ready, p.start(len(s.Graph.Pairs))...)
	}
	out.Time = seconds(now)
	if now > 0 {
		out.Utilisation = busy / (now * float64(workers))
	}
	return out
}

// A jobEnd is a job that is being done.
type jobEnd struct {
	at     float64 // seconds from the start
	worker int
	job    int
}

// events are the jobs being done, the next to end first.
type events []jobEnd

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }

// Push and Pop are for container/heap.
func (e *events) Push(x any) { *e = append(*e, x.(jobEnd)) }

// Pop is explained at Push.
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}
