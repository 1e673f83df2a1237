package sorting

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var spare []int64
	for round := range 3000 {
		most := []int32{1, 5, 256, 257, 70_000, 1 << 24, math.MaxInt32}[round%7]
		keys := make([]int64, r.IntN(200))
		if round%50 == 0 {
			keys = make([]int64, 5000)
		}
		for i := range keys {
			keys[i] = KeyOf(r.Int32N(most), int32(i))
		}
		if round%3 == 0 { // things in another order: stable is not the same as sorted then
			r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		}
		want := slices.Clone(keys)
		slices.SortStableFunc(want, func(a, b int64) int { return cmp.Compare(a>>32, b>>32) })
		if spare = SortKeys(keys, spare); !slices.Equal(keys, want) {
			t.Fatalf("round %d: %d keys of numbers below %d are not sorted", round, len(keys), most)
		}
	}
}
