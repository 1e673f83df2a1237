//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// fit(X, y, options) → a description of the model, with its handle.
func fit(c core.Control, args arguments) (any, error) {
	start := now()
	o, err := reader.FitOptions(&value{v: args.at(2)})
	if err != nil {
		return nil, err
	}
	o.SQANN.Control, o.TNN.Control = c, c
	m, err := reader.Fit(&value{v: args.at(0)}, &value{v: args.at(1)}, o)
	if err != nil {
		return nil, err
	}
	return describe(&model{Model: m}, now()-start), nil
}

// fitLike(model, X, y, options) → fit with what the model was fitted with.
func fitLike(c core.Control, args arguments) (any, error) {
	start := now()
	like, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	m, err := reader.FitLike(like.Model, &value{v: args.at(1)}, &value{v: args.at(2)}, &value{v: args.at(3)}, c)
	if err != nil {
		return nil, err
	}
	return describe(&model{Model: m}, now()-start), nil
}

// question is the query of predict or explain.
type question struct {
	*model
	x      core.Matrix
	table  []core.Column // x before encoding
	single bool          // X is one flat row: the answer isn't a list
}

// readQuestion reads a query; quick says that only predictions are asked for.
func readQuestion(args arguments, quick bool) (q question, err error) {
	how, err := wire.CallOptions(&value{v: args.at(2)})
	if err != nil {
		return q, err
	}
	if quick = quick && how.Mode == core.InterpolatePreset; quick { // which a learner answers by itself
		q.model, err = find(args.at(0))
	} else {
		q.model, err = lookup(args.at(0))
	}
	if err != nil {
		return q, err
	}
	asked, err := q.Interpolating(how)
	if err != nil {
		return q, err
	}
	if asked != q.Model {
		q.model = &model{Model: asked}
	}
	q.x, q.table, q.single, err = reader.QueryTable(q.Model, &value{v: args.at(1)})
	return q, err
}

func (q question) answer(list js.Value) any {
	if q.single {
		return list.Index(0)
	}
	return list
}

// predict(model, X, {interpolation}) → a number, label or vector per row; a single
// one if X is one flat row.
func predict(args arguments) (any, error) {
	q, err := readQuestion(args, true)
	if err != nil {
		return nil, err
	}
	p, err := q.Predict(q.x)
	if err != nil {
		return nil, err
	}
	return q.answer(predictions(q.model, p)), nil
}

// predictProba(model, X, {interpolation}) → for each row a score per class, with sum
// 1; NaN without an output.
func predictProba(args arguments) (any, error) {
	q, err := readQuestion(args, true)
	if err != nil {
		return nil, err
	}
	if q.Classes() == nil {
		return nil, wire.Unsupported("The model was fitted on numbers, so it doesn't have classes.", "Use predict, or fit with classes: true.")
	}
	p, err := q.Predict(q.x)
	if err != nil {
		return nil, err
	}
	return q.answer(rows(p.Probabilities())), nil
}

// explain(model, X, {interpolation}) → an explanation per row; a single one if X is
// one flat row.
func explain(args arguments) (any, error) {
	q, err := readQuestion(args, false)
	if err != nil {
		return nil, err
	}
	if err := core.CheckQuery(q.x, q.Features()); err != nil { // before the first row is explained
		return nil, err
	}
	list := newArray()
	for i := range q.x.Rows {
		v := made(func(w wire.Writer) { err = reader.WriteExplanation(w, q.Model, q.x.Row(i), q.table, i) })
		if err != nil {
			return nil, err
		}
		list.SetIndex(i, v)
	}
	return q.answer(list), nil
}
