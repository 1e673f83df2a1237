package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Representation is what Representatives returns.
type Representation struct {
	Model Model // fitted on Rows alone
	Rows  []int // in order
	Error float64
}

// representatives: those of a TNN are found by fewest, those of an SQANN by growing. From the first sample on, the worst
// errors join, an eighth of what there is at a time, until none is left.
func representatives(m Model, tolerance float64, c Control) (*Representation, error) {
	if err := checkTolerance(tolerance); err != nil {
		return nil, err
	}
	in := make([]bool, m.Samples())
	in[0] = true
	if t, ok := m.(*TNN); ok {
		if t.options.Order != nil {
			return nil, NewError(Unsupported, "representatives doesn't support a TNN with an order.", "Omit the order if there is one feature, or fit an SQANN.")
		}
		in[0] = false
		chosen, err := t.fewest(tolerance, c)
		if err != nil {
			return nil, err
		}
		for _, j := range chosen {
			in[t.points.rows.At(t.order[j])[0]] = true
		}
	}
	d := m.Data()
	for {
		rows := marked(in)
		fitted, err := without(m, negated(in), c.part(len(rows), len(in)))
		if err != nil {
			return nil, err
		}
		if err := c.report(len(rows), len(in)); err != nil {
			return nil, err
		}
		errors, e, err := rowErrors(fitted, d, Control{Done: c.Done})
		if err != nil {
			return nil, err
		}
		r := &Representation{Model: fitted, Rows: rows}
		var beyond []int
		for i, off := range errors {
			if in[i] {
				continue
			}
			r.Error = math.Max(r.Error, off)
			if off > tolerance {
				beyond = append(beyond, i)
			}
		}
		if len(beyond) == 0 {
			return r, nil
		}
		// Wrong labels are all infinitely wrong: the scores tell them apart.
		truth := d.outcomes(fitted.Classes())
		worst := make(map[int]float64, len(beyond))
		for _, i := range beyond {
			worst[i] = largestDifference(e.Values.Row(i), truth.Row(i))
		}
		sorting.SortNumbers(beyond, func(a, b int) int { return cmp.Compare(worst[b], worst[a]) })
		for _, i := range beyond[:min(len(beyond), 1+len(rows)/8)] {
			in[i] = true
		}
	}
}

// fewest chooses neurons, the lowest and the highest among them, such that every
// sample between two that follow one another is within the tolerance of the
// step between those two,
//
//	y_i + (y_j - y_i) σ(a + 2a (x - x_j)/(x_j - x_i))
//
// and no fewer neurons would do. What the other neurons add there is at most
// σ(-a) of their steps; Representatives fits what was chosen, and takes more
// samples in where that matters. The ends stay, since beyond them a TNN doesn't
// know.
//
// A breadth-first search from the lowest sample: level by level, which samples
// can follow. A pair costs the samples between, and a sample's pairs end where
// some sample between can't be met any more: O(N L²) at most for stretches of L
// samples that two can stand for, O(N²) where all y are equal.
func (m *TNN) fewest(tolerance float64, c Control) ([]int, error) {
	n := len(m.order)
	previous := make([]int, n)
	for j := range previous {
		previous[j] = -1
	}
	previous[0] = 0
	span := m.span()
	waiting := make([]int, 0, n) // not yet reached, ascending
	for j := 1; j < n; j++ {
		waiting = append(waiting, j)
	}
	for frontier := []int{0}; len(waiting) > 0 && previous[n-1] < 0; {
		var next []int
		for _, i := range frontier {
			if err := c.report(n-len(waiting), n); err != nil {
				return nil, err
			}
			from, _ := slices.BinarySearch(waiting, i)
			kept := waiting[:from]
			open := true
			for _, j := range waiting[from:] {
				if open {
					fits, never := m.stands(i, j, tolerance, span)
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
func (m *TNN) stands(i, j int, tolerance float64, span []float64) (fits, never bool) {
	low, high := m.y.Row(i), m.y.Row(j)
	x := m.x.Data
	gap := x[j] - x[i]
	for k := i + 1; k < j; k++ {
		share := floatmath.Sigmoid(zOf(m.a, x[k], x[j], gap))
		y := m.y.Row(k)
		if m.points.classes != nil {
			winner := low
			if share > 0.5 || share == 0.5 && argmax(high) < argmax(low) {
				winner = high
			}
			if argmax(winner) != argmax(y) {
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

func (m *TNN) span() []float64 {
	low, high := slices.Clone(m.y.Row(0)), slices.Clone(m.y.Row(0))
	for j := range m.y.Rows {
		for o, y := range m.y.Row(j) {
			low[o], high[o] = math.Min(low[o], y), math.Max(high[o], y)
		}
	}
	for o := range low {
		high[o] -= low[o]
	}
	return high
}
