package study

import (
	"context"
	"slices"

	"felli"
	"felli/index"
	"felli/query"
)

// Options say where to look and how much to give. The zero value looks at all
// finished slices and gives nothing.
type Options struct {
	Slices   []index.Slice // in which to look; nil: all finished ones
	Count    int           // how many of each group to give
	Min, Max felli.Plies   // the distances to look at; Max 0: no limit
	Seed     uint64        // which sample
	// Progress is told now and then how many of all codes have been looked at,
	// and in which slice; nil: nobody is.
	Progress func(s index.Slice, done, total uint64)
}

// A Position is one that was found, with White to move.
type Position struct {
	Kind     string // "puzzle", "zugzwang", "longest win" or "longest loss"
	Slice    index.Slice
	Position felli.Position
	Result   felli.Result // for White
	// Opposite is, of a zugzwang, what the same placement is worth to Black
	// with Black to move.
	Opposite felli.Result

	index uint64
}

// A finder looks through tables.
type finder struct {
	ctx    context.Context
	space  *index.Space
	game   *felli.Game
	tables query.Tables
	prober *query.Prober
	o      Options
	slices []index.Slice // finished and asked for, in solving order

	done, total uint64 // codes looked at, for Progress
}

func newFinder(ctx context.Context, x *index.Space, tables query.Tables, o Options) (*finder, error) {
	f := &finder{ctx: ctx, space: x, game: x.Game(), tables: tables, prober: query.NewProber(x, tables), o: o}
	var err error
	f.slices, err = finished(x, tables, o.Slices)
	for _, s := range f.slices {
		f.total += x.Size(s)
	}
	return f, err
}

// finished are the slices asked for, or all that are finished, in the order in
// which they are solved. The error matches [felli.ErrNotBuilt] when one asked
// for isn't.
func finished(x *index.Space, tables query.Tables, asked []index.Slice) ([]index.Slice, error) {
	have := map[index.Slice]bool{}
	if len(asked) == 0 {
		list, err := tables.Summaries()
		if err != nil {
			return nil, err
		}
		for _, sum := range list {
			have[sum.Slice] = true
		}
	}
	for _, s := range asked {
		if _, err := tables.Summary(s); err != nil {
			return nil, err
		}
		have[s] = true
	}
	return slices.DeleteFunc(x.Slices(0), func(s index.Slice) bool { return !have[s] }), nil
}

// wants reports whether a distance is asked for.
func (f *finder) wants(d felli.Plies) bool {
	return d >= f.o.Min && (f.o.Max == 0 || d <= f.o.Max)
}

// checkEvery is after how many codes a cancelled context is noticed.
const checkEvery = 1 << 20

// eachCode calls look with every code of s until it returns an error.
func (f *finder) eachCode(s index.Slice, codes index.Codes, look func(i uint64, c felli.Code) error) error {
	begin := f.done
	for i := range uint64(codes.Len()) {
		if i%checkEvery == 0 {
			if f.ctx.Err() != nil {
				return context.Cause(f.ctx)
			}
			f.tell(s, begin+i)
		}
		if err := look(i, codes.At(i)); err != nil {
			return err
		}
	}
	f.tell(s, begin+uint64(codes.Len()))
	return nil
}

// tell reports progress.
func (f *finder) tell(s index.Slice, done uint64) {
	f.done = done
	if f.o.Progress != nil {
		f.o.Progress(s, done, f.total)
	}
}

// first reports whether i, the index of p as it is stored, is the smallest
// one of p and of any others given, and of all their mirror images: which are
// all the same but for a symmetry, or who is to move.
func first(x *index.Space, i uint64, p felli.Position, others ...felli.Position) bool {
	// Those images of p are elsewhere whose major side stands on the same
	// points: folding goes by them alone.
	major := p.Pieces(felli.White)
	if !index.SliceOf(p).MajorToMove() {
		major = p.Pieces(felli.Black)
	}
	for k := 1; k < x.Symmetries(); k++ {
		if x.Map(k, major) != major {
			continue
		}
		if _, j := x.Rank(image(x, k, p)); j < i {
			return false
		}
	}
	for _, p := range others {
		for k := range x.Symmetries() {
			if _, j := x.Rank(image(x, k, p)); j < i {
				return false
			}
		}
	}
	return true
}

// image is p seen through a symmetry of the board.
func image(x *index.Space, k int, p felli.Position) felli.Position {
	for side := range p.Men {
		p.Men[side], p.Mullahs[side] = x.Map(k, p.Men[side]), x.Map(k, p.Mullahs[side])
	}
	return p
}

// opposite is p with the other side to move, seen with White to move.
func (f *finder) opposite(p felli.Position) felli.Position {
	p.ToMove = p.ToMove.Other()
	return f.game.Normalise(p)
}
