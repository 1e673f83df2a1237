package sorting

import (
	"cmp"
	"math"
	"slices"
)

// SortNumbers sorts numbers of rows, points or neurons, stably. What isn't hot is sorted this way: the sort of package
// slices is compiled anew for every element type, which adds some 15 KB to the module each time.
func SortNumbers(list []int, compare func(a, b int) int) { slices.SortStableFunc(list, compare) }

func SortAscending(list []int) { SortNumbers(list, cmp.Compare) }

// Ascending is the order of some numbers, NaN first. A number's bits, those of one below 0 inverted, have its order; they
// are sorted 31 at a time, the last ones first. O(numbers).
func Ascending(x []float64) []int {
	const some = 31
	order, keys, spare := Identity(len(x)), make([]int64, len(x)), []int64(nil)
	for from := 0; from < 64; from += some {
		for at, i := range order {
			keys[at] = KeyOf(int32(ascendingBits(x[i])>>from&math.MaxInt32), int32(i))
		}
		spare = SortKeys(keys, spare)
		for at, key := range keys {
			order[at] = int(ItemOf(key))
		}
	}
	return order
}

func ascendingBits(v float64) uint64 {
	bits := math.Float64bits(v + 0) // -0 is 0
	switch {
	case v != v:
		return 0
	case v < 0:
		return ^bits
	}
	return bits | 1<<63
}

// Identity is 0, 1, ..., n-1.
func Identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Argmax is the position of the largest of some numbers, the first of equals.
//
//go:noinline
func Argmax(x []float64) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}
