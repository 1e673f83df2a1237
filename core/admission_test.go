package core

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Whether a layer admits an input is whether all squared distances are above the
// limit: at the least distance, beside it, at a
// part of its sum, and at any limit.
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
			least, part := inf, 0.0
			for i := range size {
				if d2 := spatial.SquaredDistance(v, l.node(i)); d2 < least {
					some := min(width, 4*r.Intn(10))
					least, part = d2, spatial.SquaredDistance(v[:some], l.node(i)[:some])
				}
			}
			for _, limit := range []float64{least, math.Nextafter(least, -1), part, r.ExpFloat64(), 1e-4} {
				if limit < 0 || math.IsInf(limit, 0) {
					continue
				}
				want := least > limit
				if out, _ := l.keepsOut(v, limit); out == want {
					t.Fatalf("%d nodes of %d components: the least squared distance is %v, kept out up to %v: %v", size, width, least, limit, out)
				}
				if want {
					admitted++
				} else {
					kept++
				}
			}
		}
	}
	// Between the radii any least distance is as good as another.
	strong, beyond := 0, 0
	for range 3000 {
		width, size := 1+r.Intn(40), r.Intn(40)
		l := &layer{act: activation{strong: 0.01 * r.Float64(), moderate: 0.01 + 0.1*r.Float64()}}
		v := make([]float64, width)
		for i := range size {
			eta := make([]float64, width)
			for j := range eta {
				eta[j] = r.ExpFloat64() * 0.3
			}
			l.push(i, eta)
		}
		for i := range v {
			v[i] = r.ExpFloat64() * 0.3
		}
		if size > 0 && r.Intn(2) == 0 {
			v = l.node(r.Intn(size))
			v[r.Intn(width)] += 0.2 * r.Float64()
		}
		least := inf
		for i := range size {
			least = min(least, spatial.SquaredDistance(v, l.node(i)))
		}
		got, _ := l.leastThatMatters(v)
		switch {
		case least <= l.act.strong:
			strong++
			if got != least {
				t.Fatalf("the least squared distance is %v, not %v", least, got)
			}
		case least > l.act.moderate:
			beyond++
			if !math.IsInf(got, 1) {
				t.Fatalf("the least squared distance is %v, %v is not beyond %v", least, got, l.act.moderate)
			}
		case got <= l.act.strong || got > l.act.moderate:
			t.Fatalf("the least squared distance is %v, between %v and %v, not %v", least, l.act.strong, l.act.moderate, got)
		}
	}
	if strong < 300 || beyond < 300 {
		t.Errorf("%d within the strong radius, %d beyond the moderate one", strong, beyond)
	}
	if admitted < 10000 || kept < 10000 {
		t.Errorf("%d admitted, %d kept out", admitted, kept)
	}
}
