package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/folds"
)

// CrossValidateOptions are the options of CrossValidate and of a model's Calibrate. The zero value is the default.
type CrossValidateOptions struct {
	Folds int    // 0 means 10, or as many as there are samples or groups; at least 2, at most one a sample or group
	Seed  uint64 // of the shuffle that deals the samples into folds

	// Groups has a number for each sample, equal ones for samples that belong together: these share a fold. nil: none do.
	Groups []int

	// Ordered says that the samples stand in the order of time. Each fold is then samples that follow each other, and is
	// answered by a fit on those before it. As many as in a fold stand before the first one, and aren't answered.
	Ordered bool

	// Lopsided is for Calibrate alone: intervals may reach further down than up, or the other way.
	Lopsided bool

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
	Folds    []int        // which fold each sample was in, from 0 on; -1 for one without an answer
	Warnings []string
}

const defaultFolds = 10

// CrossValidate answers each sample by a model that was fitted on the other folds: scaling, relevance, settings, the
// duplicate rule and all are found from those alone. The samples are dealt by a seeded shuffle, for classes so that each
// fold has its share of every class.
//
// Cost: a fit for each fold.
func CrossValidate(d Dataset, how Recipe, o CrossValidateOptions) (*CrossValidation, error) {
	found, err := answerOutOfFold(d, how, o)
	if err != nil {
		return nil, err
	}
	v := &CrossValidation{Classes: classesOf(d), Answers: found.Examination, Folds: found.fold}
	if found.merged > 0 {
		v.Warnings = append(v.Warnings, itoa(found.merged)+" samples have equal x and different y; each fit applied the option duplicates to its own samples.")
	}
	rows, answered := folds.Rows(v.Folds)
	v.Evaluation = evaluate(v.Classes, &v.Answers.Predictions, d, answered)
	v.measureSpread(d, rows)
	return v, nil
}

func (v *CrossValidation) measureSpread(d Dataset, rows [][]int) {
	parts := make([]Figures, len(rows))
	for f, list := range rows {
		parts[f] = evaluate(v.Classes, &v.Answers.Predictions, d, list).Figures
	}
	v.Spread = Figures{RowCount: len(rows)}
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

// outOfFold are the answers to all samples, each by a model fitted without its fold.
type outOfFold struct {
	*Examination
	spreads Matrix // of the neurons behind each answer, for each output; no columns for classes
	fold    []int  // of each sample
	merged  int    // samples that the option duplicates decides about
}

func answerOutOfFold(d Dataset, how Recipe, o CrossValidateOptions) (*outOfFold, error) {
	if err := d.validate(); err != nil {
		return nil, err
	}
	fold, err := o.deal(d, defaultFolds)
	if err != nil {
		return nil, err
	}
	rows, _ := folds.Rows(fold)
	count := len(rows)
	merged, err := how.checkFor(d, o.part(0, count))
	if err != nil {
		return nil, err
	}
	how.SQANN.Trace = false // nobody sees it
	classes := classesOf(d)
	out := &outOfFold{newExamination(d.X.Rows, max(len(classes), d.Values.Columns)), newMatrix(d.X.Rows, d.Values.Columns), fold, merged}
	for i := range out.Status { // of those that no fit answers
		out.Status[i] = StatusNone
	}
	fillNaN(out.Values.Data)
	err = o.inParts(count, len(d.X.Data), func(f int, c Control) (list []float64, err error) {
		if err := c.report(f, count); err != nil {
			return nil, err
		}
		p, err := o.partition(d, rows[f])
		if err != nil {
			return nil, err
		}
		m, err := how.without(p.held).fit(p.others, c.part(f, count), new(prepared))
		if err != nil {
			return nil, InRows(err, p.numbers)
		}
		if err := CheckQuery(p.x, m.FeatureCount()); err != nil {
			return nil, err
		}
		asked := knowledge
		if out.spreads.Columns > 0 {
			asked = reasons
		}
		m.ask(p.x, asked, func(_ int, a *answer) {
			list = a.pack(list, classes, m.Classes())
			for j := range out.spreads.Columns {
				list = append(list, a.spread(j))
			}
		})
		return list, nil
	}, func(f int, list []float64) {
		for _, row := range rows[f] {
			list = out.unpack(row, list)
			list = list[copy(out.spreads.Row(row), list):]
		}
	})
	if err != nil {
		return nil, err
	}
	return out, o.report(count, count)
}
