// Package steps chooses samples on a line whose steps stand for the samples between. The step from sample i to sample j is
// that of a TNN's neuron:
//
//	y_i + (y_j - y_i) σ(a + 2a (x - x_j)/(x_j - x_i))
package steps

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/core/internal/stabbing"
)

// Line is samples from the lowest x on, with their outputs: scores of classes, of which the highest counts, or numbers.
type Line struct {
	X       []float64
	Y       spatial.Matrix
	Classes bool
	A       float64
}

// Fewest chooses samples, the lowest and the highest among them, such that every sample between two that follow one another
// is within the tolerance of the step between those two, and no fewer samples would do. report can end it by an error.
//
// A breadth-first search from the lowest sample: level by level, which samples can follow. A pair costs the samples between,
// and a sample's pairs end where some sample between can't be met any more: O(N L²) at most for stretches of L samples that
// two can stand for, O(N²) where all y are equal.
func (l *Line) Fewest(tolerance float64, report func(done, total int) error) ([]int, error) {
	n := len(l.X)
	previous := make([]int, n)
	for j := range previous {
		previous[j] = -1
	}
	previous[0] = 0
	span := l.span()
	waiting := make([]int, 0, n) // not yet reached, ascending
	for j := 1; j < n; j++ {
		waiting = append(waiting, j)
	}
	for frontier := []int{0}; len(waiting) > 0 && previous[n-1] < 0; {
		var next []int
		for _, i := range frontier {
			if err := report(n-len(waiting), n); err != nil {
				return nil, err
			}
			from, _ := slices.BinarySearch(waiting, i)
			kept := waiting[:from]
			open := true
			for _, j := range waiting[from:] {
				if open {
					fits, never := l.stands(i, j, tolerance, span)
					open = !never
					if fits {
						previous[j] = i
						next = append(next, j)
						continue
					}
				}
				kept = append(kept, j)
			}
			waiting = kept
		}
		sorting.SortAscending(next)
		frontier = next
	}
	var chosen []int
	for j := n - 1; j > 0; j = previous[j] {
		chosen = append(chosen, j)
	}
	chosen = append(chosen, 0)
	slices.Reverse(chosen)
	return chosen, nil
}

// stands says whether samples i and j can stand for all between them; never
// says that i can't with any sample from j on: some sample is too far from y_i,
// and the share that a later one could have there only falls. span is by how much
// two samples differ at most in each output.
func (l *Line) stands(i, j int, tolerance float64, span []float64) (fits, never bool) {
	low, high := l.Y.Row(i), l.Y.Row(j)
	x := l.X
	gap := x[j] - x[i]
	for k := i + 1; k < j; k++ {
		share := floatmath.Sigmoid(stabbing.Z(l.A, x[k], x[j], gap))
		y := l.Y.Row(k)
		if l.Classes {
			winner := low
			if share > 0.5 || share == 0.5 && sorting.Argmax(high) < sorting.Argmax(low) {
				winner = high
			}
			if sorting.Argmax(winner) != sorting.Argmax(y) {
				return false, share < 0.5
			}
			continue
		}
		for o := range y {
			if math.Abs(low[o]+float64((high[o]-low[o])*share)-y[o]) > tolerance {
				return false, math.Abs(low[o]-y[o])-float64(span[o]*share) > tolerance
			}
		}
	}
	return true, false
}

func (l *Line) span() []float64 {
	low, high := slices.Clone(l.Y.Row(0)), slices.Clone(l.Y.Row(0))
	for j := range l.Y.Rows {
		for o, y := range l.Y.Row(j) {
			low[o], high[o] = math.Min(low[o], y), math.Max(high[o], y)
		}
	}
	for o := range low {
		high[o] -= low[o]
	}
	return high
}
