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
