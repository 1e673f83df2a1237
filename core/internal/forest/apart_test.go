package forest

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The ways of an input and of samples part at thresholds between them, on the input's side, the most frequent column first.
func TestApart(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	for range 20 {
		x, y := example(r, 150, 3, 2, true)
		f, err := Grow(NewSet(x, y, false), 20, never)
		if err != nil {
			t.Fatal(err)
		}
		a, at := f.NewAsker(), func(i int) []float64 { return []float64{x[0][i], x[1][i], x[2][i]} }
		own, other := at(r.IntN(150)), at(r.IntN(150))
		ways := 0
		for i, p := range a.Apart(own, [][]float64{other}) {
			low, high := other[p.Column], own[p.Column]
			if !p.Above {
				low, high = high, low
			}
			if !(low <= p.At && p.At < high) {
				t.Errorf("%v and %v part at %+v", own, other, p)
			}
			if ways += p.Times; i > 0 && p.Times > a.Apart(own, [][]float64{other})[i-1].Times {
				t.Errorf("parting %d is more frequent than the one before", i)
			}
		}
		shared := 0
		for _, w := range a.Weigh(own, 1) {
			if slices.Equal(at(int(w.Sample)), other) {
				shared = max(shared, int(w.Trees))
			}
		}
		if ways+shared != 20 {
			t.Errorf("of 20 trees they part in %d and share a leaf in %d", ways, shared)
		}
	}
}
