package saturating

import (
	"math"
	"testing"
)

func TestSaturating(t *testing.T) {
	const most = math.MaxUint64
	for _, tt := range []struct{ a, b, sum, product uint64 }{
		{0, most, most, 0},
		{1, most, most, most},
		{2, most, most, most},
		{3, 4, 7, 12},
		{1 << 32, 1 << 31, 1<<32 + 1<<31, 1 << 63},
		{1 << 32, 1 << 32, 1 << 33, most},
		{1 << 63, 1<<63 - 1, most, most},
		{1 << 63, 1 << 63, most, most},
	} {
		if sum, product := Plus(tt.a, tt.b), Times(tt.a, tt.b); sum != tt.sum || product != tt.product {
			t.Errorf("%d and %d: sum %d, product %d; want %d, %d", tt.a, tt.b, sum, product, tt.sum, tt.product)
		}
	}
}
