package largepages

import "testing"

// Advice changes nothing in the array, whatever its size and its elements.
func TestAdviseLeavesValues(t *testing.T) {
	for _, n := range []int{0, 1, least/12 - 1, least/12 + 1, 1 << 20} {
		values := make([][3]uint32, n)
		Advise(values)
		for i := range values {
			values[i] = [3]uint32{uint32(i), 1, 2}
		}
		Advise(values[min(1, n):])
		for i, v := range values {
			if want := ([3]uint32{uint32(i), 1, 2}); v != want {
				t.Fatalf("%d values: values[%d] = %v, want %v", n, i, v, want)
			}
		}
	}
	Advise([]struct{}{{}, {}})
}
