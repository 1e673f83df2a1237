package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// CounterfactualOptions say what other outcome is asked about.
type CounterfactualOptions struct {
	// Label is the class wanted; nil means any but the predicted one.
	Label *Label

	// Value is for a regression of one output, which needs it: the value to reach,
	// from below or from above.
	Value *float64

	// Columns are those that the features were made from (Encoding.Columns): the features of a text change together, into another
	// whole text. nil: each feature is a column of numbers.
	Columns []EncodedColumn

	// Hold lists columns that stay as they are in x.
	Hold []int

	Control
}

// Counterfactual says what would have to be different for another outcome.
type Counterfactual struct {
	Sample   int     // the nearest fitting sample with the outcome, without what is held
	Distance float64 // from x, features scaled

	// Point is where the prediction first changes on the straight way from x to
	// the sample, Fraction of the way along, to within 1e-12 of the way. Changes
	// that last for less than a thousandth of the way can be missed. Texts, and
	// numbers that are missing, become the sample's half of the way along.
	Point    []float64
	Fraction float64

	Before, After []float64 // the outputs at x and at Point
}

const (
	wayParts    = 1024 // looked at from x on
	wayHalvings = 30   // of the part in which the prediction changes
)

// CounterfactualOf looks for the nearest fitting sample with another outcome
// than x's prediction, and for the point on the way there where the prediction
// first changes. O(N n) and some thousand predictions.
func CounterfactualOf(m Model, x []float64, o CounterfactualOptions) (*Counterfactual, error) {
	row := oneRow(x)
	at, err := m.Examine(row)
	if err != nil {
		return nil, err
	}
	if at.Status[0] == StatusNone {
		return nil, NewError(Unsupported, "The model has no output for x.", `Give an input that is recognised, or fit with another interpolation than "none".`)
	}
	other, changed, err := otherOutcome(m, &at.Predictions, o)
	if err != nil {
		return nil, err
	}
	columns, err := o.spans(len(x))
	if err != nil {
		return nil, err
	}
	d := m.Data()
	end := func(i int) []float64 {
		goal := d.X.Row(i)
		if len(o.Hold) == 0 {
			return goal
		}
		goal = slices.Clone(goal)
		for _, c := range columns {
			if c.held {
				copy(goal[c.from:c.to], x[c.from:c.to])
			}
		}
		return goal
	}
	start, scaled := make([]float64, len(x)), make([]float64, len(x))
	m.scaled(start, x)
	c := &Counterfactual{Sample: -1, Before: at.Values.Row(0)}
	var others []int
	squared := make([]float64, d.X.Rows)
	for i := range d.X.Rows {
		if i%wayParts == 0 {
			if err := o.report(0, wayParts); err != nil {
				return nil, err
			}
		}
		if !other(i) {
			continue
		}
		m.scaled(scaled, end(i))
		squared[i] = spatial.SquaredDistance(start, scaled)
		others = append(others, i)
	}
	if len(others) == 0 {
		return nil, NewError(Unsupported, "No fitting sample has the requested outcome.", "Give an outcome that some sample has.")
	}
	if len(o.Hold) == 0 {
		c.Sample = slices.MinFunc(others, func(a, b int) int { return cmp.Compare(squared[a], squared[b]) })
	} else if c.Sample, err = o.reached(m, others, squared, end, changed); err != nil {
		return nil, err
	}
	c.Distance = math.Sqrt(squared[c.Sample])

	way := Matrix{Columns: len(x)}
	goal := end(c.Sample)
	for i, of := range o.Columns { // nothing is between a number and a gap
		columns[i].whole = columns[i].whole || of.IsGap(x[columns[i].from:columns[i].to]) || of.IsGap(goal[columns[i].from:columns[i].to])
	}
	point := func(t float64) []float64 {
		p := make([]float64, len(x))
		for j, v := range x {
			p[j] = v + float64(t*(goal[j]-v))
			if t == 1 {
				p[j] = goal[j]
			}
		}
		for _, c := range columns {
			if !c.whole {
				continue
			}
			whole := x
			if t >= 0.5 {
				whole = goal
			}
			copy(p[c.from:c.to], whole[c.from:c.to])
		}
		return p
	}
	for i := 1; i <= wayParts; i++ {
		way.Data = append(way.Data, point(float64(i)/wayParts)...)
		way.Rows++
	}
	along, err := examineAll(m, way, o.Control)
	if err != nil {
		return nil, err
	}
	first := wayParts
	for i := range wayParts {
		if changed(&along.Predictions, i) {
			first = i + 1
			break
		}
	}
	before, after := float64(first-1)/wayParts, float64(first)/wayParts
	c.After = along.Values.Row(first - 1)
	for range wayHalvings {
		if err := o.report(wayParts, wayParts); err != nil {
			return nil, err
		}
		middle := (before + after) / 2
		e, err := m.Examine(oneRow(point(middle)))
		if err != nil {
			return nil, err
		}
		if changed(&e.Predictions, 0) {
			after, c.After = middle, e.Values.Row(0)
		} else {
			before = middle
		}
	}
	c.Fraction, c.Point = after, point(after)
	return c, nil
}

// columnSpan is a column's features.
type columnSpan struct {
	from, to    int
	whole, held bool
}

func (o *CounterfactualOptions) spans(features int) ([]columnSpan, error) {
	var list []columnSpan
	for from := 0; from < features; {
		to, whole := from+1, false
		if o.Columns != nil {
			c := o.Columns[len(list)]
			to, whole = from+c.Width(), c.Categories != nil
		}
		list = append(list, columnSpan{from: from, to: to, whole: whole})
		from = to
	}
	for _, column := range o.Hold {
		if column < 0 || column >= len(list) {
			return nil, badOption("hold", "hold lists column "+itoa(column)+", the model has "+count(len(list), "column")+".", "Number columns from 0.")
		}
		list[column].held = true
	}
	if !slices.ContainsFunc(list, func(c columnSpan) bool { return !c.held }) {
		return nil, badOption("hold", "hold lists every column, so nothing can change.", "Leave at least one out.")
	}
	return list, nil
}

// reached is the nearest of some samples whose columns, but for those that are held, give the outcome.
func (o *CounterfactualOptions) reached(m Model, others []int, squared []float64, end func(i int) []float64, changed func(p *Predictions, i int) bool) (int, error) {
	const few = 64
	slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(squared[a], squared[b]) })
	for from := 0; from < len(others); from += few {
		if err := o.report(0, wayParts); err != nil {
			return 0, err
		}
		part := others[from:min(from+few, len(others))]
		ends := Matrix{Columns: m.FeatureCount(), Rows: len(part)}
		for _, i := range part {
			ends.Data = append(ends.Data, end(i)...)
		}
		p, err := m.Predict(ends)
		if err != nil {
			return 0, err
		}
		for at, i := range part {
			if changed(p, at) {
				return i, nil
			}
		}
	}
	return 0, NewError(Unsupported, "With the held columns as they are, no sample's other columns give the requested outcome.", "Hold fewer columns, or ask for another outcome.")
}

// otherOutcome tells which samples have the outcome that is asked for, and which
// predictions.
func otherOutcome(m Model, at *Predictions, o CounterfactualOptions) (sample func(i int) bool, changed func(p *Predictions, i int) bool, err error) {
	d, classes := m.Data(), m.Classes()
	if classes != nil {
		if o.Value != nil {
			return nil, nil, badOption("target", "target is a number, but the model predicts labels.", "Give a class.")
		}
		now := classes[at.Class(0)]
		wanted := func(l Label) bool { return l != now }
		if o.Label != nil {
			if *o.Label == now {
				return nil, nil, badOption("target", "target is "+o.Label.String()+", which is already the prediction.", "Give another class, or omit it.")
			}
			wanted = func(l Label) bool { return l == *o.Label }
		}
		return func(i int) bool { return wanted(d.Labels[i]) },
			func(p *Predictions, i int) bool { return p.Status[i] != StatusNone && wanted(classes[p.Class(i)]) }, nil
	}
	switch {
	case m.OutputCount() > 1:
		return nil, nil, NewError(Unsupported, "The model has "+itoa(m.OutputCount())+" outputs; a counterfactual needs one.", "Fit one output, or classes.")
	case o.Label != nil || o.Value == nil || !usable(*o.Value):
		return nil, nil, badOption("target", "A regression needs a number as target, of magnitude "+ftoa(largestNumber)+" at most.", "Give the value that the prediction should reach.")
	case at.Values.Data[0] == *o.Value:
		return nil, nil, badOption("target", "target is "+ftoa(*o.Value)+", which is already the prediction.", "Give another value.")
	}
	target, rising := *o.Value, at.Values.Data[0] < *o.Value
	reached := func(v float64) bool {
		if rising {
			return v >= target
		}
		return v <= target
	}
	return func(i int) bool { return reached(d.Values.Data[i]) },
		func(p *Predictions, i int) bool { return p.Status[i] != StatusNone && reached(p.Values.Data[i]) }, nil
}
