package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// How the minimum of relevance.go is sought: on a quarter of the samples first, from several starting points, with
// a bound on the work.

const (
	lessonWork      = 1 << 28
	leastEvaluation = 8
	mostEvaluations = 400
	coarseRows      = 200
	coarseMost      = 40 // evaluations on a quarter
	scoutMost       = 15 // evaluations of each scout
	firstStart      = -3
	lastStart       = 4
	middleOfNormal  = 2.563 // standard deviations from the first decile to the last
	tinySpread      = 1e-12
)

// learnFrom returns the t that the minimiser reaches from the best of some t; without any, from begin.
func (l *lesson) learnFrom(some [][]float64) ([]float64, error) {
	if l.z.Rows < 3 {
		return nil, nil
	}
	l.cut, l.tiny = roughCut, roughSlope
	if err := l.prepare(); err != nil {
		return nil, err
	}
	var t []float64
	var err error
	if some == nil {
		t, err = l.begin()
	} else {
		t, _, err = l.lowest(some)
	}
	if err != nil || t == nil {
		return nil, err
	}
	_, err = minimize(l.objective, t, l.evaluations())
	return t, err
}

// evaluations is how many the minimiser may make: fewer if one is expensive.
func (l *lesson) evaluations() int {
	return max(l.least, min(mostEvaluations, l.work/(l.z.Rows*l.z.Rows*l.z.Columns+1)))
}

// begin returns the t at which the minimiser starts: its result for a quarter of the samples, which takes a sixteenth
// of the time, or the start if there are few samples. It is nil where the objective isn't defined. It calls itself with a
// quarter of the samples, of which there are at most lessonRows: five deep.
func (l *lesson) begin() ([]float64, error) {
	if l.z.Rows < 2*coarseRows {
		return l.scouted()
	}
	some := *l
	rows := make([]int, l.z.Rows/4)
	for i := range rows {
		rows[i] = 4 * i
	}
	some.z = l.z.pick(rows)
	if l.class != nil {
		some.class = make([]int, len(rows))
		for i, row := range rows {
			some.class[i] = l.class[row]
		}
	} else {
		some.targets = l.targets.pick(rows)
	}
	if err := some.prepare(); err != nil {
		return nil, err
	}
	t, err := some.begin()
	if err == nil && t != nil {
		_, err = minimize(some.objective, t, min(coarseMost, some.evaluations()))
	}
	return t, err
}

// scouted makes some steps from three starting points, and returns the lowest result. One is start, where all features
// have equal weights. Its value is often low only because each sample is answered by its nearest one alone. Then the
// gradient says little about the features, and the minimiser stays there. The other two give all features the same
// robust spread, so that one far sample doesn't hide a feature, and their weights are smaller, so that more neighbours
// count.
func (l *lesson) scouted() ([]float64, error) {
	first, value, err := l.start()
	if err != nil || math.IsInf(value, 1) {
		return nil, err
	}
	spreads := l.spreads()
	even := l.z.pick(sorting.Counting(l.z.Rows))
	for i := range even.Data {
		even.Data[i] /= spreads[i%even.Columns]
	}
	unit, err := l.unit(even)
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
	best := inf
	for _, from := range starts {
		reached, err := minimize(l.objective, from, min(scoutMost, l.evaluations()))
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
func (l *lesson) start() (t []float64, value float64, err error) {
	unit, err := l.unit(l.z)
	if err != nil || unit != unit {
		return nil, inf, err
	}
	var some [][]float64
	for b := firstStart; b <= lastStart; b++ {
		t := make([]float64, l.z.Columns)
		for j := range t {
			t[j] = unit + float64(b)
		}
		some = append(some, t)
	}
	return l.lowest(some)
}

// lowest returns the t with the least value, the first one if none is finite.
func (l *lesson) lowest(some [][]float64) (t []float64, value float64, err error) {
	t, value = some[0], inf
	for _, other := range some {
		v, err := l.objective(other, nil)
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
func (l *lesson) unit(z Matrix) (float64, error) {
	index, err := spatial.NewIndex(spatial.Matrix(z), l.account)
	if err != nil {
		return 0, err
	}
	q, _, err := spatial.Reach(index, nil, l.account)
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
func (l *lesson) spreads() []float64 {
	spreads := make([]float64, l.z.Columns)
	column := make([]float64, l.z.Rows)
	for j := range spreads {
		for i := range column {
			column[i] = l.z.Row(i)[j]
		}
		_, spread := meanAndDeviation(column)
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
