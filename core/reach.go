package core

import (
	"math"
	"slices"
)

// reach is q: the 95 % quantile, linear between order statistics, of the
// points' distances to their nearest other point; 1 when there is none.
// Samples that share a point count once. O(N² n).
func reach(x Matrix) float64 {
	if x.Rows < 2 {
		return 1
	}
	nearest := make([]float64, x.Rows)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for i := range x.Rows {
		for j := range i {
			d2 := squaredDistance(x.Row(i), x.Row(j))
			if d2 == 0 {
				continue // equal samples that don't share a point: the published presets
			}
			nearest[i], nearest[j] = math.Min(nearest[i], d2), math.Min(nearest[j], d2)
		}
	}
	nearest = slices.DeleteFunc(nearest, func(d2 float64) bool { return math.IsInf(d2, 1) })
	if len(nearest) == 0 {
		return 1
	}
	for i, d2 := range nearest {
		nearest[i] = math.Sqrt(d2)
	}
	slices.Sort(nearest)
	return quantile(nearest, 0.95)
}

// quantile is linear between order statistics; sorted is not empty.
func quantile(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	i := int(h)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + float64((h-float64(i))*(sorted[i+1]-sorted[i]))
}
