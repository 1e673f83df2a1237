package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/core/internal/stabbing"
)

// This file answers rows with a TNN.

// isSample says whether x is a sample's, with so many middles at or below x. The middle of that sample is below x. Rounding can put other middles
// between the two.
func (m *TNN) isSample(x float64, below int) bool {
	j := below - 1
	for j >= 0 && m.x.Data[j] > x {
		j--
	}
	return j >= 0 && m.x.Data[j] == x
}

// sampleAt is the neuron whose sample x is, -1 for none.
func (m *TNN) sampleAt(x []float64) int {
	for j := range m.order {
		if spatial.SquaredDistance(x, m.x.Row(j)) == 0 {
			return j
		}
	}
	return -1
}

// numbers is what answer costs at most, about, counted in numbers added.
func (m *TNN) numbers() int {
	if m.index == nil {
		return m.x.Rows * (m.x.Columns + m.y.Columns)
	}
	return m.index.Longest() * (aSigmoid + m.y.Columns)
}

const aSigmoid = 32 // numbers take about as long

// sum writes the output at x to dst. The first k α add up to the k-th y. So all saturated neurons together
// give one y, and only the others are summed:
//
//	TNN(x) = y[k] + Σ_{j unsaturated, j<k} α_j (σ_j - 1) + Σ_{j unsaturated, j>=k} α_j σ_j
//
// with k neurons below x (σ - 1 is -σ(-z)). Unsaturated neurons need not be neighbours: one over a wide gap stays
// unsaturated far beyond the gap. Cost: see stabbing.Intervals.
func (m *TNN) sum(dst []float64, x float64, k int) {
	clear(dst)
	if k > 0 {
		copy(dst, m.y.Row(k-1))
	}
	t, outputs, y := m.index, len(dst), m.y.Data
	for _, i := range t.Listed(k) {
		j := int(i)
		gap := t.Gap(j)
		if !t.Contains(j, gap, x) {
			continue
		}
		side := 1.0
		if j < k {
			side = -1
		}
		n, part := floatmath.ExpReduced(-side * stabbing.Z(m.a, x, t.X[j], gap)) // at most about saturation
		share := side / (1 + floatmath.Scaled(floatmath.ExpFactors(n, part)))
		if j == 0 {
			for i := range dst {
				dst[i] += float64(y[i] * share)
			}
			continue
		}
		for i, at := 0, j*outputs; i < outputs; i, at = i+1, at+1 {
			dst[i] += float64((y[at] - y[at-outputs]) * share)
		}
	}
}

// Predict gives the outputs for every row of x. A row costs its unsaturated neurons (package stabbing finds them), O(N n) with an order.
func (m *TNN) Predict(x Matrix) (*Predictions, error) { return predict(m, x) }

// Examine answers every row of x as Predict does, at the same cost. Familiarity
// and Activation are the largest share that a sample has in the output.
func (m *TNN) Examine(x Matrix) (*Examination, error) { return examine(m, x) }

func (m *TNN) ask(x Matrix, w want, each func(i int, a *answer)) {
	a := m.kept.get()
	if a == nil {
		a = new(answer)
	}
	a.begin(m.points, w)
	for i := range x.Rows {
		m.scaled(a.x, x.Row(i))
		if a.status = StatusInterpolated; m.outputAt(a.value, a.x) {
			a.status = StatusHit
		}
		if w >= knowledge {
			a.familiarity, _, a.recognition = m.knows(a.x)
			a.activation = a.familiarity
		}
		if w == reasons {
			a.made = m.sharesBeside(a.made, a.x)
		}
		each(i, a)
	}
	m.kept.put(a)
}

func (m *TNN) maxFittingError(account *counter) (float64, error) {
	truth := m.data.outcomes(m.points.classes)
	worst := make([]float64, parallel.Processors())
	numbers := m.numbers()
	block := parallel.RowsAtATime(numbers)
	for from := 0; from < len(m.order); from += block {
		account.Placed = from
		if err := account.MayGoOn(0); err != nil {
			return 0, err
		}
		parallel.InParts(len(worst), min(block, len(m.order)-from), numbers, 1, func(worker, first, last int) {
			worst[worker] = math.Max(worst[worker], m.fittingError(truth, from+first, from+last))
		})
	}
	return slices.Max(worst), nil
}

// fittingError is the largest on the samples of the neurons from one to another.
func (m *TNN) fittingError(truth Matrix, from, to int) float64 {
	worst := 0.0
	value := make([]float64, m.OutputCount())
	for j, p := range m.order[from:to] {
		j += from
		m.outputAt(value, m.x.Row(j))
		if m.points.merged == 0 { // every sample has its neuron's y
			worst = math.Max(worst, largestDifference(value, m.y.Row(j)))
			continue
		}
		for _, row := range m.points.rows.At(p) {
			worst = math.Max(worst, largestDifference(value, truth.Row(row)))
		}
	}
	return worst
}

func (m *TNN) mustBeFitted() {
	if m == nil || m.points == nil {
		panic(panicUnfitted)
	}
}

func (m *TNN) A() float64          { return m.a }
func (m *TNN) FeatureCount() int   { return m.points.x.Columns }
func (m *TNN) OutputCount() int    { return m.points.alpha.Columns }
func (m *TNN) SampleCount() int    { return m.data.X.Rows }
func (m *TNN) Classes() []Label    { return m.points.classes } // nil for a regression
func (m *TNN) Report() Report      { return m.report.copied() }
func (m *TNN) Data() Dataset       { return m.data }
func (m *TNN) Options() TNNOptions { return m.options.copied() }

// copied shares nothing with o that can be changed.
func (o TNNOptions) copied() TNNOptions {
	o.Order = slices.Clone(o.Order)
	return o
}

// made keeps a nil pointer from becoming a Model that isn't nil.
func made[M Model](m M, err error) (Model, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (m *TNN) scaled(dst, x []float64) { m.points.scaler.apply(dst, x) }
func (m *TNN) said() *samplesSaid      { return m.points.said }

// Weights returns the network in the paper's form, neuron 1 first: W a row of
// features a neuron, b one number, α a row of outputs. x is meant scaled.
// O(N (n + m)).
func (m *TNN) Weights() (w Matrix, b []float64, alpha Matrix) {
	n := m.points.count()
	w = newMatrix(n, m.FeatureCount())
	b = make([]float64, n)
	alpha = newMatrix(n, m.OutputCount())
	for j := range n {
		c := 0.0
		for i := range m.lowest {
			if m.gap(j, i) != 0 {
				c++
			}
		}
		b[j] = m.a
		for i, x := range m.x.Row(j) {
			if d := m.gap(j, i); d != 0 {
				w.Row(j)[i] = 2 * m.a / (c * d)
				b[j] -= float64(w.Row(j)[i] * x)
			}
		}
		copy(alpha.Row(j), m.y.Row(j))
		if j > 0 {
			for i, y := range m.y.Row(j - 1) {
				alpha.Row(j)[i] -= y
			}
		}
	}
	return w, b, alpha
}
