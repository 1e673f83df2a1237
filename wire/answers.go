package wire

import "github.com/xaia-go/xaia/core"

// This file has the calls that answer rows of X with numbers, labels or scores.

// numeric is a Writer that takes these as numbers, because text would take most of the time.
type numeric interface {
	Outputs(m core.Matrix)                        // of a regression
	Classes(p *core.Predictions, of []core.Label) // which each row has, or none
	Scores(m core.Matrix)                         // a list for each row
}

// certain is a numeric that takes intervals and sets, too: a row's low and high of each output, and the classes of a row.
type certain interface {
	Intervals(low, high core.Matrix)
	Set(classes []int)
}

// interpolationFields reads how a call answers, and its further options.
func interpolationFields(how *core.Interpolation) Fields {
	return Fields{"interpolation": func(v Value) error { return readInterpolation(v, how) }}
}

// predict(model, X, {interpolation, without}) → a number, a label or a vector a row.
func predict(q *Question, w Writer) error {
	return q.predicted(w, func(w Writer, p *core.Predictions) {
		classes := q.Model.Classes()
		switch n, is := w.(numeric); {
		case !is:
			WritePredictions(w, classes, p)
		case classes == nil:
			n.Outputs(p.Values)
		default:
			n.Classes(p, classes)
		}
	})
}

// scores(model, X, {interpolation, without}) → a score for each class a row, with sum 1; NaN without an output.
func scores(q *Question, w Writer) error {
	if q.Model.Classes() == nil {
		return Unsupported("The model was fitted on numbers, so it doesn't have classes.", "Use predict, or fit with classes: true.")
	}
	return q.predicted(w, func(w Writer, p *core.Predictions) { writeScores(w, p.Probabilities()) })
}

func writeScores(w Writer, scores core.Matrix) {
	if n, is := w.(numeric); is {
		n.Scores(scores)
		return
	}
	for i := range scores.Rows {
		w.Numbers(scores.Row(i))
	}
}

func (q *Question) predicted(w Writer, write func(w Writer, p *core.Predictions)) error {
	var how core.Interpolation
	var left without
	if err := q.options(left.fields(q, interpolationFields(&how))); err != nil {
		return err
	}
	if err := q.leave(&left); err != nil {
		return err
	}
	if err := q.interpolating(how); err != nil {
		return err
	}
	return q.each(w, 0, func(w Writer, _ int, part core.Matrix) error {
		p, err := q.Model.Predict(part)
		if err == nil {
			write(w, p)
		}
		return err
	})
}

// examine(model, X) → the familiarity of each row, and its recognition as a number from weak on.
func examine(q *Question, w Writer) error {
	return q.each(w, 0, func(w Writer, _ int, part core.Matrix) error {
		e, err := q.Model.Examine(part)
		if err != nil {
			return err
		}
		seen := core.Matrix{Rows: part.Rows, Columns: 2}
		for i, familiarity := range e.Familiarity {
			seen.Data = append(seen.Data, familiarity, float64(e.Recognition[i]))
		}
		writeScores(w, seen)
		return nil
	})
}

// evaluate(model, X, y) → {rows, rmse, mae, r2?, accuracy?, confusion?, interpolated, missed, exclusive, fractional?}.
func evaluate(q *Question, w Writer) error {
	d, err := q.labelled()
	if err != nil {
		return err
	}
	e, err := core.Evaluate(q.Model.Predictor, d, q.Control)
	return object(w, err, func() { writeEvaluation(w, e) })
}

// outOfDistribution(model, X, {y, tolerance, threshold}) → [{row, out, familiarity, error?}].
func outOfDistribution(q *Question, w Writer) error {
	var y Value
	var tolerance, threshold *float64
	calibrated := false
	if err := q.options(Fields{
		"y": func(v Value) error {
			y = v
			return nil
		},
		"tolerance": func(v Value) error {
			tolerance = new(float64)
			return ReadNumber("tolerance", v, tolerance)
		},
		"threshold": func(v Value) error {
			if calibrated = v.Kind() == Text && v.Text() == "calibrated"; calibrated {
				return nil
			}
			if v.Kind() != Number {
				return InvalidOption("threshold", v, `a number from 0 to 1, or "calibrated"`)
			}
			threshold = new(float64)
			*threshold = v.Real()
			return nil
		},
	}); err != nil {
		return err
	}
	switch {
	case y != nil && (threshold != nil || calibrated):
		return core.NewError(core.InvalidOption, "threshold and y are both given.", "With y, give tolerance; without y, give threshold.").In("threshold")
	case y == nil && tolerance != nil:
		return core.NewError(core.InvalidOption, "tolerance is given without y.", "Give y, or use threshold.").In("tolerance")
	case y != nil:
		return q.outByError(w, y, tolerance)
	}
	if calibrated {
		if err := q.now(); err != nil {
			return err
		}
		if q.Model.Network() == nil {
			return noNetwork()
		}
		threshold = new(float64)
		if c := q.Model.Calibration; c != nil {
			*threshold = c.Threshold()
		} else if err := q.Kept.leaveOut(q.Control); err != nil {
			return err
		} else {
			*threshold = q.Kept.left.Threshold()
		}
	}
	x, _, err := q.Query(q.Model, q.Given[X])
	if err != nil {
		return err
	}
	list, err := core.OutByFamiliarity(q.Model.Predictor, x, threshold, q.Control)
	if err != nil {
		return err
	}
	writeJudgements(w, list, false)
	return nil
}

func (q *Question) outByError(w Writer, y Value, tolerance *float64) error {
	d, err := q.Labelled(q.Model, q.Given[X], y)
	if err != nil {
		return err
	}
	if tolerance == nil {
		tolerance = new(float64)
	}
	list, err := core.OutByError(q.Model.Predictor, d, *tolerance, q.Control)
	if err != nil {
		return err
	}
	writeJudgements(w, list, true)
	return nil
}

// writeJudgements writes which rows are out of distribution; with their errors if their outcomes are known.
func writeJudgements(w Writer, list []core.Judgement, errors bool) {
	w.List()
	for i, j := range list {
		w.Object()
		w.Key("row").Integer(i)
		w.Key("out").Bool(j.Out)
		w.Key("familiarity").Number(j.Familiarity)
		if errors {
			w.Key("error").Number(j.Error)
		}
		w.End()
	}
	w.End()
}
