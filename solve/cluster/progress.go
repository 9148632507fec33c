package cluster

// A progress says which pairs of a graph are done and which can be started. It
// takes time in proportion to the edges of the graph, over a whole build.
type progress struct {
	needs [][]int // by pair: what it reads, as in the graph, and what else turned out to be missing
	users [][]int // by pair: those that need it
	waits []int   // by pair: how many of its needs aren't done
	state []state
	ready []int // pairs that may be startable
	done  int   // how many pairs are done
}

type state uint8

const (
	idle state = iota
	started
	done
)

func newProgress(g *Graph) *progress {
	n := len(g.Pairs)
	p := &progress{needs: make([][]int, n), users: make([][]int, n), waits: make([]int, n), state: make([]state, n)}
	for i, needs := range g.Needs {
		for _, d := range needs {
			p.need(i, d)
		}
		p.ready = append(p.ready, i)
	}
	return p
}

// need notes that pair i needs pair d.
func (p *progress) need(i, d int) {
	for _, known := range p.needs[i] {
		if known == d {
			return
		}
	}
	p.needs[i] = append(p.needs[i], d)
	p.users[d] = append(p.users[d], i)
	if p.state[d] != done {
		p.waits[i]++
	}
}

// finish notes that a pair is done.
func (p *progress) finish(i int) {
	if p.state[i] == done {
		return
	}
	p.state[i] = done
	p.done++
	for _, u := range p.users[i] {
		if p.waits[u]--; p.waits[u] == 0 {
			p.ready = append(p.ready, u)
		}
	}
}

// redo notes that a pair has to be done again, or still: its job ended without
// its tables, or they are gone.
func (p *progress) redo(i int) {
	if p.state[i] == done {
		p.done--
		for _, u := range p.users[i] {
			p.waits[u]++
		}
	}
	p.state[i] = idle
	p.ready = append(p.ready, i)
}

// start lists the pairs that can start now, at most most of them, and notes
// that they are started.
func (p *progress) start(most int) []int {
	var list []int
	for len(p.ready) > 0 && len(list) < most {
		i := p.ready[0]
		p.ready = p.ready[1:]
		if p.state[i] == idle && p.waits[i] == 0 {
			p.state[i] = started
			list = append(list, i)
		}
	}
	return list
}

// again makes all pairs that are started startable once more.
func (p *progress) again() {
	for i, s := range p.state {
		if s == started {
			p.redo(i)
		}
	}
}
