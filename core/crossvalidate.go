package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

// CrossValidateOptions are the options of CrossValidate and OutOfFold. The zero value is the default.
type CrossValidateOptions struct {
	Folds int    // 0 means 10, or as many as there are samples; at least 2, at most one a sample
	Seed  uint64 // of the shuffle that deals the samples into folds

	// Split, when not nil, gives the samples of a fit on some rows, and the X of the rows held back, where both are more than
	// rows of the data set: an Encoding is learned for each fit. Its errors number rows as InRows takes them.
	Split func(rest, held []int) (Dataset, Matrix, error)

	Control
}

// CrossValidation is what CrossValidate finds.
type CrossValidation struct {
	*Evaluation // over all samples

	// Spread is the standard deviation of the figures over the folds (with one less than their number below the root),
	// of those folds in which a figure is defined; NaN where fewer than two are. Its Rows is how many folds there are.
	Spread Figures

	Answers  *Examination // of each sample by the model fitted without its fold; scores over all classes
	Classes  []Label      // of the whole set; nil for a regression
	Folds    []int        // which fold each sample was in, from 0 on
	Warnings []string
}

const defaultFolds = 10

// FoldsOf is how many folds so many samples are dealt into: what is asked for, unless that is out of its range.
func (o CrossValidateOptions) FoldsOf(rows int) int {
	if o.Folds == 0 || o.Folds > rows {
		return min(defaultFolds, rows)
	}
	return o.Folds
}

// CrossValidate answers each sample by a model that was fitted on the other folds: scaling, relevance, settings, the
// duplicate rule and all are found from those alone. The samples are dealt by a seeded shuffle, for classes so that each
// fold has its share of every class.
//
// Cost: a fit for each fold.
func CrossValidate(d Dataset, way TuneCandidate, o CrossValidateOptions) (*CrossValidation, error) {
	v := &CrossValidation{Classes: classesOf(d)}
	v.Answers = newExamination(d.X.Rows, max(len(v.Classes), d.Values.Columns))
	e := v.Answers
	var merged int
	var err error
	v.Folds, merged, err = outOfFold(d, way, o, func(row int, a *Answer) {
		copy(e.Values.Row(row), a.Value)
		e.Status[row], e.Recognition[row] = a.Status, a.Recognition
		e.Familiarity[row], e.Activation[row] = a.Familiarity, a.Activation
	})
	if err != nil {
		return nil, err
	}
	if merged > 0 {
		v.Warnings = append(v.Warnings, itoa(merged)+" samples have equal x and different y; each fit applied the option duplicates to its own samples.")
	}
	v.Evaluation = evaluate(v.Classes, &e.Predictions, d)
	v.measureSpread(d)
	return v, nil
}

func (v *CrossValidation) measureSpread(d Dataset) {
	rows := rowsOfFolds(v.Folds)
	parts := make([]Figures, len(rows))
	for f, list := range rows {
		parts[f] = evaluate(v.Classes, v.Answers.pick(list), d.pick(list)).Figures
	}
	v.Spread = Figures{Rows: len(rows)}
	for k, deviation := range v.Spread.list() {
		var list []float64
		for i := range parts {
			if x := *parts[i].list()[k]; x == x {
				list = append(list, x)
			}
		}
		*deviation = math.NaN()
		if len(list) >= 2 {
			_, *deviation = floatmath.MeanAndDeviation(list)
			*deviation *= math.Sqrt(float64(len(list)) / float64(len(list)-1))
		}
	}
}

//go:noinline
func (f *Figures) list() [5]*float64 {
	return [...]*float64{&f.RMSE, &f.MAE, &f.R2, &f.Accuracy, &f.Fractional}
}

// CandidateOf is how a model was fitted: its options, for a fit on other data. It learns relevance anew where the model
// learned it.
func CandidateOf(m Model) TuneCandidate {
	switch m := m.(type) {
	case *SQANN:
		return TuneCandidate{SQANN: m.options}
	case *TNN:
		o := m.options
		return TuneCandidate{TNN: &o}
	}
	panic(panicUnfitted)
}

// Answer is what a model answers to one input, and the neurons that made it.
type Answer struct {
	Value       []float64 // the outputs, or a score for each class; NaN for StatusNone
	Status      Status
	Recognition Recognition
	Familiarity float64
	Activation  float64 // Examination.Activation

	// Weights and Alphas are the neurons' shares of the output, which sum to 1, and what each stands for, a row a
	// neuron. A TNN's are the samples beside the input by their shares (tnnfamiliar.go). Without an output there are none.
	Weights []float64
	Alphas  Matrix
}

//go:noinline
func (a *Answer) begin(value []float64) {
	*a = Answer{Value: value, Weights: a.Weights[:0], Alphas: Matrix{Data: a.Alphas.Data[:0], Columns: len(value)}}
}

//go:noinline
func (a *Answer) add(weight float64, alpha []float64) {
	a.Weights = append(a.Weights, weight)
	a.Alphas.Data = append(a.Alphas.Data, alpha...)
	a.Alphas.Rows++
}

// OutOfFold answers each sample as CrossValidate does and shows the answers, fold by fold. What is shown must not be kept
// or changed. Values and alphas are over all classes of d, also where a fold's model knows fewer. It returns which fold
// each sample was in.
func OutOfFold(d Dataset, way TuneCandidate, o CrossValidateOptions, each func(row int, a *Answer)) ([]int, error) {
	fold, _, err := outOfFold(d, way, o, each)
	return fold, err
}

func outOfFold(d Dataset, way TuneCandidate, o CrossValidateOptions, each func(row int, a *Answer)) (fold []int, merged int, err error) {
	if err := d.validate(); err != nil {
		return nil, 0, err
	}
	count, err := foldCount(d, o.Folds, defaultFolds)
	if err != nil {
		return nil, 0, err
	}
	if merged, err = way.checkFor(d, o.part(0, count)); err != nil {
		return nil, 0, err
	}
	if err := checkClassSizes(d); err != nil {
		return nil, 0, err
	}
	fold = folds(d, count, o.Seed)
	classes := classesOf(d)
	for f, rows := range rowsOfFolds(fold) {
		if err := o.report(f, count); err != nil {
			return nil, 0, err
		}
		p, err := partition(d, rows, o.Split)
		if err != nil {
			return nil, 0, err
		}
		m, err := way.without(p.held).fit(p.others, o.part(f, count), new(prepared))
		if err != nil {
			return nil, 0, InRows(err, p.numbers)
		}
		var wide Answer
		err = m.answerEach(p.x, func(i int, a *Answer) {
			if len(m.Classes()) == len(classes) {
				each(rows[i], a)
				return
			}
			a.over(classes, m.Classes(), &wide)
			each(rows[i], &wide)
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return fold, merged, o.report(count, count)
}

// over puts an answer over some classes into one over all.
func (a *Answer) over(all, some []Label, wide *Answer) {
	data := wide.Alphas.Data
	*wide = *a
	wide.Value = make([]float64, len(all))
	spreadScores(wide.Value, a.Value, all, some)
	wide.Alphas = Matrix{Data: data[:0], Columns: len(all), Rows: a.Alphas.Rows}
	row := make([]float64, len(all))
	for i := range a.Alphas.Rows {
		spreadScores(row, a.Alphas.Row(i), all, some)
		wide.Alphas.Data = append(wide.Alphas.Data, row...)
	}
}

//go:noinline
func classesOf(d Dataset) []Label {
	if d.Labels == nil {
		return nil
	}
	return sortedClasses(d.Labels)
}

// checkFor refuses what no fit on a part of d may hide: the options, and equal rows with different y, which a fold can
// keep apart. It returns how many rows the option duplicates decides about.
//
//go:noinline
func (c TuneCandidate) checkFor(d Dataset, control Control) (merged int, err error) {
	if c.TNN != nil {
		m, err := FitTNN(d, c.TNN.with(control))
		if err != nil {
			return 0, err
		}
		return m.points.merged, nil
	}
	o := c.options(control)
	if o.inReach != nil && o.inReach.check("") != nil {
		return 0, badOption("a1", "A1 is "+ftoa(c.A1)+" and A2 "+ftoa(c.A2)+".", "Give both above 0, in units of q² and q, or neither.")
	}
	m, err := newSQANN(d, o)
	if err != nil {
		return 0, err
	}
	return m.points.merged, nil
}

// foldCount is how many folds were asked for, or as many as usual.
//
//go:noinline
func foldCount(d Dataset, asked, usual int) (int, error) {
	if d.X.Rows < 2 {
		return 0, NewError(InvalidInput, "X has 1 row.", "Cross-validation needs at least two.")
	}
	if asked == 0 {
		asked = min(usual, d.X.Rows)
	}
	if asked < 2 || asked > d.X.Rows {
		return 0, badOption("folds", "folds is "+itoa(asked)+", there are "+count(d.X.Rows, "sample")+".", "Give at least 2, and at most the number of samples.")
	}
	return asked, nil
}

// checkClassSizes refuses a class with one sample: the model fitted without it can't know the class.
//
//go:noinline
func checkClassSizes(d Dataset) error {
	members := make(map[Label]int)
	for _, l := range d.Labels {
		members[l]++
	}
	for row, l := range d.Labels {
		if members[l] == 1 {
			return onlyOne(row, shownLabel(l))
		}
	}
	return nil
}

//go:noinline
func onlyOne(row int, class string) *Error {
	e := NewError(InvalidInput, "y["+itoa(row)+"] is the only sample of its class, "+class+", so a model fitted without it doesn't know the class.",
		"Omit the sample, or give more samples of the class.").At(row, -1)
	e.among = func(number []int) *Error { return onlyOne(number[row], class) }
	return e
}

func shownLabel(l Label) string {
	if l.Kind == TextLabel {
		return `"` + l.Text + `"`
	}
	return l.String()
}

//go:noinline
func rowsOfFolds(fold []int) [][]int {
	var rows [][]int
	for row, f := range fold {
		for f >= len(rows) {
			rows = append(rows, nil)
		}
		rows[f] = append(rows[f], row)
	}
	return rows
}

// foldPart is a data set of which some rows are held back.
type foldPart struct {
	held    []bool
	numbers []int
	others  Dataset // the others
	x       Matrix  // of those held back
}

//go:noinline
func partition(d Dataset, rows []int, split func(rest, held []int) (Dataset, Matrix, error)) (p foldPart, err error) {
	p.held = make([]bool, d.X.Rows)
	for _, row := range rows {
		p.held[row] = true
	}
	p.numbers = marked(negated(p.held))
	if split == nil {
		p.others, p.x = d.pick(p.numbers), d.X.pick(rows)
		return p, nil
	}
	p.others, p.x, err = split(p.numbers, rows)
	return p, InRows(err, p.numbers)
}

func (m *SQANN) answerEach(x Matrix, each func(i int, a *Answer)) error {
	m.mustBeFitted()
	if err := CheckQuery(x, m.Features()); err != nil {
		return err
	}
	values := newMatrix(x.Rows, m.Outputs())
	var shown Answer
	m.propagate(x, values, func(i int, a *answer, seen propagation) {
		shown.begin(a.value)
		shown.Status = a.status
		shown.Familiarity, shown.Recognition = m.network.knows(seen)
		shown.Activation = a.activation()
		a.weigh(1 / float64(len(a.made)))
		for c := range a.made {
			shown.add(a.made[c].weight, m.alpha(&a.made[c]))
		}
		each(i, &shown)
	})
	return nil
}

func (m *TNN) answerEach(x Matrix, each func(i int, a *Answer)) error {
	seen, err := m.Examine(x)
	if err != nil {
		return err
	}
	scaled := make([]float64, m.Features())
	var shown Answer
	for i := range x.Rows {
		shown.begin(seen.Values.Row(i))
		shown.Status, shown.Recognition = seen.Status[i], seen.Recognition[i]
		shown.Familiarity, shown.Activation = seen.Familiarity[i], seen.Activation[i]
		m.scaled(scaled, x.Row(i))
		from, shares := m.sharesBeside(scaled)
		for j, share := range shares {
			shown.add(share, m.y.Row(from+j))
		}
		each(i, &shown)
	}
	return nil
}
