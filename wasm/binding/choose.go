//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// redundancy(model, rows?) → [{row, strong: [row, ...], spare}].
func redundancy(c core.Control, args arguments) (any, error) {
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	var rows []int
	if v := args.at(1); !v.IsUndefined() && !v.IsNull() {
		if rows, err = readRowNumbers(v); err != nil {
			return nil, err
		}
	}
	list, err := core.Redundancy(m.network(), rows, c)
	if err != nil {
		return nil, err
	}
	out := newArray()
	for i, r := range list {
		v := newObject()
		v.Set("row", r.Row)
		v.Set("strong", integers(r.Strong))
		v.Set("spare", r.Spare)
		out.SetIndex(i, v)
	}
	return out, nil
}

// representatives(model, {tolerance}) → {rows, model, rest: {maxErrorAfter}}.
func representatives(c core.Control, args arguments) (any, error) {
	start := now()
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	tolerance := 0.0
	err = fields{"tolerance": func(v js.Value) error { return number("tolerance", v, &tolerance) }}.read("", args.at(1))
	if err != nil {
		return nil, err
	}
	r, err := core.Representatives(m.network(), tolerance, c)
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
func prototypes(args arguments) (any, error) {
	m, err := lookupNetwork(args.at(0), "fitting samples")
	if err != nil {
		return nil, err
	}
	perClass := 0
	err = fields{"perClass": func(v js.Value) error {
		if perClass = wholeNumber(v); perClass < 1 {
			return invalidOption("perClass", v, "a whole number of at least 1")
		}
		return nil
	}}.read("", args.at(1))
	if err != nil {
		return nil, err
	}
	if m.sqann == nil {
		return nil, unsupported("In a TNN every sample carries its own hits alone.", "Ask for its representatives.")
	}
	p, err := core.FindPrototypes(m.sqann, perClass, core.Control{})
	if err != nil {
		return nil, err
	}
	d := m.sqann.Data()
	list := func(found []core.Prototype) js.Value {
		out := newArray()
		for i, p := range found {
			v := newObject()
			v.Set("sample", p.Sample)
			if d.Labels != nil {
				v.Set("class", label(d.Labels[p.Sample]))
			}
			v.Set("hits", p.Hits)
			v.Set("activation", p.Activation)
			out.SetIndex(i, v)
		}
		return out
	}
	v := newObject()
	v.Set("prototypes", list(p.Prototypes))
	v.Set("criticisms", list(p.Criticisms))
	return v, nil
}

// counterfactual(model, x, {target}) → {sample, distance, point, fraction, before,
// after}.
func counterfactual(args arguments) (any, error) {
	m, err := lookupNetwork(args.at(0), "counterfactual")
	if err != nil {
		return nil, err
	}
	var o core.CounterfactualOptions
	err = fields{"target": func(v js.Value) error { return m.readTarget(v, &o) }}.read("", args.at(2))
	if err != nil {
		return nil, err
	}
	x, _, err := m.readQuery(args.at(1))
	if err != nil {
		return nil, err
	}
	if x.Rows != 1 {
		return nil, invalidInput(-1, -1, "x has "+itoa(x.Rows)+" rows.", "Ask about one row.")
	}
	c, err := core.FindCounterfactual(m.network(), x.Row(0), o)
	if err != nil {
		return nil, err
	}
	v := newObject()
	v.Set("sample", c.Sample)
	v.Set("distance", c.Distance)
	v.Set("point", plain(float64Array(c.Point)))
	v.Set("fraction", c.Fraction)
	v.Set("before", m.outcomeOf(c.Before))
	v.Set("after", m.outcomeOf(c.After))
	return v, nil
}

func (m *model) outcomeOf(value []float64) js.Value {
	p := core.Predictions{Values: core.Matrix{Data: value, Rows: 1, Columns: len(value)}, Status: make([]core.Status, 1)}
	return predictions(m, &p).Index(0)
}

// readTarget takes one of the model's classes, or a number for a regression.
func (m *model) readTarget(v js.Value, o *core.CounterfactualOptions) error {
	if m.classes() == nil {
		o.Value = new(float64)
		return number("target", v, o.Value)
	}
	for _, c := range m.classes() {
		if label(c).Equal(v) {
			o.Label = &c
			return nil
		}
	}
	return invalidOption("target", v, "one of the model's classes")
}

// squeezedOrder(scores, {squeeze, external}) → {order, positions, external?}.
func squeezedOrder(args arguments) (any, error) {
	squeeze, external := 0.5, core.Matrix{}
	given := false
	err := fields{
		"squeeze": func(v js.Value) error { return number("squeeze", v, &squeeze) },
		"external": func(v js.Value) (err error) {
			given = true
			external, _, err = readMatrix("external", v, 0)
			return err
		},
	}.read("", args.at(1))
	if err != nil {
		return nil, err
	}
	scores, _, err := readMatrix("scores", args.at(0), 0)
	if err != nil {
		return nil, err
	}
	o, err := core.SqueezedOrder(scores, squeeze, external)
	if err != nil {
		return nil, err
	}
	positions := make([]float64, len(o.Placements))
	for i, p := range o.Placements {
		positions[i] = p.Position
	}
	v := newObject()
	v.Set("order", integers(o.Order))
	v.Set("positions", plain(float64Array(positions)))
	if given {
		list := newArray()
		for i, p := range o.External {
			e := newObject()
			e.Set("position", p.Position)
			e.Set("class", p.Class)
			e.Set("grey", p.Grey)
			list.SetIndex(i, e)
		}
		v.Set("external", list)
	}
	return v, nil
}

// tune(X, y, {folds, seed, candidates, classes, columns, missing}) → {options,
// scores: [{options, rows, rmse, mae, r2?, accuracy?}]}.
func tune(c core.Control, args arguments) (any, error) {
	o := core.TuneOptions{Control: c}
	var samples sampleOptions
	classes := false
	carried, candidates := newObject(), js.Undefined()
	known := samples.fields()
	for name, read := range known {
		known[name] = func(v js.Value) error {
			carried.Set(name, v)
			return read(v)
		}
	}
	known["classes"] = func(v js.Value) error {
		carried.Set("classes", v)
		return boolean("classes", v, &classes)
	}
	known["folds"] = func(v js.Value) error {
		if o.Folds = wholeNumber(v); o.Folds < 2 {
			return invalidOption("folds", v, "a whole number of at least 2")
		}
		return nil
	}
	known["seed"] = func(v js.Value) error {
		seed := wholeNumber(v)
		if seed < 0 {
			return invalidOption("seed", v, "a whole number from 0 to 2147483647")
		}
		o.Seed = uint64(seed)
		return nil
	}
	known["candidates"] = func(v js.Value) (err error) {
		candidates = v
		o.Candidates, err = readCandidates(v)
		return err
	}
	if err := known.read("", args.at(2)); err != nil {
		return nil, err
	}
	d, _, _, err := readSamples(args.at(0), args.at(1), classes, samples)
	if err != nil {
		return nil, err
	}
	t, err := core.Tune(d, o)
	if err != nil {
		return nil, err
	}
	scores := newArray()
	for i, s := range t.Scores {
		var options js.Value
		if candidates.IsUndefined() {
			options = candidateOptions(s.Candidate)
		} else {
			options = js.Global().Get("Object").Call("assign", newObject(), candidates.Index(i))
		}
		v := figures(s.Figures)
		v.Set("options", js.Global().Get("Object").Call("assign", options, carried))
		scores.SetIndex(i, v)
	}
	v := newObject()
	v.Set("options", js.Global().Get("Object").Call("assign", newObject(), scores.Index(t.Best).Get("options")))
	v.Set("best", t.Best)
	v.Set("scores", scores)
	return v, nil
}

const mostCandidates = 10000

func readCandidates(v js.Value) ([]core.Candidate, error) {
	if kindOf(v) != js.TypeObject || !isArray(v) || v.Length() > mostCandidates {
		return nil, invalidOption("candidates", v, "a list of at most "+itoa(mostCandidates)+" options of fit")
	}
	list := make([]core.Candidate, v.Length())
	for i := range list {
		path := "candidates[" + itoa(i) + "]"
		if kindOf(v.Index(i)) != js.TypeObject {
			return nil, invalidOption(path, v.Index(i), "options of fit")
		}
		o, err := readFitOptions(v.Index(i))
		if e, ok := err.(*core.Error); ok {
			e.Path, e.Message = path+"."+e.Path, path+": "+e.Message
			return nil, e
		}
		if o.classes || o.samples.columns != nil || o.samples.missing != core.MissingError {
			return nil, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: path,
				Message: path + " says how X and y are read.", Hint: "Give classes, columns and missing to tune itself."}
		}
		if o.tnn {
			list[i].TNN = &o.forTNN
		} else {
			list[i].SQANN = o.sqann
		}
	}
	return list, nil
}

// candidateOptions are a default candidate's, for fit.
func candidateOptions(c core.Candidate) js.Value {
	v := newObject()
	v.Set("settings", settings(c.SQANN.Settings[0]))
	v.Set("interpolation", interpolation(c.SQANN.Interpolation))
	v.Set("scale", scaleNames[c.SQANN.Scale-core.ScaleNone])
	return v
}
