package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/stabbing"
)

// TNNOptions are the options of FitTNN. The zero value is the default.
type TNNOptions struct {
	// A is the steepness: σ(Wx+b) is σ(-A) away from 0 or 1 at the samples.
	// 0 means 5, the paper's; else it must be above 0 and finite.
	A float64

	// Tolerance ε, when above 0, chooses A so that every fitting error is at
	// most ε (theorem 1): δ = ε/(max|y| (N+1)), A = ln((1-δ)/δ). It can't be
	// given together with A.
	Tolerance float64

	// Order lists the samples from the highest to the lowest, each row once. It is
	// what a TNN on several features needs (tnnorder.go); on one feature nil means
	// by x.
	Order []int

	Scale      ScaleKind     // default ScaleNone; a TNN follows its data's scale by itself
	Duplicates DuplicateRule // default: an error

	// MaxBytes bounds the memory that a fit may take, its data set included, about;
	// beyond it the error is TooLarge. 0 means no bound, but for what WebAssembly
	// has left.
	MaxBytes int64
	// Progress, when not nil, is called often; Done stops the fit when it is closed, with an Aborted
	// error: as in SQANNOptions.
	Progress func(Progress)
	Done     <-chan struct{}
}

// TNN is a triangularly constructed network on one feature (section 2), or on
// several with an order:
//
//	TNN(x) = Σ_j α_j σ(W_j x + b_j)
//
// Neurons are in the paper's order, j = 1 for the lowest sample. It is never
// changed after it was made, and safe for use by several goroutines.
type TNN struct {
	data    Dataset
	options TNNOptions
	points  *points
	a       float64
	order   []int  // points, lowest first: neuron j stands for order[j]
	x, y    Matrix // their scaled inputs and their outputs, in that order
	neurons neurons
	report  Report
}

// neurons are those of a TNN on one feature (sorted), or with an order (ordered). Inputs are scaled.
type neurons interface {
	z(j int, x []float64) float64 // W_j x + b_j
	weights(w []float64, j int) (b float64)
	predict(dst, x []float64)
	beside(x []float64, active int) (from, to int) // the neurons whose samples are next to x
	familiarity(x []float64) (share float64, neuron int)
	recognition(x []float64) Recognition
	numbers() int // what a prediction costs at most, about, counted in numbers added
}

// FitTNN constructs a network on a data set of one feature, in O(N log N), or of
// several with an order, in O(N² n).
func FitTNN(d Dataset, o TNNOptions) (*TNN, error) {
	switch {
	case o.A != 0 && o.Tolerance != 0:
		return nil, badOption("tolerance", "a and tolerance are both given.", "Give only one of them; tolerance chooses a.")
	case o.A != 0 && !(o.A > 0 && o.A <= 1e6):
		return nil, badOption("a", "a is "+ftoa(o.A)+".", "Give a number above 0, at most 1e6; the paper uses 5.")
	case o.Tolerance != 0 && !(o.Tolerance > 0 && !math.IsInf(o.Tolerance, 0)):
		return nil, badOption("tolerance", "tolerance is "+ftoa(o.Tolerance)+".", "Give a finite number above 0.")
	}
	if d.X.Columns > 1 && o.Order == nil {
		return nil, NewError(Unsupported, "A TNN takes one feature, X has "+itoa(d.X.Columns)+".",
			`Give one column, or the samples' order from highest to lowest, or fit model "sqann".`).At(-1, 1)
	}
	if o.Scale == ScalePreset {
		o.Scale = ScaleNone
	}
	need := o.needBytes(d)
	if err := checkMemory(need, o.MaxBytes, d.X.Rows); err != nil {
		return nil, err
	}
	account := counter{total: d.X.Rows, progress: o.Progress, done: o.Done}
	points, err := newPoints(d, o.Scale, Relevance{}, o.Duplicates, true, &account)
	if err != nil {
		return nil, err
	}
	m := &TNN{data: d, options: o, points: points}
	m.a = o.steepness(largestMagnitude(points.alpha), points.count())
	if o.Order == nil {
		m.order = sorting.Ascending(points.x.Data)
	} else if m.order, err = points.inOrder(o.Order); err != nil {
		return nil, err
	}
	m.x, m.y = points.x.pick(m.order), points.alpha.pick(m.order)
	if o.Order == nil {
		m.neurons = newSorted(m.a, m.x.Data, m.y)
	} else {
		m.neurons = newOrdered(m.a, m.x, m.y)
	}
	m.report = Report{Steps: d.X.Rows, Duplicates: d.X.Rows - points.count()}
	m.report.RelevanceGain = math.NaN()
	if m.report.MaxFittingError, err = m.maxFittingError(&account); err != nil {
		return nil, err
	}
	m.report.Warnings = points.warnings()
	if bound := largestMagnitude(points.alpha) * float64(points.count()+1) * floatmath.Sigmoid(-m.a); o.Order != nil && m.report.MaxFittingError > bound {
		m.report.Warnings = append(m.report.Warnings,
			"Some features neither rise nor fall with the order, so the samples are not reproduced: the fitting error is above theorem 1's bound of "+ftoa(bound)+".")
	}
	hold(m, need)
	return m, nil
}

// sorted are the neurons of a TNN on one feature.
type sorted struct {
	unsaturated *stabbing.Intervals // where each neuron is neither 0 nor 1
	a           float64
	y           Matrix
}

// newSorted measures the gaps between ascending x. SPEC 2 has the lowest gap as the mean of the others, as the
// authors' figures do; the paper prints 1/N times their sum.
func newSorted(a float64, x []float64, y Matrix) *sorted {
	gap0 := 1.0
	if n := len(x); n > 1 {
		gap0 = (x[n-1] - x[0]) / float64(n-1)
	}
	return &sorted{stabbing.New(x, gap0, a), a, y}
}

// steepness is a: given, or from the tolerance by theorem 1, for outputs of at
// most some magnitude. An ε so large that any a would do gives 1.
func (o TNNOptions) steepness(largest float64, samples int) float64 {
	if o.A != 0 {
		return o.A
	}
	if o.Tolerance == 0 || largest == 0 {
		return 5
	}
	delta := o.Tolerance / largest / float64(samples+1)
	switch {
	case delta >= 0.25:
		return 1
	case delta < 0x1p-1022:
		delta = 0x1p-1022
	}
	return floatmath.Log((1 - delta) / delta)
}

func largestMagnitude(m Matrix) float64 {
	var largest float64
	for _, y := range m.Data {
		largest = math.Max(largest, math.Abs(y))
	}
	return largest
}

// z is W_j x + b_j. It is computed from the sample and the gap,
//
//	z = a + 2a (x - x_j) / Δ_j
//
// which is exactly a at the neuron's own sample and exactly -a at the next one
// below, whatever the gap; W_j x + b_j loses that to cancellation when the gap
// is small beside x.
func (s *sorted) z(j int, x []float64) float64 {
	return zOf(s.a, x[0], s.unsaturated.X[j], s.unsaturated.Gap(j))
}

func zOf(a, x, sample, gap float64) float64 { return a + float64(2*a*((x-sample)/gap)) }

func (s *sorted) weights(w []float64, j int) (b float64) {
	w[0] = 2 * s.a / s.unsaturated.Gap(j)
	return s.a - float64(w[0]*s.unsaturated.X[j])
}

func (s *sorted) predict(dst, x []float64) { s.sum(dst, x[0], s.unsaturated.Below(x[0])) }

// isSample says whether x is a sample's. The middle of that sample is below x. Rounding can put other middles
// between the two.
func (s *sorted) isSample(x float64, below int) bool {
	j := below - 1
	for j >= 0 && s.unsaturated.X[j] > x {
		j--
	}
	return j >= 0 && s.unsaturated.X[j] == x
}

func (s *sorted) beside(x []float64, _ int) (from, to int) {
	next, exact := slices.BinarySearch(s.unsaturated.X, x[0])
	if exact {
		return next, next
	}
	return max(next-1, 0), min(next, len(s.unsaturated.X)-1)
}

func (s *sorted) numbers() int { return s.unsaturated.Longest() * (aSigmoid + s.y.Columns) }

const aSigmoid = 32 // numbers take about as long

// sum writes the output at x to dst. The first k α add up to the k-th y. So all saturated neurons together
// give one y, and only the others are summed:
//
//	TNN(x) = y[k] + Σ_{j unsaturated, j<k} α_j (σ_j - 1) + Σ_{j unsaturated, j>=k} α_j σ_j
//
// with k neurons below x (σ - 1 is -σ(-z)). Unsaturated neurons need not be neighbours: one over a wide gap stays
// unsaturated far beyond the gap. Cost: see stabbing.Intervals.
func (s *sorted) sum(dst []float64, x float64, k int) {
	clear(dst)
	if k > 0 {
		copy(dst, s.y.Row(k-1))
	}
	t, outputs, y := s.unsaturated, len(dst), s.y.Data
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
		n, part := floatmath.ExpReduced(-side * zOf(s.a, x, t.X[j], gap)) // at most about saturation
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

// Predict gives the outputs for every row of x. A TNN has one way to answer: how must be zero.
// A row costs its unsaturated neurons (package stabbing finds them), O(N n) with an order.
func (m *TNN) Predict(x Matrix, how Interpolation) (*Predictions, error) {
	m.mustBeFitted()
	if err := how.mustBeZero(); err != nil {
		return nil, err
	}
	if err := CheckQuery(x, m.Features()); err != nil {
		return nil, err
	}
	out := newPredictions(x.Rows, m.Outputs())
	m.each(x, out, func(int, []float64) {})
	return out, nil
}

// each predicts the rows of x one after the other, and shows each scaled.
func (m *TNN) each(x Matrix, out *Predictions, show func(i int, scaled []float64)) {
	scaled := make([]float64, m.Features())
	s, _ := m.neurons.(*sorted) // called directly: a row takes a tenth of a microsecond
	o, _ := m.neurons.(*ordered)
	ahead := newFetch(s != nil && len(m.order) >= fetches, x.Rows)
	for i := range x.Rows {
		if ahead != nil && i%fetched == 0 {
			ahead.line(s, &m.points.scaler, x, i)
		}
		m.points.scaler.apply(scaled, x.Row(i))
		hit := false
		if s != nil {
			var below int
			if ahead != nil {
				below = ahead.places[i%fetched]
			} else {
				below = s.unsaturated.Below(scaled[0])
			}
			s.sum(out.Values.Row(i), scaled[0], below)
			hit = s.isSample(scaled[0], below)
		} else {
			o.predict(out.Values.Row(i), scaled)
			hit = o.sampleAt(scaled) >= 0
		}
		if out.Status[i] = StatusInterpolated; hit {
			out.Status[i] = StatusHit
		}
		show(i, scaled)
	}
}

// Examine answers every row of x as Predict does, at the same cost. Familiarity
// and Activation are the largest share that a sample has in the output.
func (m *TNN) Examine(x Matrix) (*Examination, error) {
	m.mustBeFitted()
	if err := CheckQuery(x, m.Features()); err != nil {
		return nil, err
	}
	e := newExamination(x.Rows, m.Outputs())
	m.each(x, &e.Predictions, func(i int, scaled []float64) {
		e.Familiarity[i], _ = m.neurons.familiarity(scaled)
		e.Activation[i], e.Recognition[i] = e.Familiarity[i], m.neurons.recognition(scaled)
	})
	return e, nil
}

func (m *TNN) maxFittingError(account *counter) (float64, error) {
	truth := m.data.outcomes(m.points.classes)
	worst := make([]float64, parallel.Processors())
	numbers := m.neurons.numbers()
	block := parallel.RowsAtATime(numbers)
	for from := 0; from < len(m.order); from += block {
		account.placed = from
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
	value := make([]float64, m.Outputs())
	s, _ := m.neurons.(*sorted)
	for j, p := range m.order[from:to] {
		if j += from; s != nil {
			s.predict(value, m.x.Row(j))
		} else {
			m.neurons.predict(value, m.x.Row(j))
		}
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

// Weights returns the network in the paper's form, neuron 1 first: W a row of
// features a neuron, b one number, α a row of outputs. x is meant scaled.
// O(N (n + m)).
func (m *TNN) Weights() (w Matrix, b []float64, alpha Matrix) {
	n := m.points.count()
	w = newMatrix(n, m.Features())
	b = make([]float64, n)
	alpha = newMatrix(n, m.Outputs())
	for j := range n {
		b[j] = m.neurons.weights(w.Row(j), j)
		copy(alpha.Row(j), m.y.Row(j))
		if j > 0 {
			for i, y := range m.y.Row(j - 1) {
				alpha.Row(j)[i] -= y
			}
		}
	}
	return w, b, alpha
}

func (m *TNN) mustBeFitted() {
	if m == nil || m.points == nil {
		panic(panicUnfitted)
	}
}

func (m *TNN) A() float64          { return m.a }
func (m *TNN) Features() int       { return m.points.x.Columns }
func (m *TNN) Outputs() int        { return m.points.alpha.Columns }
func (m *TNN) Samples() int        { return m.data.X.Rows }
func (m *TNN) Classes() []Label    { return m.points.classes } // nil for a regression
func (m *TNN) Report() Report      { return m.report }
func (m *TNN) Data() Dataset       { return m.data }
func (m *TNN) Options() TNNOptions { return m.options }

func (m *TNN) refit(d Dataset, c Control) (Model, error) {
	if m.options.Order != nil {
		return nil, NewError(Unsupported, "A TNN with an order can't absorb samples, because their place in the order is unknown.",
			"Fit again with an order that includes them.")
	}
	return madeTNN(FitTNN(d, m.options.with(c)))
}

func (o TNNOptions) with(c Control) TNNOptions {
	o.Progress, o.Done = c.Progress, c.Done
	return o
}

func (m *TNN) without(left []bool, c Control) (Model, error) {
	o := m.options.with(c)
	if o.Order != nil {
		o.Order = renumbered(o.Order, left)
	}
	return madeTNN(FitTNN(m.data.without(left), o))
}

// madeTNN keeps a nil *TNN from becoming a Model that isn't nil.
func madeTNN(m *TNN, err error) (Model, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (m *TNN) scaled(dst, x []float64) { m.points.scaler.apply(dst, x) }
