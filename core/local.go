package core

import (
	"math"
	"slices"
	"sync"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/ridge"
)

// Local is how InterpolateLocal answers (docs/spec.md 3.14): by a line through the strongest neurons, which follows the
// slope of their outputs. The zero value is the default.
//
//	ℓ(x) = b·x + b₀     the line through all samples: ridge regression with the λ of the least leave-one-out error
//	w_i ∝ σ(d_i/width)  over the K strongest neurons of all layers, times their weights, Σ w_i = 1
//	r_i = y_i - b·x_i,  z̄ = Σ w_i z_i,  r̄ = Σ w_i r_i
//	β = (Σ w_i (z_i-z̄)(z_i-z̄)ᵀ + ridge·T)⁻¹ Σ w_i (z_i-z̄)(r_i-r̄),  T = Σ w_i |z_i-z̄|²
//	f = b·x + r̄ + β·(z-z̄)
//
// z are the scaled features, weighed by their relevance. Numbers are limited to the range of the outputs of the 8
// strongest neurons; scores of classes to [0, 1], and then divided by their sum. Near a sample its own output takes over:
// the answer is g y₁ + (1-g) f for a hit at distance d₁, with g = max(0, 1 - d₁/(h/10)), h the radius of hits.
type Local struct {
	Width float64 // in units of the activation's; 0 means 1
	Ridge float64 // 0 means 0.03
	Flat  bool    // β = 0
	Level bool    // b = 0: without the line through all samples
	OnHit bool    // g = 1 for every hit
}

const (
	localTop   = 64
	localRidge = 0.03
	localLimit = 8   // neurons whose outputs limit the answer
	localNear  = 0.1 // the part of a hit's radius within which it takes over
)

// filled returns the options with the defaults filled in.
func (l Local) filled() Local {
	if l.Width == 0 {
		l.Width = 1
	}
	if l.Flat {
		l.Ridge = 0
	} else if l.Ridge == 0 {
		l.Ridge = localRidge
	}
	return l
}

func (l Local) check() error {
	switch {
	case !(l.Width >= leastLocal && l.Width <= mostLocal):
		return badOption("interpolation.local.width", "interpolation.local.width is "+ftoa(l.Width)+".", "Give a number from 0.001 to 1000; 1 is the activation's own width.")
	case !l.Flat && !(l.Ridge >= leastRidge && l.Ridge <= mostRidge):
		return badOption("interpolation.local.ridge", "interpolation.local.ridge is "+ftoa(l.Ridge)+".", `Give a number from 1e-9 to 1e9, such as 0.03, or "flat".`)
	}
	return nil
}

const (
	leastLocal, mostLocal = 1e-3, 1e3
	leastRidge, mostRidge = 1e-9, 1e9 // below it rounding decides
)

// slopes is the line through all samples of a network. Models that differ in their interpolation alone share it.
type slopes struct {
	once      sync.Once
	of        Matrix // b for features z: a row an output
	penalty   float64
	residuals Matrix // y_i - b·x_i: a row a point
}

// line returns the line through all samples, found when it is first asked for.
func (m *SQANN) line() *slopes {
	_ = m.findLine(func() error { return nil })
	return m.slopes
}

func (m *SQANN) needsLine() bool {
	how := m.Interpolation()
	return how.Mode == InterpolateLocal && !how.Local.Level
}

// findLine finds the line, or takes it from a frame that has one.
func (m *SQANN) findLine(goOn func() error) (err error) {
	p, s := m.points, m.slopes
	s.once.Do(func() {
		if f := m.options.Frame; f != nil && f.Slopes.Rows > 0 {
			s.of, s.penalty = f.Slopes, f.Penalty
			s.findResiduals(p.x, p.alpha)
		} else {
			err = s.find(p.x, p.alpha, p.classes != nil, goOn)
		}
	})
	return err
}

func (s *slopes) find(x, y Matrix, scores bool, goOn func() error) error {
	line, err := ridge.FitLine(x.Data, x.Columns, y.Data, y.Columns, scores, goOn)
	s.penalty = line.Penalty
	s.of = Matrix{Data: line.Slopes, Rows: y.Columns, Columns: x.Columns}
	s.findResiduals(x, y)
	return err
}

func (s *slopes) findResiduals(x, y Matrix) {
	s.residuals = newMatrix(y.Rows, y.Columns)
	for i := range y.Rows {
		s.residual(s.residuals.Row(i), x.Row(i), y.Row(i))
	}
}

// residual is y - b·x.
func (s *slopes) residual(dst, x, y []float64) {
	for k, v := range y {
		dst[k] = v - floatmath.Dot(s.of.Row(k), x)
	}
}

// localLine is the line through the neurons that make an answer.
type localLine struct {
	weights []float64 // w
	point   []int     // of each neuron
	mean    []float64 // z̄
	away    []float64 // z - z̄
	along   []float64 // b·(z-z̄)
	pulls   []float64 // f = ȳ + b·(z-z̄) + Σ pulls_i (r_i - r̄)
	raw     []float64 // the line's value

	matrix   []float64 // √w_i (z_i - z̄): a row a neuron, or a row a feature where there are more neurons
	byRows   bool
	squares  float64   // T
	products []float64 // of the matrix's rows
	factor   []float64 // of the products + ridge·T
	penalty  float64   // ridge·T
	flat     bool      // β = 0
	solved   []float64

	own float64 // g: what the takeover gives to the hit

	// Of an answer that is looked at closely.
	spread      []float64 // for each output the weighted deviation of the residuals from the line
	corrections Matrix    // for each output the slope along each feature times the way from z̄ to z
	limit       []float64 // what limiting added to the line's value
}

// answerLocally answers by the line through the strongest neurons of all layers.
func (m *SQANN) answerLocally(a *answer, how *Interpolation) {
	own, hit := 0.0, a.hit // own is g
	if a.status == StatusHit {
		own = takeover(hit.D2, m.network.ActivationOf(&hit), how.Local)
	}
	if a.leaves.share, a.line.own = 0, own; own < 1 || a.want == reasons {
		a.made = a.seen.Strongest(a.made, how.Top)
		m.lineThrough(&a.line, a.made, how.Local, a.x)
		m.valueOf(a, how.Local, float64((1-own)*(1-how.Forest.Share)))
		m.mixLeaves(a, &how.Forest, 1-own)
	}
	if own == 1 {
		a.made = append(a.made[:0], hit)
		a.made[0].Weight = 1
		copy(a.value, m.alpha(&hit))
		return
	}
	for i := range a.made {
		a.made[i].Weight = float64((1 - own) * float64((1-how.Forest.Share)*a.line.weights[i]))
	}
	if own == 0 {
		return
	}
	for k, y := range m.alpha(&hit) {
		a.value[k] += float64(own * (y - a.value[k]))
	}
	at := slices.IndexFunc(a.made, func(c network.Neuron) bool { return c.Point == hit.Point })
	if at < 0 {
		at, hit.Weight = len(a.made), 0
		a.made = append(a.made, hit)
	}
	a.made[at].Weight += own
}

// takeover is g of a hit at a squared distance.
func takeover(d2 float64, act *network.Activation, how Local) float64 {
	if how.OnHit {
		return 1
	}
	return math.Max(0, 1-math.Sqrt(d2)/float64(localNear*math.Sqrt(act.Strong)))
}

// lineThrough finds the weights, and what the residuals count in the line's value at x.
func (m *SQANN) lineThrough(l *localLine, made []network.Neuron, how Local, x []float64) {
	l.weights, l.point = l.weights[:0], l.point[:0]
	narrow := 1 / float64(how.Width*how.Width)
	for i := range made {
		c := &made[i]
		v := c.V
		if how.Width != 1 {
			v = m.network.ActivationOf(c).At(float64(c.D2 * narrow))
		}
		l.weights = append(l.weights, v)
		l.point = append(l.point, int(c.Point))
	}
	l.weighBySamples(m.points.weights)
	l.centre(m.points.x, x)
	if !how.Flat {
		l.multiply(m.points.x)
	}
	l.bend(how)
}

// weighByDistance takes the activations of the nearest, times their weights.
func (l *localLine) weighByDistance(near []int32, d2 []float64, act *network.Activation, how Interpolation, weights []float64) {
	l.weights, l.point = l.weights[:0], l.point[:0]
	narrow := 1.0
	if how.Mode == InterpolateLocal {
		narrow = 1 / float64(how.Local.Width*how.Local.Width)
	}
	for k := range near[:min(how.Top, len(near))] {
		l.weights = append(l.weights, act.At(float64(d2[k]*narrow)))
		l.point = append(l.point, int(near[k]))
	}
	l.weighBySamples(weights)
}

// centre makes weights of the activations, and z̄ of the points.
func (l *localLine) centre(points Matrix, x []float64) {
	sum := 0.0
	for _, v := range l.weights {
		sum += v
	}
	l.mean, l.away = resized(l.mean, len(x)), resized(l.away, len(x))
	clear(l.mean)
	for i := range l.weights {
		if sum > 0 {
			l.weights[i] /= sum
		} else {
			l.weights[i] = 1 / float64(len(l.weights))
		}
		floatmath.AddTimes(l.mean, l.weights[i], points.Row(l.point[i]))
	}
	for j, v := range x {
		l.away[j] = v - l.mean[j]
	}
}

// multiply makes the matrix and the products of its rows.
func (l *localLine) multiply(points Matrix) {
	n, count := len(l.away), len(l.weights)
	l.byRows = n > count
	l.matrix = resized(l.matrix, n*count)
	l.squares = 0
	for i, w := range l.weights {
		root, row := math.Sqrt(w), points.Row(l.point[i])
		at, step := i, count
		if l.byRows {
			at, step = i*n, 1
		}
		for j, v := range row {
			d := float64(root * (v - l.mean[j]))
			l.matrix[at] = d
			at += step
			l.squares += float64(d * d)
		}
	}
	size := min(n, count)
	l.products = resized(l.products, size*size)
	ridge.Gram(l.products, l.matrix, size, max(n, count))
}

// bend finds the pulls for a ridge, if there is one.
//
//	by features: √w_i D_i·u, u = (DᵀD + p)⁻¹ (z-z̄);  by neurons: √w_i u_i, u = (DDᵀ + p)⁻¹ D (z-z̄)
func (l *localLine) bend(how Local) {
	if l.flat = how.Flat; l.flat {
		return
	}
	n, count := len(l.away), len(l.weights)
	size := min(n, count)
	l.penalty = float64(how.Ridge * l.squares)
	l.factor = append(l.factor[:0], l.products...)
	for j := range size {
		l.factor[j*size+j] += l.penalty
	}
	if l.flat = !(l.squares >= leastSquares && l.squares <= mostSquares) || !ridge.Factor(l.factor, size); l.flat {
		return
	}
	l.pulls = resized(l.pulls, count)
	if l.byRows {
		for i := range l.pulls {
			l.pulls[i] = floatmath.Dot(l.matrix[i*n:(i+1)*n], l.away)
		}
		ridge.Solve(l.factor, size, l.pulls)
	} else {
		l.solved = append(l.solved[:0], l.away...)
		ridge.Solve(l.factor, size, l.solved)
		clear(l.pulls)
		for j, u := range l.solved {
			floatmath.AddTimes(l.pulls, u, l.matrix[j*count:(j+1)*count])
		}
	}
	for i, w := range l.weights {
		l.pulls[i] *= math.Sqrt(w)
	}
}

// Sums of squares for which a line is sought: otherwise the neurons are at one place, or beyond what can be told apart.
const leastSquares, mostSquares = 1e-280, 1e280

func resized(list []float64, n int) []float64 { return slices.Grow(list[:0], n)[:n] }

// valueOf writes the line's value at x, limited; rest is the part of the answer that it makes.
func (m *SQANN) valueOf(a *answer, how Local, rest float64) {
	l := &a.line
	var s *slopes
	if !how.Level {
		s = m.line()
	}
	residuals := l.answerTo(a.value, m.points.alpha, s, how.Level)
	l.raw = append(l.raw[:0], a.value...)
	l.limitTo(a.value, m.points.alpha, m.points.classes != nil)
	if a.want == reasons {
		m.lookClosely(l, residuals, how, rest)
		m.findLimit(l, a.value, rest)
	}
}

// answerTo writes the line's value, with the line through all samples but for level.
func (l *localLine) answerTo(value []float64, y Matrix, s *slopes, level bool) (residuals Matrix) {
	l.along = resized(l.along, len(value))
	clear(l.along)
	residuals = y
	if !level {
		residuals = s.residuals
		for k := range l.along {
			l.along[k] = floatmath.Dot(s.of.Row(k), l.away)
		}
	}
	l.valueAt(value, y, residuals)
	return residuals
}

// valueAt writes ȳ + along + Σ pulls_i (r_i - r̄), where along is b·(z-z̄).
func (l *localLine) valueAt(value []float64, y, residuals Matrix) {
	l.weightedMean(value, y)
	for k := range value {
		value[k] += l.along[k]
		if l.flat {
			continue
		}
		mean := l.meanOf(residuals, k)
		for i, pull := range l.pulls {
			value[k] += float64(pull * (residuals.Row(l.point[i])[k] - mean))
		}
	}
}

// weightedMean is Σ w_i y_i.
func (l *localLine) weightedMean(value []float64, y Matrix) {
	clear(value)
	for i, w := range l.weights {
		floatmath.AddTimes(value, w, y.Row(l.point[i]))
	}
}

// meanOf is r̄ of an output.
func (l *localLine) meanOf(residuals Matrix, k int) (mean float64) {
	for i, w := range l.weights {
		mean += float64(w * residuals.Row(l.point[i])[k])
	}
	return mean
}

// limitTo limits the line's value. Where that isn't finite, it is ȳ.
func (l *localLine) limitTo(value []float64, y Matrix, scores bool) {
	sum := 0.0
	for k, v := range value {
		low, high := 0.0, 1.0
		if !scores {
			low, high = inf, -inf
			for _, p := range l.point[:min(localLimit, len(l.point))] {
				v := y.Row(p)[k]
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
		value[k] = math.Max(low, math.Min(high, v))
		sum += value[k]
		if !(math.Abs(v) <= math.MaxFloat64) || scores && k == len(value)-1 && !(sum > 0) {
			l.weightedMean(value, y)
			return
		}
	}
	for k := range value {
		if scores {
			value[k] /= sum
		}
	}
}

// findLimit makes the parts of the answer add up to it.
func (m *SQANN) findLimit(l *localLine, value []float64, rest float64) {
	l.limit = resized(l.limit, len(value))
	l.weightedMean(l.limit, m.points.alpha)
	for k, v := range value {
		sum := 0.0
		for _, c := range l.corrections.Row(k) {
			sum += c
		}
		if !(math.Abs(sum) <= math.MaxFloat64) {
			clear(l.corrections.Row(k))
			sum = 0
		}
		if l.limit[k] = float64(rest*(v-l.limit[k])) - sum; v == l.raw[k] {
			l.limit[k] = 0
		}
	}
}

// lookClosely finds the spread and the corrections, of which the answer has a part.
func (m *SQANN) lookClosely(l *localLine, residuals Matrix, how Local, rest float64) {
	n, count, outputs := len(l.away), len(l.point), residuals.Columns
	l.spread = resized(l.spread, outputs)
	l.corrections = Matrix{Data: resized(l.corrections.Data, outputs*n), Rows: outputs, Columns: n}
	clear(l.corrections.Data)
	left := make([]float64, count) // √w_i (r_i - r̄), then without the line
	for k := range outputs {
		mean := l.meanOf(residuals, k)
		for i, w := range l.weights {
			left[i] = float64(math.Sqrt(w) * (residuals.Row(l.point[i])[k] - mean))
		}
		slopes := l.corrections.Row(k)
		if !l.flat {
			m.slopesOf(l, slopes, left)
		}
		l.spread[k] = math.Sqrt(floatmath.Dot(left, left))
		if !how.Level {
			floatmath.AddTimes(slopes, 1, m.line().of.Row(k))
		}
		for j, d := range l.away {
			slopes[j] = float64(rest * float64(slopes[j]*d))
		}
	}
}

// slopesOf adds β of an output to slopes, given √w_i (r_i - r̄), and subtracts from these what lies on the line.
func (m *SQANN) slopesOf(l *localLine, slopes, left []float64) {
	n, count := len(slopes), len(left)
	solved := resized(l.solved, min(n, count))
	if l.byRows {
		copy(solved, left)
		ridge.Solve(l.factor, count, solved)
		for i, v := range solved {
			floatmath.AddTimes(slopes, v, l.matrix[i*n:(i+1)*n])
			left[i] = float64(l.penalty * v) // D β = left - penalty · solved
		}
		return
	}
	for j := range solved {
		solved[j] = floatmath.Dot(l.matrix[j*count:(j+1)*count], left)
	}
	ridge.Solve(l.factor, n, solved)
	for j, v := range solved {
		slopes[j] += v
		floatmath.AddTimes(left, -v, l.matrix[j*count:(j+1)*count])
	}
}
