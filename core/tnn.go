package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/core/internal/stabbing"
)

// TNNOptions are the options of FitTNN, which copies them. The zero value is the default. A model keeps a copy of them.
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
	order   []int               // points, lowest first: neuron j stands for order[j]
	x, y    Matrix              // their scaled inputs and their outputs, in that order
	lowest  []float64           // Δ of the lowest neuron, one a feature
	index   *stabbing.Intervals // on one feature: which neurons are neither 0 nor 1; nil with an order
	report  Report
}

// FitTNN constructs a network on a data set of one feature, in O(N log N), or of
// several with an order, in O(N² n).
func FitTNN(d Dataset, o TNNOptions) (*TNN, error) {
	switch {
	case o.A != 0 && o.Tolerance != 0:
		return nil, badOption("tolerance", "a and tolerance are both given.", "Give only one of them; tolerance chooses a.")
	case o.A != 0 && !(o.A > 0 && o.A <= 1e6):
		return nil, badOption("a", "a is "+ftoa(o.A)+".", "Give a number above 0, at most 1e6; the paper uses 5.")
	case o.Tolerance != 0 && !(o.Tolerance > 0 && usable(o.Tolerance)):
		return nil, badOption("tolerance", "tolerance is "+ftoa(o.Tolerance)+".", "Give a number above 0, at most "+ftoa(largestNumber)+", in units of y.")
	}
	if d.X.Columns > 1 && o.Order == nil {
		return nil, NewError(Unsupported, "A TNN takes one feature, X has "+itoa(d.X.Columns)+".",
			`Give one column, or the samples' order from highest to lowest, or fit model "sqann".`).At(-1, 1)
	}
	if o = o.copied(); o.Scale == ScalePreset {
		o.Scale = ScaleNone
	}
	need := o.needBytes(d)
	if err := checkMemory(need, o.MaxBytes, d.X.Rows); err != nil {
		return nil, err
	}
	d = d.withoutMinusZeros()
	account := counter{total: d.X.Rows, progress: o.Progress, done: o.Done}
	points, err := newPoints(d, o.Scale, nil, o.Duplicates, true, &account)
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
	m.lowest = make([]float64, m.x.Columns)
	for i := range m.lowest {
		m.lowest[i] = 1
		if n := m.x.Rows; n > 1 {
			whole := m.x.Row(n - 1)[i] - m.x.Data[i]
			if m.lowest[i] = whole / float64(n-1); m.lowest[i] == 0 && whole != 0 {
				m.lowest[i] = math.Copysign(math.SmallestNonzeroFloat64, whole)
			}
		}
	}
	if o.Order == nil {
		m.index = stabbing.New(m.x.Data, m.lowest[0], m.a)
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

// gap is Δ_ji, how far sample j is above the next one below in feature i. For the lowest, SPEC 2 has the mean of the
// others, as the authors' figures do; the paper prints 1/N times their sum.
func (m *TNN) gap(j, i int) float64 {
	if j == 0 {
		return m.lowest[i]
	}
	at := j*m.x.Columns + i
	return m.x.Data[at] - m.x.Data[at-m.x.Columns]
}

// z is W_j x + b_j. It is computed from the sample and the gap,
//
//	z = a + 2a (x - x_j) / Δ_j
//
// which is exactly a at the neuron's own sample and exactly -a at the next one
// below, whatever the gap; W_j x + b_j loses that to cancellation when the gap
// is small beside x.
func (m *TNN) z(j int, x []float64) float64 { return m.a + float64(2*m.a*m.steps(j, x)) }

// zOf is z on one feature.
func zOf(a, x, sample, gap float64) float64 { return a + float64(2*a*((x-sample)/gap)) }

// steps is how many Δ x lies above sample j, the mean over the features that count. Over a tiny Δ it may be beyond all
// numbers; at the limit, one feature's can cancel another's.
func (m *TNN) steps(j int, x []float64) float64 {
	sum, c := 0.0, 0
	for i, v := range m.x.Row(j) {
		if d := m.gap(j, i); d != 0 {
			sum += math.Max(-largestNumber, math.Min((x[i]-v)/d, largestNumber))
			c++
		}
	}
	return sum / float64(c)
}

// answer writes the output at the scaled x to dst, and says whether x is a sample.
func (m *TNN) answer(dst, x []float64) (hit bool) {
	if m.index != nil {
		return m.answerAt(dst, x[0], m.index.Below(x[0]))
	}
	clear(dst)
	for j := range m.order {
		on := floatmath.Sigmoid(m.z(j, x))
		for i, y := range m.y.Row(j) {
			if j > 0 {
				y -= m.y.Row(j - 1)[i]
			}
			dst[i] += float64(y * on)
		}
	}
	return m.sampleAt(x) >= 0
}

// answerAt is answer on one feature, with so many middles at or below x.
func (m *TNN) answerAt(dst []float64, x float64, below int) (hit bool) {
	m.sum(dst, x, below)
	return m.isSample(x, below)
}

// isSample says whether x is a sample's. The middle of that sample is below x. Rounding can put other middles
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
		n, part := floatmath.ExpReduced(-side * zOf(m.a, x, t.X[j], gap)) // at most about saturation
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
func (m *TNN) Predict(x Matrix) (*Predictions, error) {
	m.mustBeFitted()
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
	ahead := newFetch(m.index != nil && len(m.order) >= fetches, x.Rows)
	for i := range x.Rows {
		if ahead != nil && i%fetched == 0 {
			ahead.line(m, x, i)
		}
		m.scaled(scaled, x.Row(i))
		hit := false
		if ahead != nil {
			hit = m.answerAt(out.Values.Row(i), scaled[0], ahead.places[i%fetched])
		} else {
			hit = m.answer(out.Values.Row(i), scaled)
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
		e.Familiarity[i], _, e.Recognition[i] = m.knows(scaled)
		e.Activation[i] = e.Familiarity[i]
	})
	return e, nil
}

func (m *TNN) maxFittingError(account *counter) (float64, error) {
	truth := m.data.outcomes(m.points.classes)
	worst := make([]float64, parallel.Processors())
	numbers := m.numbers()
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
	for j, p := range m.order[from:to] {
		j += from
		m.answer(value, m.x.Row(j))
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
func (m *TNN) Options() TNNOptions { return m.options.copied() }

func (m *TNN) refit(d Dataset, c Control) (Model, error) {
	if m.options.Order != nil {
		return nil, NewError(Unsupported, "A TNN with an order can't absorb samples, because their place in the order is unknown.",
			"Fit again with an order that includes them.")
	}
	return madeTNN(FitTNN(d, m.options.with(c)))
}

// copied shares nothing with o that can be changed.
func (o TNNOptions) copied() TNNOptions {
	o.Order = slices.Clone(o.Order)
	return o
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
