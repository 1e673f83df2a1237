package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Figures say how far answers are from the outcomes. RMSE is the root of the mean squared error (the paper calls it MSE),
// MAE the mean absolute error, both over all outputs. For classes, the scores are compared with one-hot rows. R2 is 1 minus
// the squared error divided by the variance of the outcomes. Figures that aren't defined are NaN: R2 and Fractional for
// classes, Accuracy for numbers, and all of them if there are no rows.
type Figures struct {
	RowCount int // that have an output
	RMSE     float64
	MAE      float64
	R2       float64
	Accuracy float64 // share of right labels; a row without an output counts as wrong

	// Fractional is the mean of (|e|+1e-7)/(|y|+1e-7), as in figure 4.
	Fractional float64
}

// Evaluation is what Evaluate finds.
type Evaluation struct {
	Figures
	Exclusive    Figures // over the hits alone
	Interpolated int     // rows that no neuron recognised
	Missed       int     // rows without an output

	// Confusion counts the rows of each true class (first index) and predicted class (second), for classes only. Labels
	// names both: first the model's classes, then, in order, true labels that the model doesn't have.
	Confusion [][]int
	Labels    []Label
}

// Evaluate compares a model's answers to the inputs of a data set with their outcomes. A row costs one prediction.
func Evaluate(m Predictor, d Dataset, c Control) (*Evaluation, error) {
	if err := checkExternal(m, d); err != nil {
		return nil, err
	}
	e, err := examineAll(m, d.X, c)
	if err != nil {
		return nil, err
	}
	return evaluate(m.Classes(), &e.Predictions, d, sorting.Identity(d.X.Rows)), nil
}

// checkExternal checks that a data set has the model's features and outputs.
func checkExternal(m Predictor, d Dataset) error {
	if err := d.validate(); err != nil {
		return err
	}
	return checkForm(m.FeatureCount(), m.OutputCount(), m.Classes(), d)
}

// checkForm refuses samples of another form than those of a fit.
func checkForm(features, outputs int, classes []Label, d Dataset) error {
	if err := CheckQuery(d.X, features); err != nil {
		return err
	}
	switch {
	case classes == nil && d.Labels != nil:
		return NewError(InvalidInput, "y contains labels, but the model was fitted on numbers.", "Give numbers as y.").At(0, -1)
	case classes != nil && d.Labels == nil:
		return NewError(InvalidInput, "y contains numbers, but the model was fitted on labels.", "Give labels of the kind that the model was fitted on.").At(0, -1)
	case classes != nil && d.Labels[0].Kind != classes[0].Kind:
		return NewError(InvalidInput, "y[0] is "+d.Labels[0].Kind.name()+", but the model's classes have another kind.", "Give labels of the kind that the model was fitted on.").At(0, -1)
	case classes == nil && d.Values.Columns != outputs:
		return NewError(InvalidInput, "The model has "+count(outputs, "output")+", y[0] has "+itoa(d.Values.Columns)+".",
			"Give as many outputs as in the fit.").At(0, min(d.Values.Columns, outputs))
	}
	return nil
}

// evaluate compares the answers to some rows.
func evaluate(classes []Label, p *Predictions, d Dataset, rows []int) *Evaluation {
	truth := d.outcomes(classes)
	e := &Evaluation{}
	var all, hits []int
	for _, i := range rows {
		switch p.Status[i] {
		case StatusHit:
			hits = append(hits, i)
		case StatusInterpolated:
			e.Interpolated++
		case StatusNone:
			e.Missed++
			continue
		}
		all = append(all, i)
	}
	e.Figures = figures(classes, p, truth, d.Labels, all)
	e.Exclusive = figures(classes, p, truth, d.Labels, hits)
	if classes != nil {
		e.Accuracy *= float64(len(all)) / float64(len(rows))
		e.confuse(classes, p, d.Labels, rows)
	}
	return e
}

// figures are those of some rows, each of which has an output.
func figures(classes []Label, p *Predictions, truth Matrix, labels []Label, rows []int) Figures {
	nan := math.NaN()
	f := Figures{RowCount: len(rows), R2: nan, Accuracy: nan, Fractional: nan}
	numbers := float64(len(rows) * truth.Columns)
	var squares, absolute, fractions float64
	right := 0
	for _, i := range rows {
		for j, y := range truth.Row(i) {
			d := math.Abs(p.Values.Row(i)[j] - y)
			squares += float64(d * d)
			absolute += d
			fractions += (d + 1e-7) / (math.Abs(y) + 1e-7)
		}
		if classes != nil && classes[p.Class(i)] == labels[i] {
			right++
		}
	}
	f.RMSE, f.MAE = math.Sqrt(squares/numbers), absolute/numbers // 0/0 is NaN
	if classes != nil {
		f.Accuracy = float64(right) / float64(len(rows))
		return f
	}
	f.Fractional = fractions / numbers
	if variance := spread(truth, rows); variance > 0 {
		f.R2 = 1 - squares/variance
	}
	return f
}

// spread is Σ (y - mean of its output)² over some rows.
func spread(truth Matrix, rows []int) float64 {
	var sum float64
	for j := range truth.Columns {
		mean := 0.0
		for _, i := range rows {
			mean += truth.Row(i)[j]
		}
		mean /= float64(len(rows))
		for _, i := range rows {
			d := truth.Row(i)[j] - mean
			sum += float64(d * d)
		}
	}
	return sum
}

func (e *Evaluation) confuse(classes []Label, p *Predictions, labels []Label, rows []int) {
	index := indexOf(classes)
	e.Labels = slices.Clone(classes)
	for _, l := range sortedClasses(labels) {
		if _, known := index[l]; !known {
			index[l] = len(e.Labels)
			e.Labels = append(e.Labels, l)
		}
	}
	e.Confusion = make([][]int, len(e.Labels))
	for i := range e.Confusion {
		e.Confusion[i] = make([]int, len(e.Labels))
	}
	for _, i := range rows {
		if c := p.Class(i); c >= 0 {
			e.Confusion[index[labels[i]]][c]++
		}
	}
}

// rowError is the largest |f(x) - y| over the outputs of row i. For classes it is 0 if the label is right, else +Inf. It is
// +Inf if there is no output.
func rowError(classes []Label, p *Predictions, truth Matrix, labels []Label, i int) float64 {
	if p.Status[i] == StatusNone {
		return inf
	}
	if classes != nil {
		if classes[p.Class(i)] != labels[i] {
			return inf
		}
		return 0
	}
	return largestDifference(p.Values.Row(i), truth.Row(i))
}

//go:noinline
func largestDifference(a, b []float64) (largest float64) {
	for j, v := range a {
		largest = max(largest, math.Abs(v-b[j]))
	}
	return largest
}

// rowErrors are the errors of a whole data set.
func rowErrors(m Predictor, d Dataset, c Control) ([]float64, *Examination, error) {
	e, err := examineAll(m, d.X, c)
	if err != nil {
		return nil, nil, err
	}
	classes := m.Classes()
	truth := d.outcomes(classes)
	errors := make([]float64, d.X.Rows)
	for i := range errors {
		errors[i] = rowError(classes, &e.Predictions, truth, d.Labels, i)
	}
	return errors, e, nil
}

// inPartsOf calls work for some rows at a time, which take some milliseconds, and asks in between whether to go on.
func inPartsOf(x Matrix, rowCost int, c Control, work func(part Matrix, from int) error) error {
	block := max(1, parallel.SomeMilliseconds/max(1, rowCost))
	for from := 0; from < x.Rows; from += block {
		if err := c.report(from, x.Rows); err != nil {
			return err
		}
		to := min(from+block, x.Rows)
		if err := work(Matrix{Data: x.Data[from*x.Columns : to*x.Columns], Rows: to - from, Columns: x.Columns}, from); err != nil {
			return err
		}
	}
	return nil
}

// examineAll is Examine for a whole data set, part by part.
func examineAll(m Predictor, x Matrix, c Control) (*Examination, error) {
	e := newExamination(x.Rows, m.OutputCount())
	err := inPartsOf(x, m.RowCost(), c, func(rows Matrix, from int) error {
		part, err := m.Examine(rows)
		if err != nil {
			return err
		}
		copy(e.Values.Data[from*e.Values.Columns:], part.Values.Data)
		copy(e.Status[from:], part.Status)
		copy(e.Familiarity[from:], part.Familiarity)
		copy(e.Activation[from:], part.Activation)
		copy(e.Recognition[from:], part.Recognition)
		e.Member = append(e.Member, part.Member...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Probabilities are the scores of each row's classes, scaled so that they add up to 1. Scores below 0, which a TNN can have,
// count as 0. If no score is above 0 (far below a TNN's lowest sample), all classes get the same. A row without an output is
// NaN. The predictions must be those of a model with classes.
func (p *Predictions) Probabilities() Matrix {
	m := Matrix{Data: slices.Clone(p.Values.Data), Rows: p.Values.Rows, Columns: p.Values.Columns}
	for i := range m.Rows {
		if p.Status[i] == StatusNone {
			continue
		}
		row := m.Row(i)
		sum := 0.0
		for j, v := range row {
			row[j] = math.Max(v, 0)
			sum += row[j]
		}
		for j := range row {
			if sum == 0 {
				row[j] = 1 / float64(len(row))
			} else {
				row[j] /= sum
			}
		}
	}
	return m
}
