package floatmath

import "math"

// MeanAndDeviation are those of the population.
//
//go:noinline
func MeanAndDeviation(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		d := v - mean
		deviation += float64(d*d) / n
	}
	return mean, math.Sqrt(deviation)
}

// Dot sums from the first product to the last.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	var sum float64
	for j, v := range a {
		sum += float64(v * b[j])
	}
	return sum
}

// AddTimes adds t·b to a.
func AddTimes(a []float64, t float64, b []float64) {
	b = b[:len(a)]
	for j, v := range b {
		a[j] += float64(t * v)
	}
}
