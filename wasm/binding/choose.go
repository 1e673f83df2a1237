//go:build js && wasm

package binding

import (
	"maps"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// redundancy(model, rows?) → [{row, strong: [row, ...], spare}].
func redundancy(c core.Control, m *model, args arguments) (any, error) {
	rows, err := readSomeRows(args.at(1))
	if err != nil {
		return nil, err
	}
	list, err := m.Network().Redundancy(rows, c)
	return written(err, func(w wire.Writer) { wire.WriteRedundancy(w, list) })
}

// outliers(model) → the familiarity of each sample to the model without it.
func outliers(c core.Control, m *model, args arguments) (any, error) {
	if err := m.leaveOut(c); err != nil {
		return nil, err
	}
	return numbers(m.left.Familiarity), nil
}

// representatives(model, {tolerance}) → {rows, model, rest: {maxErrorAfter}}.
func representatives(c core.Control, m *model, args arguments) (any, error) {
	start := now()
	tolerance := 0.0
	if err := wire.ToleranceFields(&tolerance).Read("", &value{v: args.at(1)}); err != nil {
		return nil, err
	}
	r, err := m.Network().Representatives(tolerance, c)
	if err != nil {
		return nil, err
	}
	v, rest := newObject(), newObject()
	v.Set("rows", integers(r.Rows))
	v.Set("model", describe(m.with(r.Model), now()-start))
	rest.Set("maxErrorAfter", r.Error)
	v.Set("rest", rest)
	return v, nil
}

// prototypes(model, {perClass}) → {prototypes, criticisms}.
func prototypes(c core.Control, m *model, args arguments) (any, error) {
	perClass := 0
	if err := wire.PrototypeFields(&perClass).Read("", &value{v: args.at(1)}); err != nil {
		return nil, err
	}
	if m.SQANN() == nil {
		return nil, wire.Unsupported("A TNN doesn't have prototypes.", "Use representatives.")
	}
	p, err := m.SQANN().Prototypes(perClass, c)
	return written(err, func(w wire.Writer) { wire.WritePrototypes(w, p, m.SQANN().Data()) })
}

// counterfactual(model, x, {target, hold}) → {sample, distance, point, row, changes, fraction, before, after}.
func counterfactual(c core.Control, m *model, args arguments) (any, error) {
	o := core.CounterfactualOptions{Control: c}
	if err := m.CounterfactualFields(&o).Read("", &value{v: args.at(2)}); err != nil {
		return nil, err
	}
	x, _, err := reader.Query(m.Model, &value{v: args.at(1)})
	if err != nil {
		return nil, err
	}
	if x.Rows != 1 {
		return nil, wire.InvalidInput(-1, -1, "x has "+itoa(x.Rows)+" rows.", "Give one row.")
	}
	found, err := m.Network().Counterfactual(x.Row(0), o)
	if err != nil {
		return nil, err
	}
	return madeObject(func(w wire.Writer) { wire.WriteCounterfactual(w, m.Model, x.Row(0), found) }), nil
}

// attributions(model, X) → {value, score?, familiarity, columns: [{column, value, typical, relevance, share, effect}],
// fingerprint} per row; a single one if X is one flat row.
func attributions(c core.Control, args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	x, table, single, err := reader.QueryTable(m.Model, &value{v: args.at(1)})
	if err != nil {
		return nil, err
	}
	return question{single: single}.answers(func(w wire.Writer) error { return wire.NewAttributor(m.Model).Write(w, x, table, 0, c) })
}

// calibrate(model, {folds, seed}) → a model that also predicts intervals or sets.
func calibrate(c core.Control, args arguments) (any, error) {
	start := now()
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	if m.Network() == nil {
		return nil, wire.Unsupported("An ensemble doesn't have its own fitting samples.", "Calibrate one of its models, and use that model.")
	}
	o := core.CrossValidateOptions{Control: c}
	known := wire.FoldFields(&o.Folds, &o.Seed)
	maps.Copy(known, reader.GroupFields(&o.Groups, nil))
	if err := known.Read("", &value{v: args.at(1)}); err != nil {
		return nil, err
	}
	calibrated, err := m.Calibrate(o)
	if err != nil {
		return nil, err
	}
	return describe(&model{Model: calibrated, left: m.left}, now()-start), nil
}

// certainty is predictSet(model, X, {coverage}) → [[label, ...], ...], and predictInterval → [[low, high], ...], with
// several outputs a list of intervals per row; a single result if X is one flat row.
func certainty(labels bool) long {
	return func(c core.Control, args arguments) (any, error) {
		m, err := lookup(args.at(0))
		if err != nil {
			return nil, err
		}
		if err := m.CheckCalibrated(labels); err != nil {
			return nil, err
		}
		coverage, err := wire.Coverage(&value{v: args.at(2)})
		if err != nil {
			return nil, err
		}
		x, single, err := reader.Query(m.Model, &value{v: args.at(1)})
		if err != nil {
			return nil, err
		}
		each := max(x.Rows, 1)
		if c.Progress != nil {
			each = partOf
		}
		return question{single: single}.answers(func(w wire.Writer) error {
			return inParts(c, m, x, each, func(_ int, part core.Matrix) error { return wire.WriteCertainty(w, m.Model, part, coverage) })
		})
	}
}

// squeezedOrder(scores, {squeeze, external}) → {order, positions, external?}.
func squeezedOrder(args arguments) (any, error) {
	squeeze, external := 0.5, core.Matrix{}
	given := false
	err := wire.Fields{
		"squeeze": func(v wire.Value) error { return wire.ReadNumber("squeeze", v, &squeeze) },
		"external": func(v wire.Value) (err error) {
			given = true
			external, _, err = reader.Matrix("external", v, 0)
			return err
		},
	}.Read("", &value{v: args.at(1)})
	if err != nil {
		return nil, err
	}
	scores, _, err := reader.Matrix("scores", &value{v: args.at(0)}, 0)
	if err != nil {
		return nil, err
	}
	o, err := core.SqueezedOrder(scores, squeeze, external)
	if err != nil {
		return nil, err
	}
	positions := make([]float64, len(o.Positions))
	for i, p := range o.Positions {
		positions[i] = p.Value
	}
	v := newObject()
	v.Set("order", integers(o.Order))
	v.Set("positions", numbers(positions))
	if given {
		v.Set("external", made(func(w wire.Writer) {
			w.List()
			for _, p := range o.External {
				w.Object()
				w.Key("position").Number(p.Value)
				w.Key("class").Integer(p.Class)
				w.Key("grey").Bool(p.Grey)
				w.End()
			}
			w.End()
		}))
	}
	return v, nil
}

// crossValidate(X, y, {folds, seed, and the options of fit}) → the result of evaluate, spread, predictions, folds.
func crossValidate(c core.Control, args arguments) (any, error) {
	o, err := reader.CrossValidateOptions(&value{v: args.at(2)})
	if err != nil {
		return nil, err
	}
	o.Control = c
	v, err := reader.CrossValidate(&value{v: args.at(0)}, &value{v: args.at(1)}, o)
	return writtenObject(err, func(w wire.Writer) { wire.WriteCrossValidation(w, v) })
}

// tune(X, y, {folds, seed, candidates, and the options of fit}) → {options, best, untouched, scores: [{options, rows, rmse,
// mae, r2?, accuracy?}], model}.
func tune(c core.Control, args arguments) (any, error) {
	given := args.at(2)
	var o wire.TuneOptions
	carried, candidates := newObject(), js.Undefined()
	dealing := wire.FoldFields(&o.Folds, &o.Seed)
	maps.Copy(dealing, reader.GroupFields(&o.Groups, &o.Ordered))
	dealing["candidates"] = func(v wire.Value) error {
		candidates = v.(*value).v
		return nil
	}
	var err error
	if o.Fit, err = reader.FitOptions(&value{v: given}, dealing); err != nil {
		return nil, err
	}
	if kindOf(given) == js.TypeObject {
		for _, name := range (&value{v: given}).Keys() {
			if dealing[name] == nil {
				carried.Set(name, get(given, name))
			}
		}
	}
	if !candidates.IsUndefined() {
		if o.Candidates, err = readCandidates(&value{v: candidates}, carried); err != nil {
			return nil, err
		}
	}
	o.Control = c
	start := now()
	t, m, err := reader.Tune(&value{v: args.at(0)}, &value{v: args.at(1)}, o)
	if err != nil {
		return nil, err
	}
	scores := newArray()
	for i, s := range t.Scores {
		v := madeObject(func(w wire.Writer) { wire.WriteFigures(w, s.Figures) })
		options := objectClass.Call("assign", newObject(), carried)
		switch {
		case i < len(o.Candidates):
			objectClass.Call("assign", options, candidates.Index(i))
		case i != t.Untouched:
			objectClass.Call("assign", options, madeObject(func(w wire.Writer) { wire.WriteVaried(w, s.Recipe) }))
		}
		v.Set("options", options)
		scores.SetIndex(i, v)
	}
	v := newObject()
	v.Set("options", objectClass.Call("assign", newObject(), scores.Index(t.Best).Get("options")))
	v.Set("best", t.Best)
	if t.Untouched >= 0 {
		v.Set("untouched", t.Untouched)
	}
	v.Set("scores", scores)
	v.Set("model", describe(&model{Model: m}, now()-start))
	return v, nil
}

const mostCandidates = 10000

// readCandidates reads a list of options of fit, to which the common options are added.
func readCandidates(v wire.Value, all js.Value) ([]core.Recipe, error) {
	if v.Kind() != wire.List || v.Size() > mostCandidates {
		return nil, wire.InvalidOption("candidates", v, "a list of at most "+itoa(mostCandidates)+" options of fit")
	}
	list := make([]core.Recipe, v.Size())
	for i := range list {
		path, given := "candidates["+itoa(i)+"]", v.At(i)
		if kindOf(given.(*value).v) != js.TypeObject {
			return nil, wire.InvalidOption(path, given, "options of fit")
		}
		for _, name := range given.Keys() {
			if name == "classes" || name == "columns" || name == "missing" || name == "names" {
				return nil, core.NewError(core.InvalidOption, path+" decides how X and y are read.",
					"Give classes, columns, missing and names as options of tune.").In(path)
			}
			if name == "weights" && given.Get(name).Kind() != wire.Text {
				return nil, core.NewError(core.InvalidOption, path+" lists the samples' weights, which all candidates share.",
					`Give the list as an option of tune; a candidate can have "balanced".`).In(path + ".weights")
			}
		}
		o, err := reader.FitOptions(&value{v: objectClass.Call("assign", newObject(), all, given.(*value).v)})
		if e, ok := err.(*core.Error); ok {
			e.Path, e.Message = path+"."+e.Path, path+": "+e.Message
			return nil, e
		}
		list[i] = o.Recipe()
	}
	return list, nil
}
