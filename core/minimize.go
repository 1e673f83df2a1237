package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

const remembered = 8 // steps of L-BFGS

// minimize changes x to lower f, and returns the value reached. The method is L-BFGS (Nocedal 1980), with a line
// search by bisection for the weak Wolfe conditions (Lewis and Overton 2013). f must be finite at x. It stops after
// budget evaluations of f, or after several steps that gain almost nothing.
func minimize(f func(x, gradient []float64) (float64, error), x []float64, budget int) (float64, error) {
	const (
		sufficient, flat = 1e-4, 0.9 // of the Wolfe conditions
		longest          = 3         // the largest change of an element in one step
		worth            = 1e-5      // a step that gains less, as a part of the value, counts as idle
	)
	n := len(x)
	g := make([]float64, n)
	value, err := f(x, g)
	if err != nil {
		return 0, err
	}
	budget--
	var steps, turns [][]float64 // s and y of the last steps
	d, next, slope := make([]float64, n), make([]float64, n), make([]float64, n)
	idle := 0
	for budget > 0 && idle < 2 {
		direction(d, g, steps, turns)
		along := spatial.Dot(d, g)
		if !(along < 0) {
			return value, nil
		}
		furthest := 0.0
		for _, v := range d {
			furthest = math.Max(furthest, math.Abs(v))
		}
		size := math.Min(1, longest/furthest)
		if len(steps) == 0 {
			size = math.Min(longest, 1) / furthest
		}
		low, high := 0.0, inf
		found, reached := false, value
		for ; budget > 0; budget-- {
			for j := range next {
				next[j] = x[j] + float64(size*d[j])
			}
			if reached, err = f(next, slope); err != nil {
				return 0, err
			}
			if !(reached <= value+float64(sufficient*float64(size*along))) {
				high = size
			} else {
				found = true
				if spatial.Dot(slope, d) >= float64(flat*along) || float64(2*size*furthest) > longest {
					budget--
					break
				}
				low = size
			}
			if high < inf {
				size = (low + high) / 2
			} else {
				size *= 2
			}
			if high-low < 1e-10*high {
				return value, nil
			}
		}
		if !found || !(reached < value) {
			return value, nil
		}
		if len(steps) == remembered {
			steps, turns = append(steps[1:], steps[0]), append(turns[1:], turns[0])
		} else {
			steps, turns = append(steps, make([]float64, n)), append(turns, make([]float64, n))
		}
		step, turn := steps[len(steps)-1], turns[len(turns)-1]
		for j := range x {
			step[j], turn[j] = next[j]-x[j], slope[j]-g[j]
		}
		if !(spatial.Dot(step, turn) > 0) { // the conditions were not met within the budget
			steps, turns = steps[:len(steps)-1], turns[:len(turns)-1]
		}
		if value-reached < worth*math.Abs(value) {
			idle++
		} else {
			idle = 0
		}
		value = reached
		copy(x, next)
		copy(g, slope)
	}
	return value, nil
}

// direction writes -H g to d, where H approximates the inverse of the Hessian by the last steps (two-loop recursion).
func direction(d, g []float64, steps, turns [][]float64) {
	for j, v := range g {
		d[j] = -v
	}
	share := make([]float64, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		share[i] = spatial.Dot(steps[i], d) / spatial.Dot(steps[i], turns[i])
		spatial.AddTimes(d, -share[i], turns[i])
	}
	if last := len(steps) - 1; last >= 0 {
		unit := spatial.Dot(steps[last], turns[last]) / spatial.Dot(turns[last], turns[last])
		for j := range d {
			d[j] *= unit
		}
	}
	for i := range steps {
		back := spatial.Dot(turns[i], d) / spatial.Dot(steps[i], turns[i])
		spatial.AddTimes(d, share[i]-back, steps[i])
	}
}
