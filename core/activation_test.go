package core

import (
	"math"
	"testing"

	"github.com/xaia-go/xaia/core/internal/network"
)

// σ_dsa as the paper writes it, equation 3.
func plainActivation(d float64, s Settings, r float64) float64 {
	return (1-r)*s.A1/(s.A1+d*d) + r*math.Exp(-math.Pow(d/s.A2, 8))
}

func TestActivation(t *testing.T) {
	s := Settings{A1: 0.01, A2: 0.5, Admission: 0.1, Activation: 0.9}
	for _, r := range []float64{0, 0.3, 0.5, 0.7, 1} {
		a := network.NewActivation(network.Settings(s), r)
		if a.At(0) != 1 || a.At(math.Inf(1)) != 0 {
			t.Errorf("r = %v: σ(0), σ(∞) = %v, %v", r, a.At(0), a.At(math.Inf(1)))
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
		}{{a.Strong, func(v float64) bool { return v > 0.9 }}, {a.Moderate, func(v float64) bool { return v >= 0.1 }}} {
			inside, outside := edge.d2, math.Nextafter(edge.d2, 1)
			for range 1000 {
				if !edge.holds(a.At(inside)) || edge.holds(a.At(outside)) {
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

// Samples that share a point have no nearer neighbour for it.
func TestReachOfDoubledSamples(t *testing.T) {
	m := fit(t, Dataset{X: column(0, 0, 1, 1), Values: column(2, 2, 3, 3)}, SQANNOptions{Scale: ScaleNone})
	if m.Reach() != 1 {
		t.Errorf("the reach of two doubled samples is %v", m.Reach())
	}
}
