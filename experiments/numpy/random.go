// Package numpy draws the numbers that NumPy's legacy generator (RandomState)
// draws for the same seed: MT19937, 53-bit doubles, polar Gaussians. The
// authors' experiments are seeded with it (SPEC 4).
package numpy

import (
	"math"

	"gonum.org/v1/gonum/mathext/prng"
)

// Random is numpy.random.RandomState(seed).
type Random struct {
	source *prng.MT19937
	spare  float64 // the polar method makes two Gaussians at a time
	has    bool
}

func New(seed uint32) *Random {
	r := &Random{source: prng.NewMT19937()}
	r.source.Seed(uint64(seed))
	return r
}

// Float64 is random_sample(): 53 bits from two 32-bit draws.
func (r *Random) Float64() float64 {
	a, b := r.source.Uint32()>>5, r.source.Uint32()>>6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}

// Uniform is uniform(low, high).
func (r *Random) Uniform(low, high float64) float64 {
	return low + float64((high-low)*r.Float64())
}

// Normal is normal(mean, deviation), by Marsaglia's polar method; the second
// value of a pair comes first.
func (r *Random) Normal(mean, deviation float64) float64 {
	if r.has {
		r.has = false
		return mean + float64(deviation*r.spare)
	}
	for {
		x, y := 2*r.Float64()-1, 2*r.Float64()-1
		s := float64(x*x) + float64(y*y)
		if s >= 1 || s == 0 {
			continue
		}
		f := math.Sqrt(-2 * math.Log(s) / s)
		r.spare, r.has = f*x, true
		return mean + float64(deviation*(f*y))
	}
}
