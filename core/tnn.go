package core

import (
	"math"
	"slices"
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

	Scale      ScaleKind     // default ScaleNone; a TNN follows its data's scale by itself
	Duplicates DuplicateRule // default: an error
}

// TNN is a triangularly constructed network on one feature (section 2):
//
//	TNN(x) = Σ_j α_j σ(W_j x + b_j)
//
// Neurons are in the paper's order, j = 1 for the lowest sample. It is never
// changed after it was made, and safe for use by several goroutines.
type TNN struct {
	data        Dataset
	options     TNNOptions
	points      *points
	a           float64
	order       []int      // points by x, lowest first: neuron j stands for order[j]
	x           []float64  // their x, ascending, scaled
	y           Matrix     // their outputs, in that order
	gap         []float64  // Δ below neuron j's sample: x[j]-x[j-1]; for the lowest, the mean of the others
	unsaturated *intervals // where each neuron is neither 0 nor 1
	report      Report
}

// saturation is the |Wx+b| beyond which a neuron is counted as 0 or 1:
// e^-40 is less than 2^-57.
const saturation = 40

// FitTNN constructs a network on a data set of one feature. O(N log N).
func FitTNN(d Dataset, o TNNOptions) (*TNN, error) {
	switch {
	case o.A != 0 && o.Tolerance != 0:
		return nil, badOption("tolerance", "a and tolerance are both given.", "Give one; tolerance chooses a.")
	case o.A != 0 && !(o.A > 0 && o.A <= 1e6):
		return nil, badOption("a", "a is "+ftoa(o.A)+".", "Give a number above 0, at most 1e6; the paper uses 5.")
	case o.Tolerance != 0 && !(o.Tolerance > 0 && !math.IsInf(o.Tolerance, 0)):
		return nil, badOption("tolerance", "tolerance is "+ftoa(o.Tolerance)+".", "Give a finite number above 0.")
	case o.Duplicates > DuplicatesMajority:
		return nil, badOption("duplicates", "duplicates is unknown.", `Use "error", "first", "mean" or "majority".`)
	}
	if d.X.Columns > 1 {
		return nil, failure(Unsupported, "A TNN takes one feature, X has "+itoa(d.X.Columns)+".",
			`Give one column, or fit model "sqann".`).at(-1, 1)
	}
	if o.Scale == ScalePreset {
		o.Scale = ScaleNone
	}
	points, err := newPoints(d, o.Scale, o.Duplicates, true)
	if err != nil {
		return nil, err
	}
	m := &TNN{data: d, options: o, points: points}
	m.sort()
	m.a = m.steepness()
	m.index()
	m.report = Report{Steps: d.X.Rows, Duplicates: d.X.Rows - points.count(), MaxFittingError: m.maxFittingError()}
	if n := points.merged; n > 0 {
		m.report.Warnings = append(m.report.Warnings,
			itoa(n)+" samples have equal x and different y; the option duplicates decided, and the fitting error says by how much.")
	}
	return m, nil
}

// sort orders the points and measures the gaps. SPEC 2 has the lowest one as
// the mean of the others, as the authors' figures do; the paper prints 1/N
// times their sum.
func (m *TNN) sort() {
	n := m.points.count()
	m.order = make([]int, n)
	x := m.points.x.Data
	type keyed struct {
		x     float64
		point int
	}
	sorted := make([]keyed, n)
	for i := range sorted {
		sorted[i] = keyed{x[i], i}
	}
	slices.SortFunc(sorted, func(a, b keyed) int {
		if a.x < b.x {
			return -1
		}
		return 1 // points are distinct
	})
	m.x, m.gap = make([]float64, n), make([]float64, n)
	m.y = Matrix{Data: make([]float64, 0, len(m.points.alpha.Data)), Rows: n, Columns: m.Outputs()}
	for j, s := range sorted {
		m.order[j], m.x[j] = s.point, s.x
		m.y.Data = append(m.y.Data, m.points.alpha.Row(s.point)...)
	}
	m.gap[0] = 1
	if n > 1 {
		m.gap[0] = (m.x[n-1] - m.x[0]) / float64(n-1)
	}
	for j := 1; j < n; j++ {
		m.gap[j] = m.x[j] - m.x[j-1]
	}
}

// steepness is a: given, or from the tolerance by theorem 1. An ε so large that
// any a would do gives 1.
func (m *TNN) steepness() float64 {
	if m.options.A != 0 {
		return m.options.A
	}
	if m.options.Tolerance == 0 {
		return 5
	}
	var largest float64
	for _, y := range m.points.alpha.Data {
		largest = math.Max(largest, math.Abs(y))
	}
	if largest == 0 {
		return 5
	}
	delta := m.options.Tolerance / largest / float64(m.points.count()+1)
	switch {
	case delta >= 0.25:
		return 1
	case delta < 0x1p-1022:
		delta = 0x1p-1022
	}
	return log((1 - delta) / delta)
}

// index keeps the intervals in which neurons are neither 0
// nor 1. Neuron j passes ½ at the middle of the gap below its sample, and its
// |Wx+b| is below saturation within gap·saturation/(2a) of there.
func (m *TNN) index() {
	n := len(m.x)
	low, middle, high := make([]float64, n), make([]float64, n), make([]float64, n)
	for j, x := range m.x {
		half := m.gap[j] * (saturation / (2 * m.a))
		middle[j] = x - m.gap[j]/2
		low[j], high[j] = middle[j]-half, middle[j]+half
	}
	m.unsaturated = newIntervals(low, middle, high)
}

// z is W_j x + b_j. It is computed from the sample and the gap,
//
//	z = a + 2a (x - x_j) / Δ_j
//
// which is exactly a at the neuron's own sample and exactly -a at the next one
// below, whatever the gap; W_j x + b_j loses that to cancellation when the gap
// is small beside x.
func (m *TNN) z(j int, x float64) float64 {
	return m.a + float64(2*m.a*((x-m.x[j])/m.gap[j]))
}

func (m *TNN) alphaOf(j int) []float64 { return m.y.Row(j) }

// below is how many neurons have their middle at or below x: with steepness ∞
// they would be 1, and the others 0.
func (m *TNN) below(x float64) int { return m.unsaturated.below(x) }

// isSample says whether x is a sample's. That one's middle is below x, and middles
// between the two there are only where rounding puts them.
func (m *TNN) isSample(x float64) bool {
	j := m.below(x) - 1
	for j >= 0 && m.x[j] > x {
		j--
	}
	return j >= 0 && m.x[j] == x
}

// predict writes the output at the scaled x to dst. Since the first k α add up
// to the k-th y, all saturated neurons together give one y, and only the others
// are summed:
//
//	TNN(x) = y[k] + Σ_{j unsaturated, j<k} α_j (σ_j - 1) + Σ_{j unsaturated, j>=k} α_j σ_j
//
// with k neurons below x. They need not be neighbours: the neuron over a wide
// gap stays unsaturated far beyond it. Cost: see intervals.
func (m *TNN) predict(dst []float64, x float64, scratch []int) []int {
	k := m.below(x)
	clear(dst)
	if k > 0 {
		copy(dst, m.alphaOf(k-1))
	}
	scratch = m.unsaturated.at(scratch[:0], x, k)
	for _, j := range scratch {
		z := m.z(j, x)
		share := sigmoid(z)
		if j < k {
			share = -sigmoid(-z)
		}
		y := m.alphaOf(j)
		if j == 0 {
			for i := range dst {
				dst[i] += float64(y[i] * share)
			}
			continue
		}
		previous := m.alphaOf(j - 1)
		for i := range dst {
			dst[i] += float64((y[i] - previous[i]) * share)
		}
	}
	return scratch
}

// Predict gives the outputs for every row of x. A row costs its unsaturated
// neurons; see intervals for how they are found.
func (m *TNN) Predict(x Matrix) (*Predictions, error) {
	m.mustBeFitted()
	if err := CheckQuery(x, 1); err != nil {
		return nil, err
	}
	out := &Predictions{
		Values: Matrix{Data: make([]float64, x.Rows*m.Outputs()), Rows: x.Rows, Columns: m.Outputs()},
		Status: make([]Status, x.Rows),
	}
	var scratch []int
	var scaled [1]float64
	for i := range x.Rows {
		m.points.scaler.apply(scaled[:], x.Row(i))
		scratch = m.predict(out.Values.Row(i), scaled[0], scratch)
		out.Status[i] = StatusInterpolated
		if m.isSample(scaled[0]) {
			out.Status[i] = StatusHit
		}
	}
	return out, nil
}

func (m *TNN) maxFittingError() float64 {
	targets := m.data.Values
	if m.data.Labels != nil {
		targets = oneHot(m.data.Labels, m.points.classes)
	}
	worst := 0.0
	value := make([]float64, m.Outputs())
	var scratch []int
	for j, x := range m.x {
		scratch = m.predict(value, x, scratch)
		if m.points.merged == 0 { // every sample has its neuron's y
			for i, y := range m.alphaOf(j) {
				worst = math.Max(worst, math.Abs(value[i]-y))
			}
			continue
		}
		for _, row := range m.points.rows[m.order[j]] {
			for i, y := range targets.Row(row) {
				worst = math.Max(worst, math.Abs(value[i]-y))
			}
		}
	}
	return worst
}

// Weights returns the network in the paper's form, neuron 1 first: W and b one
// number a neuron, α a row of outputs a neuron. x is meant scaled. O(N m).
func (m *TNN) Weights() (w, b []float64, alpha Matrix) {
	n := len(m.x)
	w, b = make([]float64, n), make([]float64, n)
	alpha = Matrix{Data: make([]float64, n*m.Outputs()), Rows: n, Columns: m.Outputs()}
	for j, x := range m.x {
		w[j] = 2 * m.a / m.gap[j]
		b[j] = m.a - float64(w[j]*x)
		copy(alpha.Row(j), m.alphaOf(j))
		if j > 0 {
			for i, y := range m.alphaOf(j - 1) {
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
func (m *TNN) Features() int       { return 1 }
func (m *TNN) Outputs() int        { return m.points.alpha.Columns }
func (m *TNN) Samples() int        { return m.data.X.Rows }
func (m *TNN) Classes() []Label    { return m.points.classes } // nil for a regression
func (m *TNN) Report() Report      { return m.report }
func (m *TNN) Data() Dataset       { return m.data }
func (m *TNN) Options() TNNOptions { return m.options }
