package experiments

import (
	"math"
	"slices"
	"strconv"
)

// orders fits a tree with the columns in random orders, and says whether
// scikit-learn's figure lies between the lowest and the highest RMSE.
func (r regression) orders(in Input, list []int, reference string) []Cell {
	var found []float64
	for seed := range controls {
		order := shuffled(len(r.x[0]), uint32(seed))
		mixed := regression{y: r.y}
		for _, x := range r.x {
			mixed.x = append(mixed.x, pickRows(x, order))
		}
		found = append(found, mixed.tree(in, list))
		in.progress(seed+1, controls)
	}
	low, high := slices.Min(found), slices.Max(found)
	v, err := strconv.ParseFloat(reference, 64)
	within := err == nil && v >= low-0.0005 && v <= high+0.0005 && !math.IsNaN(low)
	return []Cell{plain(fixed(low, 3) + " to " + fixed(high, 3)), claim(within, yes(within))}
}
