package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// The K strongest are found in three ways; all must equal a sort by rankedNode.stronger, whatever
// the activations: different, equal, and different in their last bits alone,
// all over or where the K strongest end.
func TestKeepAll(t *testing.T) {
	r := rand.New(rand.NewSource(31))
	eight, gaveUp := 0, 0
	for range 20000 {
		nodes := make([]activated, r.Intn(40))
		if r.Intn(50) == 0 {
			nodes = make([]activated, 200+r.Intn(100))
		}
		some := make([]float64, 1+r.Intn(20)) // activations that many nodes have, or nearly
		for i := range some {
			some[i] = r.Float64()
		}
		alike := r.Intn(3) == 0
		for i := range nodes {
			nodes[i] = activated{layer: int32(i / 5), node: int32(r.Intn(50)), d2: r.Float64(), v: r.Float64()}
			if alike {
				nodes[i].v = some[r.Intn(len(some))]
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
		rank := func() []int {
			order := sorting.Counting(len(nodes) - from)
			slices.SortFunc(order, func(a, b int) int {
				if nodes[from+a].ranked().stronger(nodes[from+b].ranked()) {
					return -1
				}
				return 1
			})
			return order
		}
		order := rank()
		if !alike && len(order) > top { // the last that is kept and the first that isn't, alone
			last := nodes[from+order[top-1]].v
			nodes[from+order[top]].v = math.Nextafter(last, float64(r.Intn(2)))
			order = rank()
		}
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
