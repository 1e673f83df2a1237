package network

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

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
			a := NewActivation(s, r)
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
				if got := a.At(d2); got != whole || all[i] != whole {
					t.Fatalf("%+v, r = %v: σ at d² = %v is %v, in a list %v, with both terms %v", s, r, d2, got, all[i], whole)
				}
			}
		}
	}
}
