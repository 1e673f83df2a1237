package core

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// σ_dsa as the paper writes it, equation 3.
func plainActivation(d float64, s Settings, r float64) float64 {
	return (1-r)*s.A1/(s.A1+d*d) + r*math.Exp(-math.Pow(d/s.A2, 8))
}

func TestActivation(t *testing.T) {
	s := Settings{A1: 0.01, A2: 0.5, Admission: 0.1, Activation: 0.9}
	for _, r := range []float64{0, 0.3, 0.5, 0.7, 1} {
		a := newActivation(s, r)
		if a.at(0) != 1 || a.at(math.Inf(1)) != 0 {
			t.Errorf("r = %v: σ(0), σ(∞) = %v, %v", r, a.at(0), a.at(math.Inf(1)))
		}
		for d := 0.0; d < 3; d += 0.003 {
			if got, want := s.ActivationAt(d, r), plainActivation(d, s, r); math.Abs(got-want) > 1e-15 {
				t.Fatalf("r = %v: σ(%v) = %v, want %v", r, d, got, want)
			}
		}
		// The radii are exact: the last squared distance that satisfies, and
		// the order is kept around them.
		for _, edge := range []struct {
			d2    float64
			holds func(float64) bool
		}{{a.strong, func(v float64) bool { return v > 0.9 }}, {a.moderate, func(v float64) bool { return v >= 0.1 }}} {
			inside, outside := edge.d2, math.Nextafter(edge.d2, 1)
			for range 1000 {
				if !edge.holds(a.at(inside)) || edge.holds(a.at(outside)) {
					t.Fatalf("r = %v: σ is not monotone around the threshold at d² = %v", r, edge.d2)
				}
				inside, outside = math.Nextafter(inside, 0), math.Nextafter(outside, 1)
			}
		}
	}
	if got := s.StrongRadius(0.5); math.Abs(plainActivation(got, s, 0.5)-0.9) > 1e-12 {
		t.Errorf("the strong radius %v has activation %v", got, plainActivation(got, s, 0.5))
	}
}

// Skipping the second term where it can't matter must not change a bit, nor must a loop
// that takes the exponential's steps by itself. The settings are usual ones, and those
// with which the first term is next to nothing, the squares next to infinite.
func TestActivationSkipsNothing(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for _, s := range []Settings{
		{A1: 0.01, A2: 0.5, Admission: 0.1, Activation: 0.9},
		{A1: 1, A2: 0.7, Admission: 0.1, Activation: 0.9},
		{A1: 1e-270, A2: 1, Admission: 0.1, Activation: 0.9},
		{A1: 1e-300, A2: 1e100, Admission: 0.1, Activation: 0.9},
		{A1: 1e300, A2: 1e-100, Admission: 0.1, Activation: 0.9},
		{A1: 1, A2: 1.3e154, Admission: 0.1, Activation: 0.9},
	} {
		for _, r := range []float64{0, 1e-12, 0.3, 0.5, 1 - 1e-12, 1} {
			a := newActivation(s, r)
			d2 := []float64{0, inf, math.MaxFloat64, a.plateau, math.Nextafter(a.plateau, 0), math.Nextafter(a.plateau, inf)}
			for range 1000 {
				d2 = append(d2, float64(s.A2*s.A2)*30*random.Float64(), a.plateau*(0.9+0.2*random.Float64()), a.plateau*random.Float64(), s.A1*random.ExpFloat64())
			}
			all := make([]float64, len(d2))
			a.all(all, d2)
			for i, d2 := range d2 {
				t2 := float64(d2 * (1 / float64(s.A2*s.A2)))
				t4 := float64(t2 * t2)
				whole := float64((1-r)*(s.A1/(s.A1+d2))) + float64(r*floatmath.Exp(-float64(t4*t4)))
				if got := a.at(d2); got != whole || all[i] != whole {
					t.Fatalf("%+v, r = %v: σ at d² = %v is %v, in a list %v, with both terms %v", s, r, d2, got, all[i], whole)
				}
			}
		}
	}
}

func TestClassicSettings(t *testing.T) {
	for _, c := range []struct {
		k      int
		a1, a2 float64
	}{{1, 0.02098, 0.997}, {24, 0.48052, 0.928}, {50, 1, 0.85}, {51, 1, 0.847}, {100, 1, 0.7}, {1000, 1, 0.7}} {
		s := ClassicSettings(c.k)
		if math.Abs(s.A1-c.a1) > 1e-12 || math.Abs(s.A2-c.a2) > 1e-12 || s.Admission != 0.1 || s.Activation != 0.9 {
			t.Errorf("layer %d: %+v", c.k, s)
		}
	}
}

// SPEC 3.1: with auto settings σ_dsa(q) is just under τ_ad, and a hit means
// nearer than about q/6.
func TestAutoSettings(t *testing.T) {
	for _, q := range []float64{1e-6, 1, 300} {
		s := AutoSettings(q)
		if v := s.ActivationAt(q, 0.5); !(v < 0.1 && v > 0.09) {
			t.Errorf("σ(q) = %v", v)
		}
		if radius := s.StrongRadius(0.5); radius < q/7 || radius > q/5 {
			t.Errorf("a hit ends at %v q", radius/q)
		}
	}
}

// With few features the tree is asked, with many every pair is looked at, in blocks.
func TestReachAgainstAllPairs(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for _, shape := range shapes {
		for _, columns := range []int{1, 2, 3, 9, 11, 12, 13} {
			for _, rows := range []int{2, 7, 8, 9, 15, 16, 17, 40, 121} {
				x, _ := MatrixOf(shape.make(r, rows, columns))
				if rows%3 == 0 {
					copy(x.Row(rows-1), x.Row(0)) // equal ones are no others
				}
				var nearest []float64
				for i := range rows {
					least := inf
					for j := range rows {
						if d2 := spatial.SquaredDistance(x.Row(i), x.Row(j)); d2 > 0 {
							least = math.Min(least, d2)
						}
					}
					if least < inf {
						nearest = append(nearest, math.Sqrt(least))
					}
				}
				want := 1.0
				if len(nearest) > 0 {
					want = sorting.Quantile(nearest, 0.95)
				}
				if got, _, err := spatial.Reach(indexOver(spatial.Matrix(x)), nil, new(counter)); err != nil || got != want {
					t.Errorf("%s, %d x %d: the reach is %v (%v), want %v", shape.name, rows, columns, got, err, want)
				}
			}
		}
	}
}

func TestReach(t *testing.T) {
	reachOf := func(x Matrix) float64 {
		q, _, err := spatial.Reach(indexOver(spatial.Matrix(x)), nil, new(counter))
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	if q := reachOf(column(3)); q != 1 {
		t.Errorf("the reach of one sample is %v", q)
	}
	// Nearest distances 1, 1, 2, 4: the 95 % quantile is at 2.85 of 0..3.
	if q := reachOf(column(0, 1, 3, 7)); math.Abs(q-(2+0.85*2)) > 1e-12 {
		t.Errorf("the reach is %v", q)
	}
	// Samples that share a point have no nearer neighbour for it.
	m := fit(t, Dataset{X: column(0, 0, 1, 1), Values: column(2, 2, 3, 3)}, SQANNOptions{Scale: ScaleNone})
	if m.Reach() != 1 {
		t.Errorf("the reach of two doubled samples is %v", m.Reach())
	}
}
