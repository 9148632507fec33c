package check

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"felli"
)

// A Prober knows the values of all positions with few pieces. It must be safe
// for concurrent use.
type Prober interface {
	Probe(p felli.Position) (felli.Result, error)
}

// An Error says what is wrong with a certificate, and where. It matches
// [felli.ErrCorrupt].
type Error struct {
	Ruleset string
	Claim   string // "White can't force a win"
	Root    string // FEN
	FEN     string // of the position that refutes the certificate
	Reason  string
}

func (e *Error) Error() string {
	return fmt.Sprintf("certificate of %s that %s from %s: %s: %s", e.Ruleset, e.Claim, e.Root, e.FEN, e.Reason)
}

// Is reports whether target is [felli.ErrCorrupt].
func (e *Error) Is(target error) bool { return target == felli.ErrCorrupt }

// Check tests a certificate against the tables behind prober, whose digest the
// caller has worked out, and returns nil if it proves its claim. What is
// wrong is an [*Error] that names the position. It takes all entries in turn,
// with the help of so many workers (0: one a processor).
//
// For a win, every entry's move must lead, whatever the opponent replies, to
// entries with a smaller bound or to table positions won in so many plies; so
// no play can go round in circles, and the bounds are true. Otherwise it must
// lead to entries or to table positions that the holder doesn't lose.
func Check(ctx context.Context, c *Certificate, prober Prober, digest [32]byte, workers int) error {
	packer, err := NewPacker(c.Game)
	if err != nil {
		return err
	}
	k := &checker{c: c, packer: packer, prober: prober}
	if err := k.shape(digest); err != nil {
		return err
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if err := k.root(); err != nil {
		return err
	}
	const batch = 1024
	var next atomic.Int64
	var first firstError
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			var w work
			for first.get() == nil {
				lo := int(next.Add(batch)) - batch
				if lo >= len(c.Keys) {
					return
				}
				if err := ctx.Err(); err != nil {
					first.set(lo, err)
					return
				}
				for i := lo; i < min(lo+batch, len(c.Keys)); i++ {
					if err := k.entry(&w, i); err != nil {
						first.set(i, err)
						return
					}
				}
			}
		})
	}
	done.Wait()
	return first.get()
}

// A firstError keeps the error of the smallest entry seen.
type firstError struct {
	mu    sync.Mutex
	entry int
	err   error
}

func (f *firstError) set(entry int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || entry < f.entry {
		f.entry, f.err = entry, err
	}
}

func (f *firstError) get() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

type checker struct {
	c      *Certificate
	packer *Packer
	prober Prober
}

// work is memory that a worker uses again.
type work struct{ moves, replies []felli.Move }

func (k *checker) refuse(p felli.Position, format string, args ...any) error {
	g := k.c.Game
	return &Error{g.String(), k.c.Claim.Sentence(k.c.Root), g.FEN(k.c.Root), g.FEN(p), fmt.Sprintf(format, args...)}
}

// shape checks what can be said before looking at positions.
func (k *checker) shape(digest [32]byte) error {
	c := k.c
	switch {
	case c.Claim < Win || c.Claim > NotLoss:
		return k.refuse(c.Root, "claim %d is unknown", c.Claim)
	case len(c.Moves) != len(c.Keys) || len(c.Bounds) != len(c.Keys)*bit(c.Claim.Wins()):
		return k.refuse(c.Root, "it has %d positions, %d moves and %d bounds", len(c.Keys), len(c.Moves), len(c.Bounds))
	case digest != c.Digest:
		return k.refuse(c.Root, "it was made with other tables of up to %d pieces: their digest is %x, here it is %x", c.Pieces, c.Digest, digest)
	}
	for i := 1; i < len(c.Keys); i++ {
		if c.Keys[i-1] >= c.Keys[i] {
			return k.refuse(c.Root, "its positions aren't in order at number %d", i)
		}
	}
	return nil
}

// root checks that the root is covered.
func (k *checker) root() error {
	c := k.c
	if err := c.Game.Check(c.Root); err != nil {
		return k.refuse(c.Root, "it is no position: %v", err)
	}
	if c.Claim.HolderMoves() {
		_, err := k.held(c.Root)
		return err
	}
	_, err := k.answered(&work{}, c.Root)
	return err
}

// entry checks the entry with the given number.
func (k *checker) entry(w *work, i int) error {
	c := k.c
	p, err := k.packer.Unpack(c.Keys[i])
	if err != nil {
		return k.refuse(c.Root, "position number %d: %v", i, err)
	}
	w.moves = SortedMoves(c.Game, w.moves[:0], p)
	if int(c.Moves[i]) >= len(w.moves) {
		return k.refuse(p, "move number %d is chosen of %d", c.Moves[i], len(w.moves))
	}
	m := w.moves[c.Moves[i]]
	bound, err := k.answered(w, c.Game.Play(p, m))
	if err != nil {
		return fmt.Errorf("after %s in %s: %w", c.Game.MoveString(p, m), c.Game.FEN(p), err)
	}
	if c.Claim.Wins() && uint64(c.Bounds[i]) < uint64(bound)+1 {
		return k.refuse(p, "it is said to be won in %d plies, but %s takes %d", c.Bounds[i], c.Game.MoveString(p, m), bound+1)
	}
	return nil
}

// answered checks a position with the holder's opponent to move: it and what
// its moves lead to must be right for the holder. For a win it returns in how
// many plies.
func (k *checker) answered(w *work, p felli.Position) (bound uint32, err error) {
	g := k.c.Game
	if p.Pieces(p.ToMove) == 0 || p.Occupied().Len() <= k.c.Pieces {
		return k.valued(p, false)
	}
	w.replies = g.AppendMoves(w.replies[:0], p)
	if len(w.replies) == 0 {
		if k.c.Claim.Wins() && g.Stalemate == felli.StalemateDraw {
			return 0, k.refuse(p, "it is a draw by stalemate")
		}
		return 0, nil
	}
	for _, m := range w.replies {
		b, err := k.held(g.Play(p, m))
		if err != nil {
			return 0, err
		}
		bound = max(bound, b+1)
	}
	return bound, nil
}

// held checks a position with the holder to move: it must be right in the
// tables, or an entry, or a draw by stalemate where that is enough.
func (k *checker) held(p felli.Position) (bound uint32, err error) {
	if p.Pieces(p.ToMove) == 0 || p.Occupied().Len() <= k.c.Pieces {
		return k.valued(p, true)
	}
	i, ok := k.c.Find(k.packer.Pack(p))
	switch {
	case !ok && !k.c.Claim.Wins() && k.c.Game.Stalemate == felli.StalemateDraw && !k.c.Game.CanMove(p):
		return 0, nil
	case !ok:
		return 0, k.refuse(p, "it has no move chosen")
	case k.c.Claim.Wins():
		return k.c.Bounds[i], nil
	}
	return 0, nil
}

// valued checks a position that the tables know.
func (k *checker) valued(p felli.Position, holderMoves bool) (bound uint32, err error) {
	r := felli.Result{Value: felli.Loss}
	if p.Pieces(p.ToMove) != 0 {
		if r, err = k.prober.Probe(p); err != nil {
			return 0, err
		}
	}
	good := r.Value == felli.Loss
	if holderMoves {
		good = r.Value == felli.Win
	}
	if !good && (k.c.Claim.Wins() || r.Value != felli.Draw) {
		return 0, k.refuse(p, "it is a %s in the tables", r.Value)
	}
	return uint32(r.DTW), nil
}
