package nca

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

// function is what is minimised. It writes the gradient unless that is nil.
type function func(x, gradient []float64) (float64, error)

const fresh = 6 // evaluations before a function is renewed

// place is an x, the value there and the gradient.
type place struct {
	x, gradient []float64
	value       float64
}

func newPlace(n int) place { return place{x: make([]float64, n), gradient: make([]float64, n)} }

// minimize changes x to lower f, and returns the value reached. The method is L-BFGS (Nocedal 1980). f must be finite at
// x. It stops after budget evaluations of f, or after several steps that gain almost nothing. f may be an approximation
// near an x, which renew finds anew; the steps before still tell how f bends.
func minimize(f function, renew func(x []float64) error, x []float64, budget int) (value float64, err error) {
	const (
		worth    = 1e-5 // a step that gains less, as a part of the value, counts as idle
		mostIdle = 2
	)
	at, next := newPlace(len(x)), newPlace(len(x))
	copy(at.x, x)
	if err := renew(at.x); err != nil {
		return 0, err
	}
	if at.value, err = f(at.x, at.gradient); err != nil {
		return 0, err
	}
	var method lbfgs
	line := line{f: f, left: budget - 1}
	renewed := line.left
	for idle := 0; line.left > 0 && idle < mostIdle; {
		if renewed-line.left >= fresh {
			if err := renew(at.x); err != nil {
				return 0, err
			}
			if at.value, err = f(at.x, at.gradient); err != nil {
				return 0, err
			}
			line.left--
			renewed = line.left
		}
		direction := method.direction(at.gradient)
		found, err := line.search(&at, direction, len(method.steps) == 0, &next)
		if err != nil {
			return 0, err
		}
		if !found {
			break
		}
		method.remember(&at, &next)
		if at.value-next.value < worth*math.Abs(at.value) {
			idle++
		} else {
			idle = 0
		}
		at, next = next, at
	}
	copy(x, at.x)
	return at.value, nil
}

// line searches along lines, by bisection for the weak Wolfe conditions (Lewis and Overton 2013).
type line struct {
	f    function
	left int // evaluations that it may still take
}

// search finds the next place from one in a direction, and says whether it is lower. Without the conditions met, that
// is the last one tried if the value has fallen enough there or before.
func (l *line) search(at *place, direction []float64, first bool, next *place) (found bool, err error) {
	const (
		sufficient, flat = 1e-4, 0.9 // of the conditions
		longest          = 3         // the largest change of an element in one step
	)
	along := floatmath.Dot(direction, at.gradient)
	if !(along < 0) {
		return false, nil
	}
	furthest := 0.0
	for _, v := range direction {
		furthest = math.Max(furthest, math.Abs(v))
	}
	size := math.Min(1, longest/furthest)
	if first {
		size = 1 / furthest
	}
	low, high := 0.0, math.Inf(1)
	next.value = at.value
	for ; l.left > 0; l.left-- {
		for j := range next.x {
			next.x[j] = at.x[j] + float64(size*direction[j])
		}
		if next.value, err = l.f(next.x, next.gradient); err != nil {
			return false, err
		}
		if !(next.value <= at.value+float64(sufficient*float64(size*along))) {
			high = size
		} else {
			found = true
			if floatmath.Dot(next.gradient, direction) >= float64(flat*along) || float64(2*size*furthest) > longest {
				l.left--
				break
			}
			low = size
		}
		if high < math.Inf(1) {
			size = (low + high) / 2
		} else {
			size *= 2
		}
		if high-low < 1e-10*high {
			return false, nil
		}
	}
	return found && next.value < at.value, nil
}

// lbfgs approximates the inverse of the Hessian by the last steps.
type lbfgs struct {
	steps, turns [][]float64 // s and y of the last steps
}

const remembered = 8

// direction is -H g (two-loop recursion).
func (m *lbfgs) direction(g []float64) []float64 {
	d, share := make([]float64, len(g)), make([]float64, len(m.steps))
	for j, v := range g {
		d[j] = -v
	}
	last := len(m.steps) - 1
	for i := last; i >= 0; i-- {
		share[i] = floatmath.Dot(m.steps[i], d) / floatmath.Dot(m.steps[i], m.turns[i])
		floatmath.AddTimes(d, -share[i], m.turns[i])
	}
	if last >= 0 {
		unit := floatmath.Dot(m.steps[last], m.turns[last]) / floatmath.Dot(m.turns[last], m.turns[last])
		for j := range d {
			d[j] *= unit
		}
	}
	for i := range m.steps {
		back := floatmath.Dot(m.turns[i], d) / floatmath.Dot(m.steps[i], m.turns[i])
		floatmath.AddTimes(d, share[i]-back, m.steps[i])
	}
	return d
}

// remember takes a step, unless the conditions were not met within the budget.
func (m *lbfgs) remember(from, to *place) {
	step, turn := make([]float64, len(from.x)), make([]float64, len(from.x))
	for j := range step {
		step[j], turn[j] = to.x[j]-from.x[j], to.gradient[j]-from.gradient[j]
	}
	if len(m.steps) == remembered {
		m.steps, m.turns = m.steps[1:], m.turns[1:]
	}
	if floatmath.Dot(step, turn) > 0 {
		m.steps, m.turns = append(m.steps, step), append(m.turns, turn)
	}
}
