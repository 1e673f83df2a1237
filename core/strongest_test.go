package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// The K strongest are found in three ways; all must equal a sort by candidate.stronger, whatever
// the activations: different, equal, and different in their last bits alone.
func TestKeepAll(t *testing.T) {
	r := rand.New(rand.NewSource(31))
	eight, gaveUp := 0, 0
	for range 20000 {
		nodes := make([]met, r.Intn(40))
		if r.Intn(50) == 0 {
			nodes = make([]met, 200+r.Intn(100))
		}
		alike := r.Intn(3) == 0
		for i := range nodes {
			nodes[i] = met{layer: int32(i / 5), node: int32(r.Intn(50)), d2: r.Float64(), v: r.Float64()}
			if alike && i > 0 && r.Intn(4) == 0 {
				nodes[i].v = nodes[r.Intn(i)].v
				for range r.Intn(3) {
					nodes[i].v = math.Nextafter(nodes[i].v, float64(r.Intn(2)))
				}
			}
			if r.Intn(100) == 0 {
				nodes[i].v = float64(r.Intn(2))
			}
		}
		from, top := r.Intn(len(nodes)/2+1), 1+r.Intn(12)
		if r.Intn(20) == 0 {
			top = 300
		}
		order := counting(len(nodes) - from)
		slices.SortFunc(order, func(a, b int) int {
			if nodes[from+a].candidate().stronger(nodes[from+b].candidate()) {
				return -1
			}
			return 1
		})
		s := search{nodes: nodes}
		s.keepAll(top, from)
		if len(s.best) != min(top, len(order)) {
			t.Fatalf("%d of %d nodes are the %d strongest", len(s.best), len(order), top)
		}
		for j, b := range s.best {
			if i := from + order[j]; b.i != i || b.v != nodes[i].v {
				t.Fatalf("the strongest but %d of %d is node %d with %v, not %d with %v", j, len(order), b.i, b.v, i, nodes[i].v)
			}
		}
		if top <= 8 {
			var best [keepMost]ranked
			if keepEight(&best, nodes[from:], min(top, len(order))) {
				eight++
			} else {
				gaveUp++
			}
		}
	}
	if eight < 1000 || gaveUp < 1000 {
		t.Errorf("eight at a time %d rankings were found, %d weren't", eight, gaveUp)
	}
}
