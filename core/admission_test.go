package core

import (
	"math"
	"math/rand"
	"testing"
)

// Whether a layer admits an input is whether all squared distances are above the
// limit, whatever component is looked at first: at the least distance, beside it, and
// at any limit.
func TestAdmits(t *testing.T) {
	r := rand.New(rand.NewSource(93))
	admitted, kept := 0, 0
	for range 3000 {
		width, size := 1+r.Intn(40), r.Intn(40)
		random := func() []float64 {
			v := make([]float64, width)
			for i := range v {
				v[i] = float64(r.Intn(3)) / 3 * math.Exp(-8*r.Float64())
			}
			return v
		}
		l := &layer{}
		for i := range size {
			l.push(i, random())
		}
		for range 10 {
			v := random()
			if size > 0 && r.Intn(3) == 0 {
				v = l.node(r.Intn(size))
			}
			least := inf
			for i := range size {
				least = min(least, squaredDistance(v, l.node(i)))
			}
			for _, limit := range []float64{least, math.Nextafter(least, -1), r.ExpFloat64(), 1e-4} {
				if limit < 0 || math.IsInf(limit, 0) {
					continue
				}
				want := least > limit
				if got := l.admits(v, r.Intn(width), limit); got != want {
					t.Fatalf("%d nodes of %d components: the least squared distance is %v, admitted beyond %v: %v", size, width, least, limit, got)
				}
				if want {
					admitted++
				} else {
					kept++
				}
			}
		}
	}
	if admitted < 10000 || kept < 10000 {
		t.Errorf("%d admitted, %d kept out", admitted, kept)
	}
}
