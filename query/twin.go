package query

import (
	"fmt"

	"felli"
	"felli/index"
)

// WithTwin reads a slice of x's game and returns it with its twin, if that is
// another. Its errors match [felli.ErrInput].
func WithTwin(x *index.Space, text string) ([]index.Slice, error) {
	s, err := index.ParseSlice(text)
	if err != nil {
		return nil, err
	}
	if !x.Has(s) {
		return nil, &felli.ParseError{
			What: "slice", Input: text,
			Reason: fmt.Sprintf("%s has no such slice: 1 to %d pieces a side, Mullahs only with promotion", x.Game(), x.Game().Board.MaxPieces),
		}
	}
	if t := s.Twin(); t != s {
		return []index.Slice{s, t}, nil
	}
	return []index.Slice{s}, nil
}
