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

// predict(model, X, {interpolation}) → numbers, labels or vectors, one a row;
// one alone where X is one flat row.
func predict(args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	how, err := readCallOptions(args.at(2))
	if err != nil {
		return nil, err
	}
	x, single, err := readMatrix("X", args.at(1), m.features())
	if err != nil {
		return nil, err
	}
	var p *core.Predictions
	if m.tnn != nil {
		p, err = m.tnn.Predict(x)
	} else {
		p, err = m.sqann.Predict(x, how)
	}
	if err != nil {
		return nil, err
	}
	list := predictions(m, p)
	if single {
		return list.Index(0), nil
	}
	return list, nil
}

// explain(model, X, {interpolation}) → an explanation a row; one alone where X
// is one flat row.
func explain(args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	how, err := readCallOptions(args.at(2))
	if err != nil {
		return nil, err
	}
	x, single, err := readMatrix("X", args.at(1), m.features())
	if err != nil {
		return nil, err
	}
	if x.Columns != m.features() && x.Rows > 0 { // said once for all rows, with the row count's help
		_, err = predict(args)
		return nil, err
	}
	list := newArray()
	for i := range x.Rows {
		var v js.Value
		if m.tnn != nil {
			v, err = explainTNN(m.tnn, x.Row(i)[0])
		} else {
			v, err = explainSQANN(m.sqann, x.Row(i), how)
		}
		if err != nil {
			if e, ok := err.(*core.Error); ok && e.Row == 0 {
				_, err = predict(args) // names the row among all of them
			}
			return nil, err
		}
		list.SetIndex(i, v)
	}
	if single {
		return list.Index(0), nil
	}
	return list, nil
}
