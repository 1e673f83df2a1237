package sorting

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// The K greatest are what a sort says, whatever the keys: different, equal, and different in their last bits alone.
// The least of them is found list by list, too.
func TestTopK(t *testing.T) {
	r := rand.New(rand.NewSource(31))
	ties, many := 0, 0
	for range 20000 {
		keys, place := make([]float64, r.Intn(40)), make([]int, 40)
		if r.Intn(50) == 0 {
			keys, place = make([]float64, 200+r.Intn(100)), make([]int, 300)
		}
		some := make([]float64, 1+r.Intn(20)) // that many keys are, or nearly
		for i := range some {
			some[i] = r.Float64()
		}
		alike := r.Intn(3) == 0
		for i := range keys {
			keys[i], place[i] = r.Float64(), r.Int()
			if alike {
				keys[i] = some[r.Intn(len(some))]
				for range r.Intn(3) {
					keys[i] = math.Nextafter(keys[i], float64(r.Intn(2)))
				}
			}
			if r.Intn(100) == 0 {
				keys[i] = float64(r.Intn(2))
			}
		}
		before := func(i, j int) bool { ties++; return place[i] < place[j] }
		if r.Intn(4) == 0 {
			before, place = nil, Identity(len(keys))
		}
		order := Identity(len(keys))
		slices.SortFunc(order, func(i, j int) int {
			if keys[i] > keys[j] || keys[i] == keys[j] && place[i] < place[j] {
				return -1
			}
			return 1
		})
		top := 1 + r.Intn(12)
		switch r.Intn(20) {
		case 0:
			top, many = 300, many+1
		case 1:
			top = KeepMost
		}
		if n := len(keys); top <= KeepMost {
			k, at, limit := TopK{}, 0, 0.0
			for _, at = range []int{0, n / 3, n} {
				from := len(k.Keys)
				k.Keys = keys[:at]
				limit = k.Bound(top, from)
			}
			if n >= top && limit != keys[order[top-1]] || n < top && !math.IsInf(limit, -1) {
				t.Fatalf("the greatest but %d of %d keys is %v", top-1, n, limit)
			}
		}
		k := TopK{Keys: keys}
		best := k.Rank(top, before)
		if len(best) != min(top, len(keys)) {
			t.Fatalf("%d of %d keys are the %d greatest", len(best), len(keys), top)
		}
		for j, b := range best {
			if b.I != order[j] || b.V != keys[b.I] {
				t.Fatalf("the greatest but %d of %d is key %d, %v, not %d, %v", j, len(keys), b.I, b.V, order[j], keys[order[j]])
			}
		}
	}
	if ties < 1000 || many < 500 {
		t.Errorf("%d ties, %d times more than %d were kept", ties, many, KeepMost)
	}
}
