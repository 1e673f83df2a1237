package nca

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

const (
	work            = 1 << 25 // additions that all evaluations may take, approximately
	leastEvaluation = 6       // evaluations that are always allowed
	mostEvaluations = 400
	coarseRows      = 200
	coarseMost      = 24 // evaluations on a quarter
	scoutMost       = 10 // evaluations of each scout
	firstStart      = -3
	lastStart       = 4
	middleOfNormal  = 2.563 // standard deviations from the first decile to the last
	tinySpread      = 1e-12
)

// Budget bounds the evaluations of the objective.
type Budget struct {
	Work  int // additions that they may take, approximately
	Least int // evaluations that are always allowed
}

// Whole is the budget where nothing is known, and half of it is for a search that begins with results for parts.
var Whole = Budget{work, leastEvaluation}

// evaluations is how many the minimiser may make: fewer if one is expensive.
func (b Budget) evaluations(z spatial.Matrix) int {
	return max(b.Least, min(mostEvaluations, b.Work/(evaluation(z.Rows, z.Columns)+1)))
}

// evaluation is how many additions one takes, with its part of finding the nearest rows.
func evaluation(rows, features int) int {
	if rows > 2*nearest {
		return rows * features * (2*nearest + rows/fresh)
	}
	return rows * features * rows
}

// Learn returns the t that the minimiser reaches from another; without one, from start. The outcomes are
// classes, or the rows of targets if class is nil; these are changed. It is nil where the samples tell nothing.
func Learn(z, targets spatial.Matrix, class []int, from []float64, budget Budget, account spatial.Account) ([]float64, error) {
	if z.Rows < 3 {
		return nil, nil
	}
	if class == nil {
		Standardize(targets)
	}
	o, err := newObjective(z, targets, class, account)
	if err != nil {
		return nil, err
	}
	t := slices.Clone(from)
	if from == nil {
		if t, err = o.begin(budget); err != nil || t == nil {
			return nil, err
		}
	}
	_, err = o.minimize(t, budget.evaluations(z))
	return t, err
}

func (o *objective) minimize(t []float64, budget int) (float64, error) {
	defer func() { o.near = o.near[:0] }()
	return minimize(o.at, o.findNear, t, budget)
}

// Weights returns s for t.
func Weights(t []float64) []float64 {
	most := t[0]
	for _, v := range t {
		most = math.Max(most, v)
	}
	s := make([]float64, len(t))
	for j, v := range t {
		s[j] = math.Max(floatmath.Exp((v-most)/2), Least)
	}
	return s
}

// Least is the smallest weight.
const Least = 0.02

// Standardize turns each column into deviations from its mean, in units of its standard deviation. A constant column
// becomes 0. Values are divided by the largest one first, so that no square overflows.
func Standardize(m spatial.Matrix) {
	n := float64(m.Rows)
	for j := range m.Columns {
		unit, mean, squares := 0.0, 0.0, 0.0
		for i := j; i < len(m.Data); i += m.Columns {
			unit = math.Max(unit, math.Abs(m.Data[i]))
		}
		for i := j; i < len(m.Data); i += m.Columns {
			if unit > 0 {
				m.Data[i] /= unit
			}
			mean += m.Data[i] / n
		}
		for i := j; i < len(m.Data); i += m.Columns {
			m.Data[i] -= mean
			squares += float64(m.Data[i] * m.Data[i])
		}
		deviation := math.Sqrt(squares / n)
		for i := j; i < len(m.Data); i += m.Columns {
			if deviation > 1e-14 {
				m.Data[i] /= deviation
			} else {
				m.Data[i] = 0
			}
		}
	}
}

// begin returns the t at which the minimiser starts: its result for a quarter of the samples, which takes a sixteenth
// of the time, or the start if there are few samples. It is nil where the objective isn't defined. It calls itself with a
// quarter of the samples, so it is nested log4 of their number deep.
func (o *objective) begin(budget Budget) ([]float64, error) {
	if o.z.Rows < 2*coarseRows {
		return o.scouted(budget)
	}
	rows := make([]int, o.z.Rows/4)
	for i := range rows {
		rows[i] = 4 * i
	}
	var class []int
	var targets spatial.Matrix
	if o.class != nil {
		class = make([]int, len(rows))
		for i, row := range rows {
			class[i] = o.class[row]
		}
	} else {
		targets = o.targets.Pick(rows)
	}
	some, err := newObjective(o.z.Pick(rows), targets, class, o.account)
	if err != nil {
		return nil, err
	}
	t, err := some.begin(budget)
	if err == nil && t != nil {
		_, err = some.minimize(t, min(coarseMost, budget.evaluations(some.z)))
	}
	return t, err
}

// scouted makes some steps from three starting points, and returns the lowest result. One is start, where all features
// have equal weights. Its value is often low only because each sample is answered by its nearest one alone. Then the
// gradient says little about the features, and the minimiser stays there. The other two give all features the same
// robust spread, so that one far sample doesn't hide a feature, and their weights are smaller, so that more neighbours
// count.
func (o *objective) scouted(budget Budget) ([]float64, error) {
	first, value, err := o.start()
	if err != nil || math.IsInf(value, 1) {
		return nil, err
	}
	spreads := o.spreads()
	even := o.z.Pick(sorting.Identity(o.z.Rows))
	for i := range even.Data {
		even.Data[i] /= spreads[i%even.Columns]
	}
	unit, err := o.unit(even)
	if err != nil || unit != unit {
		return first, err
	}
	starts := [][]float64{first}
	for _, b := range softStarts {
		t := make([]float64, len(spreads))
		for j, v := range spreads {
			t[j] = unit + b - float64(2*floatmath.Log(v))
		}
		starts = append(starts, t)
	}
	var t []float64
	best := math.Inf(1)
	for _, from := range starts {
		reached, err := o.minimize(from, min(scoutMost, budget.evaluations(o.z)))
		if err != nil {
			return nil, err
		}
		if reached < best {
			t, best = from, reached
		}
	}
	return t, nil
}

// softStarts are added to the unit in the other two starting points of scouted.
var softStarts = []float64{0, 1}

// start returns the best t whose elements are all equal: the unit + b, for some b.
func (o *objective) start() (t []float64, value float64, err error) {
	unit, err := o.unit(o.z)
	if err != nil || unit != unit {
		return nil, math.Inf(1), err
	}
	var some [][]float64
	for b := firstStart; b <= lastStart; b++ {
		t := make([]float64, o.z.Columns)
		for j := range t {
			t[j] = unit + float64(b)
		}
		some = append(some, t)
	}
	return o.lowest(some)
}

// lowest returns the t with the least value, the first one if none is finite.
func (o *objective) lowest(some [][]float64) (t []float64, value float64, err error) {
	t, value = some[0], math.Inf(1)
	for _, other := range some {
		v, err := o.at(other, nil)
		if err != nil {
			return nil, 0, err
		}
		if v < value {
			t, value = other, v
		}
	}
	return t, value, nil
}

// unit is log(2/q²), where q is the reach of the samples; NaN if q is too small or too large for this.
func (o *objective) unit(z spatial.Matrix) (float64, error) {
	index, err := spatial.NewIndex(z, o.account)
	if err != nil {
		return 0, err
	}
	q, _, err := spatial.Reach(index, nil, o.account)
	if err != nil {
		return 0, err
	}
	per := 2 / float64(q*q)
	if !(per > 1e-300 && per < 1e300) {
		return math.NaN(), nil
	}
	return floatmath.Log(per), nil
}

// spreads returns the features' standard deviations. If the distance between the first and the last decile implies a
// smaller one for a normal distribution, it returns that. A constant feature has spread 1.
func (o *objective) spreads() []float64 {
	spreads := make([]float64, o.z.Columns)
	column := make([]float64, o.z.Rows)
	for j := range spreads {
		for i := range column {
			column[i] = o.z.Row(i)[j]
		}
		_, spread := floatmath.MeanAndDeviation(column)
		middle := sorting.Quantile(column, 0.9) - sorting.Quantile(column, 0.1)
		if middle /= middleOfNormal; middle > tinySpread && middle < spread {
			spread = middle
		}
		if !(spread > tinySpread) {
			spread = 1
		}
		spreads[j] = spread
	}
	return spreads
}
