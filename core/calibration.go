package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/conformal"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Calibration says how far a model's answers can be trusted (SPEC 3.13). It compares the answer to each sample, by a model
// fitted without the sample's fold, with the sample's outcome. On average, an interval of coverage c contains the outcome
// of a share c of new samples, if these are drawn as the fitting samples were. This holds separately for those that the
// model recognises strongly, moderately and weakly.
type Calibration struct {
	Folds int
	Seed  uint64

	// For each sample's answer, in data set order: how well it was known, and how wrong it was. For numbers a score is
	// |y - f| divided by what Intervals multiplies it by, one score per output; y - f if Lopsided. For classes it is 1 minus the
	// score of the true class, in [0, 1].
	Recognition []Recognition
	Familiarity []float64
	Scores      Matrix

	// Median has, for each output, the median of the spreads above 0 of the neurons behind an answer; nil for classes.
	Median []float64

	// Lopsided says that intervals reach down and up as far as the scores of that sign ask for, and that they don't begin below 0
	// where no sample does.
	Lopsided bool

	Adapt *Adaptation // nil where a learner doesn't move the coverage

	// Of the samples that count (counting):
	model    Model
	scores   []*conformal.Scores // of each output (Lopsided: of what is below, and of what is above), by recognition; for classes with the shares added
	floor    []float64           // of each output; nil if not Lopsided
	shares   []float64           // of the classes; nil for numbers
	familiar []float64           // nil without Adapt
}

// scoreSamples is how many samples a score counts for; the share of its class counts for one. Among eight neighbours
// many classes have score 0. Without the shares these would be tied, and a set with one of them would contain all.
const scoreSamples = 8

// Calibrate finds how far answers can be trusted. It costs one fit per fold and one prediction per sample.
func Calibrate(m Model, o CrossValidateOptions) (*Calibration, error) {
	if m, ok := m.(*SQANN); ok && m.Interpolation().Mode == InterpolateNone {
		return nil, NewError(Unsupported, `With interpolation "none" most new samples have no answer, so the model can't be calibrated.`,
			"Fit with another interpolation, such as top 8.")
	}
	d, classes := m.Data(), m.Classes()
	if o.Lopsided && classes != nil {
		return nil, badOption("lopsided", "The model predicts classes, whose sets have no sides.", "Omit lopsided.")
	}
	n, outputs := d.X.Rows, m.OutputCount()
	truth := d.outcomes(classes)
	if o.Ordered {
		return nil, badOption("ordered", "Calibrating needs an answer to every sample, which folds in the order of time don't give.", "Omit ordered; groups keep together what belongs together.")
	}
	how := RecipeOf(m)
	if m, ok := m.(*SQANN); ok {
		how.SQANN.Interpolation = m.Interpolation() // the spreads of another kind of answer tell nothing of this one's
	}
	found, err := answerOutOfFold(d, how, o)
	if err != nil {
		return nil, err
	}
	c := &Calibration{Folds: slices.Max(found.fold) + 1, Seed: o.Seed, Recognition: found.Recognition, Familiarity: found.Familiarity, Lopsided: o.Lopsided}
	if classes != nil {
		c.Scores = newMatrix(n, 1)
		for row := range n {
			c.Scores.Data[row] = missingScore(found.Values.Row(row)[argmax(truth.Row(row))])
		}
	} else {
		c.Scores = newMatrix(n, outputs)
		for i, y := range truth.Data {
			c.Scores.Data[i] = y - found.Values.Data[i]
		}
		c.normalise(&found.spreads)
	}
	c.sortScores(m)
	return c, nil
}

// spread is the weighted standard deviation of an output over the neurons behind the answer, from the local line if there
// is one. It is exactly 0 if they agree.
//
//go:noinline
func (a *answer) spread(output int) float64 {
	if a.local {
		return a.leaves.mixed(a.line.spread[output], output)
	}
	if len(a.made) == 0 {
		return 0
	}
	alpha := func(i int) float64 { return a.points.alpha.Row(int(a.made[i].Point))[output] }
	equal := 1 / float64(len(a.made))
	first, mean, largest := alpha(0), 0.0, 0.0
	for i := range a.made {
		mean += float64(a.weight(i, equal) * (alpha(i) - first))
	}
	for i := range a.made {
		largest = math.Max(largest, math.Abs(alpha(i)-first-mean))
	}
	if largest == 0 {
		return 0
	}
	sum := 0.0
	for i := range a.made { // in units of the largest: its square may overflow
		d := (alpha(i) - first - mean) / largest
		sum += float64(a.weight(i, equal) * float64(d*d))
	}
	return float64(largest * math.Sqrt(sum))
}

// normalise finds the median spreads, and makes a score of each y - f.
func (c *Calibration) normalise(spreads *Matrix) {
	for j := range spreads.Columns {
		var above []float64
		for i := range spreads.Rows {
			if u := spreads.Row(i)[j]; u > 0 {
				above = append(above, u)
			}
		}
		median := 1.0
		if len(above) > 0 {
			median = sorting.Quantile(above, 0.5)
		}
		c.Median = append(c.Median, median)
		for i := range spreads.Rows {
			s := &c.Scores.Row(i)[j]
			*s = c.scoreOf(*s, spreads.Row(i)[j], j)
		}
	}
}

// scoreOf is the score of y - f.
func (c *Calibration) scoreOf(off, spread float64, output int) float64 {
	size := math.Min(math.Abs(off)/c.unit(spread, output), math.MaxFloat64)
	if c.Lopsided && off < 0 {
		return -size
	}
	return size
}

// unit is above 0: half of the least number is none.
func (c *Calibration) unit(spread float64, output int) float64 {
	return math.Max(spread+c.Median[output]/2, math.SmallestNonzeroFloat64)
}

// sortScores puts the scores into the order that quantiles need.
func (c *Calibration) sortScores(m Model) {
	c.model = m
	rows := c.counting(m.SampleCount(), func(i int) int { return i })
	var truth Matrix
	if classes := m.Classes(); classes != nil {
		truth = m.Data().outcomes(classes).pick(rows)
	}
	c.sort(rows, truth)
	c.floor = nil
	for j := range c.Scores.Columns {
		if values := m.Data().Values; c.Lopsided {
			floor := 0.0
			for i := range values.Rows {
				if values.Row(i)[j] < 0 {
					floor = math.Inf(-1)
				}
			}
			c.floor = append(c.floor, floor)
		}
	}
}

// sort sorts the scores of the samples that count; truth is their outputs where these are classes.
func (c *Calibration) sort(rows []int, truth Matrix) {
	c.scores, c.shares, c.familiar = nil, nil, nil
	var class []int
	if truth.Rows > 0 {
		c.shares = make([]float64, truth.Columns)
		for i := range truth.Rows {
			class = append(class, argmax(truth.Row(i)))
			c.shares[class[i]] += 1 / float64(truth.Rows)
		}
	}
	recognition := func(i int) int { return int(c.Recognition[rows[i]]) }
	for j := range c.Scores.Columns {
		scores := make([]float64, len(rows))
		for i, row := range rows {
			scores[i] = c.Scores.Row(row)[j]
			if class != nil {
				scores[i] = c.setScore(scores[i], class[i])
			}
		}
		for side := range c.sides() {
			c.scores = append(c.scores, conformal.New(c.onSide(scores, side), recognition, len(c.Counts())))
		}
	}
	if c.Adapt != nil {
		for _, row := range rows {
			c.familiar = append(c.familiar, c.Familiarity[row])
		}
	}
}

// sides is how many lists of scores an output has.
func (c *Calibration) sides() int {
	if c.Lopsided {
		return 2
	}
	return 1
}

// onSide are scores as those of what is below (0) or above (1), of which those on the other side are 0.
func (c *Calibration) onSide(scores []float64, side int) []float64 {
	if !c.Lopsided {
		return scores
	}
	own := make([]float64, len(scores))
	for i, s := range scores {
		if side == 0 {
			s = -s
		}
		own[i] = math.Max(s, 0)
	}
	return own
}

// missingScore is 1 minus a class's score. A TNN's scores may lie outside of [0, 1].
func missingScore(score float64) float64 { return math.Max(0, math.Min(1-score, 1)) }

// setScore decides whether a class is in a set. It is 1 minus the weighted mean of the class's score, which counts for
// eight samples, and its share, which counts for one.
func (c *Calibration) setScore(missing float64, class int) float64 {
	return (float64(scoreSamples*missing) + (1 - c.shares[class])) / (scoreSamples + 1)
}

// RestoreCalibration checks that a stored calibration fits its model.
func RestoreCalibration(m Model, c *Calibration) error {
	wrong := func(what string) error {
		return NewError(InvalidInput, "calibration."+what+" is wrong.", "Calibrate the model again.")
	}
	n, outputs := m.SampleCount(), m.OutputCount()
	medians := outputs
	if m.Classes() != nil {
		outputs, medians = 1, 0
	}
	if medians == 0 && c != nil && c.Lopsided {
		return wrong("lopsided")
	}
	switch {
	case c == nil || c.Folds < 2 || c.Folds > n:
		return wrong("folds")
	case len(c.Recognition) != n:
		return wrong("recognition")
	case len(c.Familiarity) != n:
		return wrong("familiarity")
	case c.Scores.Rows != n || c.Scores.Columns != outputs || len(c.Scores.Data) != n*outputs:
		return wrong("scores")
	case len(c.Median) != medians:
		return wrong("median")
	case c.Adapt != nil && !c.Adapt.valid(n, outputs*int(Strong+1)):
		return wrong("adapt")
	}
	for i := range n {
		if c.Recognition[i] > Strong {
			return wrong("recognition")
		}
		if v := c.Familiarity[i]; !(v >= 0 && v <= 1) {
			return wrong("familiarity")
		}
	}
	least, largest := 0.0, math.MaxFloat64
	if medians == 0 {
		largest = 1
	}
	if c.Lopsided {
		least = -largest
	}
	for _, v := range c.Scores.Data {
		if !(v >= least && v <= largest) {
			return wrong("scores")
		}
	}
	for _, v := range c.Median {
		if !(v > 0 && v <= math.MaxFloat64) {
			return wrong("median")
		}
	}
	c.sortScores(m)
	return nil
}

// Counts is how many samples were recognised weakly, moderately and strongly.
func (c *Calibration) Counts() (counts [3]int) {
	for _, r := range c.Recognition {
		counts[r]++
	}
	return counts
}

// Threshold is the 5 % quantile of the familiarity that the samples have to the models fitted without their folds; NaN for
// the zero Calibration.
func (c *Calibration) Threshold() float64 {
	return unfamiliar(c.Familiarity)
}

// quantile is the score that a share of coverage doesn't exceed. That of a weak recognition is never below that of a
// moderate one.
func (c *Calibration) quantile(r Recognition, output, side int, coverage float64) float64 {
	if q, moved := c.moved(r, output, side, coverage); moved {
		return q
	}
	scores, share := c.scores[output*c.sides()+side], c.tail(coverage)
	q := scores.Quantile(int(r), share)
	if r == Weak {
		q = math.Max(q, scores.Quantile(int(Moderate), share))
	}
	return q
}

// moved is the score at the level where the coverage is now, if it moves: there have to be enough scores.
func (c *Calibration) moved(r Recognition, output, side int, coverage float64) (q float64, ok bool) {
	if c.Adapt == nil {
		return 0, false
	}
	level := c.Adapt.level(int(r)*c.Scores.Columns+output, coverage)
	return c.scores[output*c.sides()+side].Moved(int(r), c.tail(coverage), c.tail(level))
}

// tail is the share of scores of one side that a coverage asks for: each side may miss half of the rest.
func (c *Calibration) tail(coverage float64) float64 {
	if c.Lopsided {
		return (1 + coverage) / 2
	}
	return coverage
}

// CheckCoverage refuses a coverage that can't be promised.
func CheckCoverage(coverage float64) error {
	if coverage > 0 && coverage < 1 {
		return nil
	}
	hint := "Give a number above 0 and below 1; 0.9 is usual."
	if coverage == 1 {
		hint = "Only the set of all outcomes has coverage 1: give a number below 1, such as 0.99."
	}
	return badOption("coverage", "coverage is "+ftoa(coverage)+".", hint)
}

// check refuses what has no interval (classes: no set).
func (c *Calibration) check(classes bool, x Matrix, coverage float64) error {
	if err := CheckCoverage(coverage); err != nil {
		return err
	}
	switch {
	case c == nil || c.model == nil:
		return NewError(Unsupported, "The calibration is empty.", "Use what Calibrate returned, or pass it to RestoreCalibration with its model first.")
	case classes && c.model.Classes() == nil:
		return NewError(Unsupported, "The model predicts numbers, which don't have sets.", "Use Intervals.")
	case !classes && c.model.Classes() != nil:
		return NewError(Unsupported, "The model predicts classes, which don't have intervals.", "Use Sets.")
	}
	return CheckQuery(x, c.model.FeatureCount())
}

// Intervals are the lowest and the highest outcome that are expected at a coverage, for each row of x and each output of a
// model that predicts numbers. A row costs one prediction.
func (c *Calibration) Intervals(x Matrix, coverage float64) (low, high Matrix, err error) {
	if err := c.check(false, x, coverage); err != nil {
		return low, high, err
	}
	m := c.model
	low = Matrix{Data: make([]float64, 0, x.Rows*m.OutputCount()), Rows: x.Rows, Columns: m.OutputCount()}
	high = Matrix{Data: make([]float64, 0, x.Rows*m.OutputCount()), Rows: x.Rows, Columns: m.OutputCount()}
	m.ask(x, reasons, func(_ int, a *answer) {
		for j, f := range a.value {
			unit, up := c.unit(a.spread(j), j), c.sides()-1
			from, to := f-float64(c.quantile(a.recognition, j, 0, coverage)*unit), f+float64(c.quantile(a.recognition, j, up, coverage)*unit)
			if c.Lopsided {
				from = math.Max(from, c.floor[j])
				to = math.Max(from, to)
			}
			low.Data, high.Data = append(low.Data, from), append(high.Data, to)
		}
	})
	return low, high, nil
}

// Sets are the classes that are expected at a coverage for each row of x, the most likely first, as positions in the
// model's list of classes. The predicted class is always among them. A row costs one prediction.
func (c *Calibration) Sets(x Matrix, coverage float64) (sets [][]int, err error) {
	if err := c.check(true, x, coverage); err != nil {
		return nil, err
	}
	c.model.ask(x, knowledge, func(_ int, a *answer) {
		q, answered := c.quantile(a.recognition, 0, 0, coverage), argmax(a.value)
		var set []int
		for class, score := range a.value {
			if c.setScore(missingScore(score), class) <= q || class == answered {
				set = append(set, class)
			}
		}
		sorting.SortNumbers(set, func(one, other int) int { return cmp.Compare(a.value[other], a.value[one]) })
		sets = append(sets, set)
	})
	return sets, nil
}
