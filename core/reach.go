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
	const anAnswer = 512 // numbers, about as long
	block := rowsAtATime(anAnswer)
	for from := 0; from < len(nearest); from += block {
		if err := account.mayGoOn(0); err != nil {
			return 0, err
		}
		inParts(processors(), min(block, len(nearest)-from), anAnswer, 1, func(_, first, last int) {
			for i := from + first; i < from+last; i++ {
				nearest[i] = tree.nearestOther(tree.row(int32(i)))
			}
		})
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
	var rows layer // for its blocks
	for i := range nearest {
		nearest[i] = inf
		rows.push(i, x.Row(i))
	}
	found := make([][]float64, processors()) // by each worker
	for worker := range found {
		found[worker] = slices.Clone(nearest)
	}
	numbers := len(nearest) * x.Columns / 2
	block := rowsAtATime(numbers)
	for from := 0; from < len(nearest); from += block {
		if err := account.mayGoOn(0); err != nil {
			return err
		}
		inParts(len(found), min(block, len(nearest)-from), numbers, together, func(worker, first, last int) {
			rows.takeNearest(found[worker], x, from+first, from+last)
		})
	}
	for _, found := range found {
		for i, d2 := range found {
			nearest[i] = min(nearest[i], d2)
		}
	}
	return nil
}

// takeNearest looks at some rows of x, which are the layer's nodes, and all before them.
func (l *layer) takeNearest(nearest []float64, x Matrix, from, to int) {
	var d2, v [together][]float64
	for ; from < to; from += together {
		n := min(together, to-from)
		for i := range n {
			d2[i], v[i] = d2[i][:0], x.Row(from+i)
		}
		l.distancesTogether(d2[:n], v[:n], from+n)
		for i := range n {
			takeLeast(nearest, d2[i][:from+i])
		}
	}
}

// takeLeast takes the squared distances from a row to all before it. (min is a call under
// WebAssembly.)
//
//go:noinline
func takeLeast(nearest, d2 []float64) {
	own := nearest[len(d2)]
	for j, d2 := range d2 {
		if d2 > 0 {
			if d2 < nearest[j] {
				nearest[j] = d2
			}
			if d2 < own {
				own = d2
			}
		}
	}
	nearest[len(d2)] = own
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
	return quantile(nearest, 0.95)
}

// quantile is linear between order statistics; there are some values, whose order it
// changes. O(values) expected.
func quantile(values []float64, p float64) float64 {
	h := p * float64(len(values)-1)
	i := int(h)
	selectKeys(values, make([]int32, len(values)), i)
	least, next := inf, inf // of those from the i-th on
	for _, v := range values[i:] {
		if v < least {
			least, next = v, least
		} else if v < next {
			next = v
		}
	}
	if i+1 == len(values) {
		return least
	}
	return least + float64((h-float64(i))*(next-least))
}
