package core

import (
	"math"
	"slices"
)

// reach is q: the 95 % quantile, linear between order statistics, of the
// points' distances to their nearest other point; 1 when there is none. Samples
// that share a point count once; equal ones that don't, in the published
// presets, are no others. O(N log N) where the features are few.
func reach(x Matrix, tree *kdTree, account *counter) (float64, error) {
	nearest := make([]float64, x.Rows)
	if x.Columns > manyFeatures && x.Rows <= fewRows {
		if err := nearestOfAll(nearest, x, account); err != nil {
			return 0, err
		}
		return reachOf(nearest), nil
	}
	for i := range nearest {
		if i&15 == 0 {
			if err := account.mayGoOn(0); err != nil {
				return 0, err
			}
		}
		nearest[i] = tree.nearestOther(tree.row(int32(i)))
	}
	return reachOf(nearest), nil
}

// Where a k-d tree prunes little, looking at every pair once is faster.
const (
	manyFeatures = 10
	fewRows      = 20000
)

// nearestOfAll is nearestOther for every row. O(N² n).
func nearestOfAll(nearest []float64, x Matrix, account *counter) error {
	for i := range nearest {
		nearest[i] = inf
	}
	row := make([]float64, x.Rows)
	for i := range nearest {
		if err := account.mayGoOn(0); err != nil {
			return err
		}
		rowDistances(row, Matrix{Data: x.Data, Rows: i, Columns: x.Columns}, x.Row(i))
		for j, d2 := range row[:i] {
			if d2 > 0 {
				nearest[i], nearest[j] = min(nearest[i], d2), min(nearest[j], d2)
			}
		}
	}
	return nil
}

// reachOf is the quantile of the roots.
func reachOf(nearest []float64) float64 {
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
