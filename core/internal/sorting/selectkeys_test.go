package sorting

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSelectKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kinds := []func(i, n int) float64{
		func(int, int) float64 { return r.Float64() },
		func(int, int) float64 { return float64(r.IntN(3)) }, // nearly all are equal
		func(int, int) float64 { return 7 },
		func(i, _ int) float64 { return float64(i) },
		func(i, n int) float64 { return float64(n - i) },
		func(i, n int) float64 { return float64(min(i, n-i)) },
		func(i, _ int) float64 { return float64(i % 17) },
	}
	for round := range 2000 {
		n := 1 + r.IntN(300)
		if round%100 == 0 {
			n = 50_000 // a quadratic one would be felt
		}
		key, thing := make([]float64, n), make([]int32, n)
		for i := range key {
			key[i], thing[i] = kinds[round%len(kinds)](i, n), int32(i)
		}
		before, sorted := slices.Clone(key), slices.Clone(key)
		slices.Sort(sorted)
		k := r.IntN(n)
		split := SelectKeys(key, thing, k)
		for i, v := range key {
			if i < k && v > split || i >= k && v < split {
				t.Fatalf("round %d: key %d of %d is %v, k is %d, split at %v", round, i, n, v, k, split)
			}
			if v != before[thing[i]] {
				t.Fatalf("round %d: key %d has lost its item", round, i)
			}
		}
		slices.Sort(key)
		slices.Sort(thing)
		if !slices.Equal(key, sorted) || !slices.Equal(thing, counting32(n)) {
			t.Fatalf("round %d: keys or things were lost", round)
		}
	}
}

// NaN has no place in an order, but the selection ends, and loses nothing.
func TestSelectKeysAmongNaN(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for round := range 500 {
		key := make([]float64, 1+r.IntN(300))
		for i := range key {
			key[i] = []float64{math.NaN(), r.Float64(), 1, math.Inf(1)}[r.IntN(1+round%4)]
		}
		thing := counting32(len(key))
		SelectKeys(key, thing, r.IntN(len(key)))
		slices.Sort(thing)
		if !slices.Equal(thing, counting32(len(key))) {
			t.Fatalf("round %d: keys were lost", round)
		}
	}
}

func counting32(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

func TestQuantile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := 1; n <= 200; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(r.IntN(50)) / 7
		}
		for _, p := range []float64{0, 0.05, 0.5, 0.95, 1} {
			sorted := slices.Sorted(slices.Values(values))
			h := p * float64(n-1)
			below, above := sorted[int(h)], sorted[min(int(h)+1, n-1)]
			want := below + float64((h-float64(int(h)))*(above-below))
			if got := Quantile(slices.Clone(values), p); got != want {
				t.Fatalf("the %v quantile of %v is %v, want %v", p, sorted, got, want)
			}
		}
	}
}
