package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// ordered is a TNN on several features (appendix C.1): the caller says how the
// samples are ordered, and neuron j turns from 1 to 0 between its sample and the
// next one below, in every feature in which they differ:
//
//	Δ_ji = x_ji - x_{j-1,i},   c_j = how many Δ_ji are not 0
//	W_ji = 2a/(c_j Δ_ji), 0 where Δ_ji is 0;   b_j = a - W_j x_j
//
// so z_j is a at the sample and -a at the one below. For the lowest, Δ is the
// mean of the others, that is (x_N - x_1)/(N-1). At other samples z_j is what it
// happens to be: the samples are reproduced as far as the features follow the
// order, all of them rising or falling with it. The report says how far.
//
// Nothing is sorted here, so a prediction is the plain sum: O(N (n + m)).
type ordered struct {
	a     float64
	x     Matrix // the points in order, lowest first
	delta Matrix
	y     Matrix
}

// inOrder lists the points in a given order of samples, which has the highest first, from the lowest to the highest.
// Samples that are equal take the place of the first of them.
func (p *points) inOrder(order []int) ([]int, error) {
	pointOf := make([]int, len(p.rows.All))
	if len(order) != len(pointOf) {
		return nil, badOption("order", "order lists "+count(len(order), "sample")+", X has "+count(len(pointOf), "row")+".",
			"List each row once, from the highest sample to the lowest.")
	}
	for i := range p.rows.Count() {
		for _, row := range p.rows.At(i) {
			pointOf[row] = i
		}
	}
	var list []int
	listed, placed := make([]bool, len(order)), make([]bool, p.count())
	for i, row := range order {
		if row < 0 || row >= len(order) || listed[row] {
			return nil, badOption("order["+itoa(i)+"]", "order["+itoa(i)+"] is "+itoa(row)+", which isn't a row, or was listed before.",
				"List each row once, from the highest sample to the lowest.")
		}
		listed[row] = true
		if point := pointOf[row]; !placed[point] {
			placed[point] = true
			list = append(list, point)
		}
	}
	slices.Reverse(list)
	return list, nil
}

func newOrdered(a float64, x, y Matrix) *ordered {
	o := &ordered{a: a, x: x, y: y, delta: newMatrix(x.Rows, x.Columns)}
	for i := range x.Columns {
		o.delta.Data[i] = 1
		if n := x.Rows; n > 1 {
			o.delta.Data[i] = (x.Row(n - 1)[i] - x.Data[i]) / float64(n-1)
		}
	}
	for i := x.Columns; i < len(x.Data); i++ {
		o.delta.Data[i] = x.Data[i] - x.Data[i-x.Columns]
	}
	return o
}

// renumbered is an order without the rows that are marked, in the numbers that
// the others then have.
func renumbered(order []int, left []bool) []int {
	number := make([]int, len(left))
	next := 0
	for row, gone := range left {
		number[row] = next
		if !gone {
			next++
		}
	}
	kept := make([]int, 0, next)
	for _, row := range order {
		if !left[row] {
			kept = append(kept, number[row])
		}
	}
	return kept
}

// steps is how many Δ x lies above sample j, the mean over the features that
// count.
func (o *ordered) steps(j int, x []float64, delta []float64) float64 {
	var sum float64
	c := 0
	at := o.x.Row(j)
	for i, d := range delta {
		if d != 0 {
			sum += (x[i] - at[i]) / d
			c++
		}
	}
	return sum / float64(c)
}

// z is W_j x + b_j: exactly a at sample j, -a at the next one below.
func (o *ordered) z(j int, x []float64) float64 {
	return o.a + float64(2*o.a*o.steps(j, x, o.delta.Row(j)))
}

// beyond is z of the neuron that is imagined above the highest sample
// (tnnfamiliar.go).
func (o *ordered) beyond(x []float64) float64 {
	n := o.x.Rows
	return float64(2*o.a*o.steps(n-1, x, o.delta.Row(n-1))) - o.a
}

func (o *ordered) weights(w []float64, j int) (b float64) {
	c := 0.0
	for _, d := range o.delta.Row(j) {
		if d != 0 {
			c++
		}
	}
	b = o.a
	for i, d := range o.delta.Row(j) {
		if d != 0 {
			w[i] = 2 * o.a / (c * d)
			b -= float64(w[i] * o.x.Row(j)[i])
		}
	}
	return b
}

func (o *ordered) numbers() int { return o.x.Rows * (o.x.Columns + o.y.Columns) }

func (o *ordered) predict(dst, x []float64) {
	clear(dst)
	for j := range o.x.Rows {
		on := floatmath.Sigmoid(o.z(j, x))
		for i, y := range o.y.Row(j) {
			if j > 0 {
				y -= o.y.Row(j - 1)[i]
			}
			dst[i] += float64(y * on)
		}
	}
}

func (o *ordered) beside(x []float64, active int) (from, to int) {
	if j := o.sampleAt(x); j >= 0 {
		return j, j
	}
	return max(active-1, 0), min(active, o.x.Rows-1)
}

// sampleAt is the neuron whose sample x is, -1 for none.
func (o *ordered) sampleAt(x []float64) int {
	for j := range o.x.Rows {
		if spatial.SquaredDistance(x, o.x.Row(j)) == 0 {
			return j
		}
	}
	return -1
}

// familiarity is the largest share, and the neuron whose sample has it.
func (o *ordered) familiarity(x []float64) (share float64, neuron int) {
	above := floatmath.Sigmoid(o.beyond(x))
	for j := o.x.Rows - 1; j >= 0; j-- {
		on := floatmath.Sigmoid(o.z(j, x))
		if s := on - above; s > share {
			share, neuron = s, j
		}
		above = on
	}
	return share, neuron
}

func (o *ordered) recognition(x []float64) Recognition {
	if o.beyond(x) > 0 || o.z(0, x) < 0 {
		return Weak
	}
	for j := range o.x.Rows {
		if z := o.z(j, x); z < o.a && z > -o.a {
			return Moderate
		}
	}
	return Strong
}
