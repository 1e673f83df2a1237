//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// fit(X, y, options) → a description of the model, with its handle.
func fit(args arguments) (any, error) {
	return fitWith(nil, nil, args)
}

func fitWith(done <-chan struct{}, progress func(core.Progress), args arguments) (any, error) {
	start := now()
	o, err := readFitOptions(args.at(2))
	if err != nil {
		return nil, err
	}
	var d core.Dataset
	if d.X, _, err = readMatrix("X", args.at(0), 0); err != nil {
		return nil, err
	}
	if err = readTargets(&d, args.at(1), o.classes); err != nil {
		return nil, err
	}
	var m model
	if o.tnn {
		m.tnn, err = core.FitTNN(d, o.forTNN)
	} else {
		o.sqann.Progress, o.sqann.Done = progress, done
		m.sqann, err = core.FitSQANN(d, o.sqann)
	}
	if err != nil {
		return nil, err
	}
	return describe(m, now()-start), nil
}

// question is what predict and explain are asked.
type question struct {
	model
	how    core.Interpolation
	x      core.Matrix
	single bool // X is one flat row: the answer is no list
}

func readQuestion(args arguments) (q question, err error) {
	if q.model, err = lookup(args.at(0)); err != nil {
		return q, err
	}
	if q.how, err = readCallOptions(args.at(2)); err != nil {
		return q, err
	}
	q.x, q.single, err = readMatrix("X", args.at(1), q.features())
	return q, err
}

func (q question) predict() (*core.Predictions, error) {
	if q.tnn != nil {
		return q.tnn.Predict(q.x)
	}
	return q.sqann.Predict(q.x, q.how)
}

func (q question) answer(list js.Value) any {
	if q.single {
		return list.Index(0)
	}
	return list
}

// predict(model, X, {interpolation}) → numbers, labels or vectors, one a row;
// one alone where X is one flat row.
func predict(args arguments) (any, error) {
	q, err := readQuestion(args)
	if err != nil {
		return nil, err
	}
	p, err := q.predict()
	if err != nil {
		return nil, err
	}
	return q.answer(predictions(q.model, p)), nil
}

// explain(model, X, {interpolation}) → an explanation a row; one alone where X
// is one flat row.
func explain(args arguments) (any, error) {
	q, err := readQuestion(args)
	if err != nil {
		return nil, err
	}
	if err := core.CheckQuery(q.x, q.features()); err != nil { // before the first row is explained
		return nil, err
	}
	list := newArray()
	for i := range q.x.Rows {
		var v js.Value
		if q.tnn != nil {
			v, err = explainTNN(q.tnn, q.x.Row(i))
		} else {
			v, err = explainSQANN(q.sqann, q.x.Row(i), q.how)
		}
		if err != nil {
			return nil, err
		}
		list.SetIndex(i, v)
	}
	return q.answer(list), nil
}
