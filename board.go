package felli

import (
	"fmt"
	"sort"
	"strings"
)

// maxGrid is the largest grid a board may be drawn on, and maxPoints the most
// points it may have: a set of points fits one [Mask].
const (
	maxGrid   = 9
	maxPoints = 32
)

// A BoardSpec is a board as data: what RULES of a game would draw. Everything
// else about the board is derived from it by [NewBoard].
type BoardSpec struct {
	Name      string
	Lines     []string // each a maximal straight row of joined points: "a1 c1 e1"
	White     string   // the points White starts on: "a1 c1 e1 b2 c2 d2"
	Black     string   // the points Black starts on
	MaxPieces int      // the most pieces a side may have, in [1, MostPieces]
}

// MostPieces is the most pieces a side may have on any board: the kinds of so
// many pieces fit into two bytes wherever tables of them are kept.
const MostPieces = 16

// A Board is a set of points joined by straight lines, drawn on a grid. It
// never changes after [NewBoard].
type Board struct {
	Name          string
	Width, Height int // of the grid, in [2, 9]
	MaxPieces     int // the most pieces a side may have

	names  []string  // by point
	byName []Point   // all points, their names in alphabetical order
	x, y   []int     // grid place by point, from 0
	lines  [][]Point // each sorted upward (rightward along a rank)
	start  [2]Mask
	all    Mask
	dirs   []direction
	next   [][]Point // next[d][p]: the neighbour of p in direction d, or NoPoint
	ray    [][]Mask  // ray[d][p]: all points beyond p in direction d
	mirror []Point   // left-right mirror of each point
	autos  [][]Point // the automorphisms: identity first, then the mirror
}

// A direction is one of the ways a line can run. Points are numbered rank by
// rank, so along a direction their numbers only rise or only fall.
type direction struct {
	dx, dy int
	up     bool // the numbers rise
}

// NewBoard derives a board from its drawing. It returns an error that says
// what is wrong when a point isn't on a 9×9 grid, when there are more than 32
// points, when a line isn't straight, or when turning the board by 180° and
// swapping colours, or mirroring it, changes its lines (the start must survive
// the turn too).
func NewBoard(spec BoardSpec) (*Board, error) {
	b := &Board{Name: spec.Name, MaxPieces: spec.MaxPieces}
	if b.MaxPieces < 1 || b.MaxPieces > MostPieces {
		return nil, fmt.Errorf("board %q: a side may have %d pieces, want 1 to %d", spec.Name, b.MaxPieces, MostPieces)
	}
	if err := b.readPoints(spec); err != nil {
		return nil, fmt.Errorf("board %q: %w", spec.Name, err)
	}
	for _, f := range []func(BoardSpec) error{b.readLines, b.readSymmetries, b.readStart} {
		if err := f(spec); err != nil {
			return nil, fmt.Errorf("board %q: %w", spec.Name, err)
		}
	}
	return b, nil
}

func mustBoard(spec BoardSpec) *Board {
	b, err := NewBoard(spec)
	if err != nil {
		panic(err)
	}
	return b
}

func (b *Board) readPoints(spec BoardSpec) error {
	type place struct{ x, y int }
	seen := map[place]bool{}
	var places []place
	for _, name := range strings.Fields(strings.Join(spec.Lines, " ")) {
		if len(name) != 2 || name[0] < 'a' || name[0] >= 'a'+maxGrid || name[1] < '1' || name[1] >= '1'+maxGrid {
			return fmt.Errorf("point %q isn't on a %d×%d grid", name, maxGrid, maxGrid)
		}
		pl := place{int(name[0] - 'a'), int(name[1] - '1')}
		b.Width, b.Height = max(b.Width, pl.x+1), max(b.Height, pl.y+1)
		if !seen[pl] {
			seen[pl] = true
			places = append(places, pl)
		}
	}
	if len(places) < 2 || len(places) > maxPoints {
		return fmt.Errorf("%d points, want 2 to %d", len(places), maxPoints)
	}
	if b.Width < 2 || b.Height < 2 {
		return fmt.Errorf("the grid is %d×%d, want 2×2 to %d×%d", b.Width, b.Height, maxGrid, maxGrid)
	}
	sort.Slice(places, func(i, j int) bool {
		if places[i].y != places[j].y {
			return places[i].y < places[j].y
		}
		return places[i].x < places[j].x
	})
	for i, pl := range places {
		b.names = append(b.names, string([]byte{'a' + byte(pl.x), '1' + byte(pl.y)}))
		b.x, b.y = append(b.x, pl.x), append(b.y, pl.y)
		b.byName = append(b.byName, Point(i))
		b.all |= Point(i).Bit()
	}
	sort.Slice(b.byName, func(i, j int) bool { return b.names[b.byName[i]] < b.names[b.byName[j]] })
	return nil
}

func (b *Board) readLines(spec BoardSpec) error {
	n := len(b.names)
	for _, text := range spec.Lines {
		var line []Point
		for _, name := range strings.Fields(text) {
			p, _ := b.Point(name)
			line = append(line, p)
		}
		if len(line) < 2 {
			return fmt.Errorf("line %q has fewer than two points", text)
		}
		sort.Slice(line, func(i, j int) bool { return line[i] < line[j] })
		b.lines = append(b.lines, line)
		for i := 1; i < len(line); i++ {
			p, q := line[i-1], line[i]
			if p == q || b.direction(p, q) != b.direction(line[0], line[1]) {
				return fmt.Errorf("line %q isn't straight", text)
			}
			d := b.addDirection(b.direction(p, q), n)
			e := b.addDirection(b.direction(q, p), n)
			if b.next[d][p] != NoPoint || b.next[e][q] != NoPoint {
				return fmt.Errorf("line %q repeats an edge at %s", text, b.names[p])
			}
			b.next[d][p], b.next[e][q] = q, p
		}
	}
	for d := range b.dirs {
		b.ray = append(b.ray, make([]Mask, n))
		for p := range n {
			for q := b.next[d][p]; q != NoPoint; q = b.next[d][q] {
				b.ray[d][p] |= q.Bit()
			}
		}
	}
	return nil
}

// direction is the primitive step from p towards q.
func (b *Board) direction(p, q Point) direction {
	dx, dy := b.x[q]-b.x[p], b.y[q]-b.y[p]
	g := max(gcd(dx, dy), 1)
	return direction{dx / g, dy / g, q > p}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func (b *Board) addDirection(dir direction, n int) int {
	for d, have := range b.dirs {
		if have == dir {
			return d
		}
	}
	b.dirs = append(b.dirs, dir)
	row := make([]Point, n)
	for i := range row {
		row[i] = NoPoint
	}
	b.next = append(b.next, row)
	return len(b.dirs) - 1
}

func (b *Board) readStart(spec BoardSpec) error {
	for s, text := range []string{spec.White, spec.Black} {
		for _, name := range strings.Fields(text) {
			p, ok := b.Point(name)
			if !ok || (b.start[White] | b.start[Black]).Has(p) {
				return fmt.Errorf("start point %q isn't a point of the board, or is named twice", name)
			}
			b.start[s] |= p.Bit()
		}
	}
	if b.Rotate(b.start[White]) != b.start[Black] {
		return fmt.Errorf("turning the start by 180° doesn't swap the sides")
	}
	if n := b.start[White].Len(); n < 1 || n > b.MaxPieces {
		return fmt.Errorf("the start has %d pieces a side, want 1 to %d", n, b.MaxPieces)
	}
	return nil
}

// Point returns the point with the given name, such as "c3".
func (b *Board) Point(name string) (Point, bool) {
	if len(name) != 2 {
		return NoPoint, false
	}
	return b.PointAt(int(name[0])-'a', int(name[1])-'1')
}

// PointAt returns the point at file x and rank y of the grid, both from 0.
func (b *Board) PointAt(x, y int) (Point, bool) {
	for i := range b.names {
		if b.x[i] == x && b.y[i] == y {
			return Point(i), true
		}
	}
	return NoPoint, false
}

// Points is the number of points, in [2, 32].
func (b *Board) Points() int { return len(b.names) }

// All is the set of all points.
func (b *Board) All() Mask { return b.all }

// PointName is the name of p, such as "c3".
func (b *Board) PointName(p Point) string { return b.names[p] }

// Place is where p is on the grid: file and rank, both from 0.
func (b *Board) Place(p Point) (x, y int) { return b.x[p], b.y[p] }

// Lines are the board's lines, each a row of points. The caller must not
// change them.
func (b *Board) Lines() [][]Point { return b.lines }

// Edges is the number of pairs of adjacent points.
func (b *Board) Edges() int {
	n := 0
	for _, line := range b.lines {
		n += len(line) - 1
	}
	return n
}

// Adjacent is the set of points adjacent to p.
func (b *Board) Adjacent(p Point) Mask {
	var m Mask
	for d := range b.dirs {
		if q := b.next[d][p]; q != NoPoint {
			m |= q.Bit()
		}
	}
	return m
}
