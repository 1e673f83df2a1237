//go:build js && wasm

package binding

import (
	"math"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// readLabelled reads external samples with their outcomes.
func (m *model) readLabelled(x, y js.Value) (d core.Dataset, err error) {
	if d.X, _, err = m.readQuery(x); err != nil {
		return d, err
	}
	classes := m.classes()
	return d, readTargets(&d, y, classes != nil && classes[0].Kind == core.IntegerLabel)
}

// evaluate(model, X, y) → {rows, rmse, mae, r2?, accuracy?, confusion?, interpolated,
// missed, exclusive, fractional?}.
func evaluate(args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	d, err := m.readLabelled(args.at(1), args.at(2))
	if err != nil {
		return nil, err
	}
	e, err := core.Evaluate(m.predictor(), d)
	if err != nil {
		return nil, err
	}
	return evaluation(e), nil
}

func evaluation(e *core.Evaluation) js.Value {
	v := figures(e.Figures)
	v.Set("interpolated", e.Interpolated)
	v.Set("missed", e.Missed)
	v.Set("exclusive", figures(e.Exclusive))
	if !math.IsNaN(e.Fractional) {
		fractional := newObject()
		fractional.Set("mean", e.Fractional)
		fractional.Set("exclusive", orNull(e.Exclusive.Fractional))
		v.Set("fractional", fractional)
	}
	if e.Confusion != nil {
		confusion, counts := newObject(), newArray()
		for i, row := range e.Confusion {
			counts.SetIndex(i, integers(row))
		}
		confusion.Set("classes", labelArray(e.Labels))
		confusion.Set("counts", counts)
		v.Set("confusion", confusion)
	}
	return v
}

// figures leaves away what isn't defined for the kind of model, and gives null
// for what isn't for want of rows.
func figures(f core.Figures) js.Value {
	v := newObject()
	v.Set("rows", f.Rows)
	v.Set("rmse", orNull(f.RMSE))
	v.Set("mae", orNull(f.MAE))
	if !math.IsNaN(f.R2) {
		v.Set("r2", f.R2)
	}
	if !math.IsNaN(f.Accuracy) {
		v.Set("accuracy", f.Accuracy)
	}
	return v
}

func orNull(f float64) any {
	if math.IsNaN(f) {
		return js.Null()
	}
	return f
}

// leaveOneOut(model) → what evaluate gives, over the fitting samples, each
// predicted by the model fitted without it.
func leaveOneOut(c core.Control, args arguments) (any, error) {
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	if err := m.leaveOut(c); err != nil {
		return nil, err
	}
	return evaluation(core.EvaluateLeftOut(m.network(), m.left)), nil
}

// leaveOut computes it once for a model.
func (m *model) leaveOut(c core.Control) (err error) {
	if m.left == nil {
		m.left, err = core.LeaveOneOut(m.network(), c)
	}
	return err
}

// outOfDistribution(model, X, {y, tolerance, threshold}) → [{row, out,
// familiarity, error?}].
func outOfDistribution(c core.Control, args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	y, tolerance := js.Undefined(), 0.0
	var threshold *float64
	calibrated, toleranceGiven := false, false
	err = fields{
		"y": func(v js.Value) error {
			y = v
			return nil
		},
		"tolerance": func(v js.Value) error {
			toleranceGiven = true
			return number("tolerance", v, &tolerance)
		},
		"threshold": func(v js.Value) error {
			if js.ValueOf("calibrated").Equal(v) {
				calibrated = true
				return nil
			}
			if kindOf(v) != js.TypeNumber {
				return invalidOption("threshold", v, `a number from 0 to 1, or "calibrated"`)
			}
			threshold = new(float64)
			*threshold = v.Float()
			return nil
		},
	}.read("", args.at(2))
	if err != nil {
		return nil, err
	}
	known := !y.IsUndefined()
	switch {
	case known && (threshold != nil || calibrated):
		return nil, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: "threshold",
			Message: "threshold and y are both given.", Hint: "With y the error decides: give tolerance. Without y the threshold does."}
	case !known && toleranceGiven:
		return nil, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: "tolerance",
			Message: "tolerance is given without y.", Hint: "Give y, or a threshold of familiarity."}
	}
	var list []core.Judgement
	if known {
		d, err := m.readLabelled(args.at(1), y)
		if err != nil {
			return nil, err
		}
		if list, err = core.OutByError(m.predictor(), d, tolerance); err != nil {
			return nil, err
		}
		return judgements(list, true), nil
	}
	if calibrated {
		if _, err = lookupNetwork(args.at(0), "calibrated threshold"); err != nil {
			return nil, err
		}
		if err = m.leaveOut(c); err != nil {
			return nil, err
		}
		threshold = new(float64)
		*threshold = core.Threshold(m.left)
	}
	x, _, err := m.readQuery(args.at(1))
	if err != nil {
		return nil, err
	}
	if list, err = core.OutByFamiliarity(m.predictor(), x, threshold); err != nil {
		return nil, err
	}
	return judgements(list, false), nil
}

func judgements(list []core.Judgement, errors bool) js.Value {
	out := newArray()
	for i, j := range list {
		v := newObject()
		v.Set("row", i)
		v.Set("out", j.Out)
		v.Set("familiarity", j.Familiarity)
		if errors {
			v.Set("error", j.Error)
		}
		out.SetIndex(i, v)
	}
	return out
}

// absorb(model, X, y, {tolerance, rounds}) → {model, absorbed, rounds, kept, rest}.
func absorb(c core.Control, args arguments) (any, error) {
	start := now()
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	o := core.AbsorbOptions{Control: c}
	err = fields{
		"tolerance": func(v js.Value) error { return number("tolerance", v, &o.Tolerance) },
		"rounds": func(v js.Value) error {
			if o.Rounds = wholeNumber(v); o.Rounds < 1 {
				return invalidOption("rounds", v, "a whole number of at least 1")
			}
			return nil
		},
	}.read("", args.at(3))
	if err != nil {
		return nil, err
	}
	d, err := m.readLabelled(args.at(1), args.at(2))
	if err != nil {
		return nil, err
	}
	a, err := core.Absorb(m.network(), d, o)
	if err != nil {
		return nil, err
	}
	v, kept, rest := newObject(), newObject(), newObject()
	v.Set("model", describe(m.with(a.Model), now()-start))
	v.Set("absorbed", integers(a.Absorbed))
	v.Set("rounds", a.Rounds)
	kept.Set("samples", a.Kept)
	kept.Set("maxErrorBefore", a.KeptBefore)
	kept.Set("maxErrorAfter", a.KeptAfter)
	v.Set("kept", kept)
	rest.Set("maxErrorAfter", a.RestAfter)
	rest.Set("beyondTolerance", a.RestOverLimit)
	v.Set("rest", rest)
	return v, nil
}

// remove(model, rows) → a model without those samples.
func remove(c core.Control, args arguments) (any, error) {
	start := now()
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	rows, err := readRowNumbers(args.at(1))
	if err != nil {
		return nil, err
	}
	smaller, err := core.Remove(m.network(), rows, c)
	if err != nil {
		return nil, err
	}
	return describe(m.with(smaller), now()-start), nil
}

func readRowNumbers(v js.Value) ([]int, error) {
	if kindOf(v) == js.TypeNumber {
		list := newArray()
		list.SetIndex(0, v)
		v = list
	}
	rows, err := readWholeNumbers("rows", v)
	if e, ok := err.(*core.Error); ok && e.Code == core.InvalidOption {
		e.Code, e.Path = core.InvalidInput, ""
	}
	return rows, err
}

// ensemble(first, second) → a model that listens to the stronger of both.
func ensemble(args arguments) (any, error) {
	start := now()
	var both [2]*model
	for i := range both {
		m, err := lookup(args.at(i))
		if err != nil {
			return nil, err
		}
		if m.ensemble != nil {
			return nil, unsupported("An ensemble can't be part of another one.", "Join the models themselves.")
		}
		both[i] = m
	}
	m, err := join(both[0], both[1])
	if err != nil {
		return nil, err
	}
	return describe(m, now()-start), nil
}

func join(first, second *model) (*model, error) {
	e, err := core.NewEnsemble(first.network(), second.network())
	if err != nil {
		return nil, err
	}
	return &model{ensemble: e, members: [2]*model{first, second}, table: first.table}, nil
}
