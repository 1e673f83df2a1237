package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
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

	Control
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
	need    int64 // TNNOptions.needBytes
	points  *points
	a       float64
	order   []int               // points, lowest first: neuron j stands for order[j]
	x, y    Matrix              // their scaled inputs and their outputs, in that order
	lowest  []float64           // Δ of the lowest neuron, one a feature
	index   *stabbing.Intervals // on one feature: which neurons are neither 0 nor 1; nil with an order
	report  Report
	kept    answers
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
			`Give one column, or the samples' order from highest to lowest, or fit an SQANN.`).At(-1, 1)
	}
	if d.Weights != nil {
		return nil, NewError(Unsupported, "A TNN has no weights of samples.", `Omit weights, or fit an SQANN.`).In("weights")
	}
	if o = o.copied(); o.Scale == ScalePreset {
		o.Scale = ScaleNone
	}
	classes := classesOf(d)
	need := o.needBytes(d, len(classes))
	if err := checkMemory(need, o.MaxBytes, d.X.Rows); err != nil {
		return nil, err
	}
	d = d.withoutMinusZeros()
	account := counter{total: d.X.Rows, control: o.Control}
	points, err := newPoints(d, classes, nil, o.Scale, nil, o.Duplicates, true, false, &account)
	if err != nil {
		return nil, err
	}
	m := &TNN{data: d, options: o, need: need, points: points, kept: make(answers, 1)}
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
	m.options.Control = Control{} // which is of the call alone
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

// outputAt writes the output at the scaled x to dst, and says whether x is a sample.
func (m *TNN) outputAt(dst, x []float64) (hit bool) {
	if m.index != nil {
		below := m.index.Below(x[0])
		m.sum(dst, x[0], below)
		return m.isSample(x[0], below)
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
