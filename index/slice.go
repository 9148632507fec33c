package index

import (
	"strconv"
	"strings"

	"felli"
)

// A Slice is a material signature seen by the side to move: how many men and
// Mullahs it has, and how many its opponent has. Captures and promotions lead
// to other slices and never back. Both sides have at least one piece.
type Slice struct {
	Men, Mullahs       int // of the side to move
	OppMen, OppMullahs int // of its opponent
}

// Twin is s with the sides swapped: where a move that keeps the material leads.
func (s Slice) Twin() Slice { return Slice{s.OppMen, s.OppMullahs, s.Men, s.Mullahs} }

// Pieces is how many pieces both sides have together.
func (s Slice) Pieces() int { return s.Men + s.Mullahs + s.OppMen + s.OppMullahs }

// String prints s as m2k1vm3: men and Mullahs (k, as in PDN) of the side to
// move, v, the opponent's; zero counts are left out.
func (s Slice) String() string {
	return material(s.Men, s.Mullahs) + "v" + material(s.OppMen, s.OppMullahs)
}

func material(men, mullahs int) string {
	text := ""
	if men > 0 {
		text = "m" + strconv.Itoa(men)
	}
	if mullahs > 0 {
		text += "k" + strconv.Itoa(mullahs)
	}
	return text
}

// ParseSlice reads what [Slice.String] prints. Its errors match [felli.ErrInput].
func ParseSlice(text string) (Slice, error) {
	bad := func() (Slice, error) {
		return Slice{}, &felli.ParseError{
			What: "slice", Input: text,
			Reason: "want men and Mullahs of the side to move, v, then the opponent's, such as m2k1vm3",
		}
	}
	own, opp, ok := strings.Cut(text, "v")
	if !ok {
		return bad()
	}
	var s Slice
	if !parseMaterial(own, &s.Men, &s.Mullahs) || !parseMaterial(opp, &s.OppMen, &s.OppMullahs) || s.String() != text {
		return bad()
	}
	return s, nil
}

func parseMaterial(text string, men, mullahs *int) bool {
	m, k, _ := strings.Cut(text, "k")
	if rest, ok := strings.CutPrefix(m, "m"); ok {
		*men, _ = strconv.Atoi(rest)
	} else if m != "" {
		return false
	}
	if k != "" {
		*mullahs, _ = strconv.Atoi(k)
	}
	return *men+*mullahs > 0 && *men >= 0 && *mullahs >= 0 && *men < 100 && *mullahs < 100
}
