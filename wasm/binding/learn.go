//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// readLabelled reads external samples with their outcomes.
func (m *model) readLabelled(x, y js.Value) (core.Dataset, error) {
	return reader.Labelled(m.Model, &value{v: x}, &value{v: y})
}

// evaluate(model, X, y) → {rows, rmse, mae, r2?, accuracy?, confusion?, interpolated,
// missed, exclusive, fractional?}.
func evaluate(c core.Control, args arguments) (any, error) {
	m, err := find(args.at(0))
	if err != nil {
		return nil, err
	}
	d, err := m.readLabelled(args.at(1), args.at(2))
	if err != nil {
		return nil, err
	}
	e, err := core.Evaluate(m.Predictor, d, c)
	return writtenObject(err, func(w wire.Writer) { wire.WriteEvaluation(w, e) })
}

// leaveOneOut(model) → the result of evaluate for the fitting samples, each
// predicted by the model fitted without it.
func leaveOneOut(c core.Control, m *model, args arguments) (any, error) {
	if err := m.leaveOut(c); err != nil {
		return nil, err
	}
	return madeObject(func(w wire.Writer) { wire.WriteEvaluation(w, core.EvaluateLeftOut(m.Network(), m.left)) }), nil
}

// leaveOut computes the leave-one-out predictions once per model.
func (m *model) leaveOut(c core.Control) (err error) {
	if m.left == nil {
		m.left, err = m.Network().LeaveOneOut(c)
	}
	return err
}

// outOfDistribution(model, X, {y, tolerance, threshold}) → [{row, out,
// familiarity, error?}].
func outOfDistribution(c core.Control, args arguments) (any, error) {
	m, err := find(args.at(0))
	if err != nil {
		return nil, err
	}
	y, tolerance := js.Undefined(), 0.0
	var threshold *float64
	calibrated, toleranceGiven := false, false
	options := wire.ToleranceFields(&tolerance)
	read := options["tolerance"]
	options["tolerance"] = func(v wire.Value) error {
		toleranceGiven = true
		return read(v)
	}
	options["y"] = func(v wire.Value) error {
		y = v.(*value).v
		return nil
	}
	options["threshold"] = func(v wire.Value) error {
		if v.Kind() == wire.Text && v.Text() == "calibrated" {
			calibrated = true
			return nil
		}
		if v.Kind() != wire.Number {
			return wire.InvalidOption("threshold", v, `a number from 0 to 1, or "calibrated"`)
		}
		threshold = new(float64)
		*threshold = v.Real()
		return nil
	}
	if err := options.Read("", &value{v: args.at(2)}); err != nil {
		return nil, err
	}
	known := !y.IsUndefined()
	switch {
	case known && (threshold != nil || calibrated):
		return nil, core.NewError(core.InvalidOption, "threshold and y are both given.",
			"With y, give tolerance; without y, give threshold.").In("threshold")
	case !known && toleranceGiven:
		return nil, core.NewError(core.InvalidOption, "tolerance is given without y.", "Give y, or use threshold.").In("tolerance")
	}
	var list []core.Judgement
	if known {
		d, err := m.readLabelled(args.at(1), y)
		if err != nil {
			return nil, err
		}
		list, err = core.OutByError(m.Predictor, d, tolerance, c)
		return written(err, func(w wire.Writer) { wire.WriteJudgements(w, list, true) })
	}
	if calibrated {
		if m, err = lookupNetwork(args.at(0), "calibrated threshold"); err != nil {
			return nil, err
		}
		threshold = new(float64)
		if m.Calibration != nil {
			*threshold = m.Calibration.Threshold()
		} else if err = m.leaveOut(c); err != nil {
			return nil, err
		} else {
			*threshold = core.Threshold(m.left)
		}
	}
	x, _, err := reader.Query(m.Model, &value{v: args.at(1)})
	if err != nil {
		return nil, err
	}
	list, err = core.OutByFamiliarity(m.Predictor, x, threshold, c)
	return written(err, func(w wire.Writer) { wire.WriteJudgements(w, list, false) })
}

// newAbsorber is a learner, made of a model. The page's module has none: a call of core.Learner's own methods would have the
// linker keep them, 50 KB of a first visit.
var newAbsorber func(*core.SQANN, core.Control) (absorber, error)

type absorber interface {
	Absorb(core.Dataset, core.AbsorbOptions) (*core.Absorption, error)
}

// absorb takes samples in by a learner where all that a fit finds from a data set as a whole stays as it is: one learner
// costs about one fit, however many rounds there are.
func (m *model) absorb(d core.Dataset, o core.AbsorbOptions) (*core.Absorption, error) {
	if s := m.SQANN(); s != nil && newAbsorber != nil && s.Settled() {
		if l, err := newAbsorber(s, o.Control); err == nil {
			return l.Absorb(d, o)
		}
	}
	return m.Network().Absorb(d, o)
}

// absorb(model, X, y, {tolerance, rounds, audit}) → {model, absorbed, rounds, kept, rest}.
func absorb(c core.Control, m *model, args arguments) (any, error) {
	start := now()
	o := core.AbsorbOptions{Control: c}
	if err := wire.AbsorbFields(&o).Read("", &value{v: args.at(3)}); err != nil {
		return nil, err
	}
	d, err := m.readLabelled(args.at(1), args.at(2))
	if err != nil {
		return nil, err
	}
	if err := reader.CheckScores(m.Network().Data().Labels, d.Labels); err != nil {
		return nil, err
	}
	a, err := m.absorb(d, o)
	if err != nil {
		return nil, err
	}
	v := madeObject(func(w wire.Writer) { wire.WriteAbsorption(w, a) })
	v.Set("model", describe(m.with(a.Model), now()-start))
	return v, nil
}

// remove(model, rows) → a model without these samples.
func remove(c core.Control, m *model, args arguments) (any, error) {
	start := now()
	rows, err := readRowNumbers(args.at(1))
	if err != nil {
		return nil, err
	}
	smaller, err := m.Network().Remove(rows, c)
	if err != nil {
		return nil, err
	}
	return describe(m.with(smaller), now()-start), nil
}

// samples(model, rows?) → [{x, y, name?}], the samples as they were given.
func samples(args arguments) (any, error) {
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	some, err := readSomeRows(args.at(1))
	if err != nil {
		return nil, err
	}
	list := made(func(w wire.Writer) { err = wire.WriteSamples(w, m.Model, some) })
	if err != nil {
		return nil, err
	}
	return list, nil
}

// readSomeRows is readRowNumbers where they may be left out: nil then.
func readSomeRows(v js.Value) ([]int, error) {
	if v.IsUndefined() || v.IsNull() {
		return nil, nil
	}
	return readRowNumbers(v)
}

func readRowNumbers(v js.Value) ([]int, error) {
	if kindOf(v) == js.TypeNumber {
		list := newArray()
		list.SetIndex(0, v)
		v = list
	}
	rows, err := reader.WholeNumbers("rows", &value{v: v})
	if e, ok := err.(*core.Error); ok && e.Code == core.InvalidOption {
		e.Code, e.Path = core.InvalidInput, ""
	}
	return rows, err
}

// ensemble(first, second) → a model that answers with the more strongly activated one.
func ensemble(args arguments) (any, error) {
	start := now()
	var both [2]*model
	for i := range both {
		m, err := lookup(args.at(i))
		if err != nil {
			return nil, err
		}
		if m.Network() == nil {
			return nil, wire.Unsupported("An ensemble can't be a member of another ensemble.", "Join its models instead.")
		}
		both[i] = m
	}
	m, err := wire.Join(both[0].Model, both[1].Model)
	if err != nil {
		return nil, err
	}
	return describe(&model{Model: m}, now()-start), nil
}
