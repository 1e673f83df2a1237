//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// fit(X, y, options) → a description of the model, with its handle.
func fit(c core.Control, args arguments) (any, error) {
	start := now()
	o, err := readFitOptions(args.at(2))
	if err != nil {
		return nil, err
	}
	d, table, dropped, err := readSamples(args.at(0), args.at(1), o.classes, o.samples)
	if err != nil {
		return nil, err
	}
	m := &model{table: table, dropped: dropped}
	if o.tnn {
		m.tnn, err = core.FitTNN(d, o.forTNN)
	} else {
		o.sqann.Progress, o.sqann.Done = c.Progress, c.Done
		m.sqann, err = core.FitSQANN(d, o.sqann)
	}
	if err != nil {
		return nil, err
	}
	return describe(m, now()-start), nil
}

// question is what predict and explain are asked.
type question struct {
	*model
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
	if q.ensemble != nil && q.how.Mode != core.InterpolatePreset {
		return q, unsupported("An ensemble has no interpolation of its own.", "Give it to the fits of its models.")
	}
	q.x, q.single, err = q.readQuery(args.at(1))
	return q, err
}

func (q question) predict() (*core.Predictions, error) {
	switch {
	case q.tnn != nil:
		return q.tnn.Predict(q.x)
	case q.ensemble != nil:
		e, err := q.ensemble.Examine(q.x)
		if err != nil {
			return nil, err
		}
		return &e.Predictions, nil
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

// predictProba(model, X, {interpolation}) → a row of scores that sum to 1, one a
// class, for each row; NaN without an output.
func predictProba(args arguments) (any, error) {
	q, err := readQuestion(args)
	if err != nil {
		return nil, err
	}
	if q.classes() == nil {
		return nil, unsupported("The model was fitted on numbers, it has no classes.", "Use predict, or fit with classes: true.")
	}
	p, err := q.predict()
	if err != nil {
		return nil, err
	}
	return q.answer(rowsOf(p.Probabilities())), nil
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
		v, err := q.explainRow(q.x.Row(i), q.how)
		if err != nil {
			return nil, err
		}
		list.SetIndex(i, v)
	}
	return q.answer(list), nil
}

func (m *model) explainRow(x []float64, how core.Interpolation) (js.Value, error) {
	switch {
	case m.tnn != nil:
		return explainTNN(m.tnn, x)
	case m.sqann != nil:
		return explainSQANN(m.sqann, x, how)
	}
	said, err := m.ensemble.Examine(core.Matrix{Data: x, Rows: 1, Columns: len(x)})
	if err != nil {
		return js.Value{}, err
	}
	v, err := m.members[said.Member[0]].explainRow(x, how)
	if err != nil {
		return js.Value{}, err
	}
	if m.classes() != nil { // over the classes of both
		v.Set("scores", plain(float64Array(said.Values.Data)))
	}
	v.Set("member", said.Member[0])
	return v, nil
}
