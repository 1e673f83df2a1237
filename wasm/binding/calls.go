//go:build js && wasm

package binding

import (
	"slices"
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
func readQuestion(args arguments, quick bool, more ...wire.Fields) (q question, err error) {
	how, err := wire.CallOptions(&value{v: args.at(2)}, more...)
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

// answers is answer for a list of which write writes the elements.
func (q question) answers(write func(w wire.Writer) error) (any, error) {
	var err error
	list := made(func(w wire.Writer) {
		w.List()
		err = write(w)
		w.End()
	})
	if err != nil {
		return nil, err
	}
	return q.answer(list), nil
}

// inParts answers so many rows of a query at a time, and lets the caller look in between. Every row is checked before the first
// is answered.
func inParts(c core.Control, m *model, x core.Matrix, each int, answer func(from int, part core.Matrix) error) error {
	if err := core.CheckQuery(x, m.Features()); err != nil {
		return err
	}
	for from := 0; from < x.Rows; from += each {
		if from > 0 && c.Progress != nil {
			c.Progress(core.Progress{Placed: from, Total: x.Rows})
			select {
			case <-c.Done:
				return core.NewError(core.Aborted, "The call was cancelled.", "Call it again to start over.")
			default:
			}
		}
		to := min(from+each, x.Rows)
		if err := answer(from, core.Matrix{Data: x.Data[from*x.Columns : to*x.Columns], Rows: to - from, Columns: x.Columns}); err != nil {
			return err
		}
	}
	return nil
}

// partOf is how many rows of numbers are answered at a time where somebody wants to look in between.
const partOf = 32

func (q question) predict(c core.Control) (*core.Predictions, error) {
	if c.Progress == nil || q.x.Rows <= partOf {
		return q.Predict(q.x)
	}
	all := &core.Predictions{}
	err := inParts(c, q.model, q.x, partOf, func(_ int, part core.Matrix) error {
		p, err := q.Predict(part)
		if err != nil {
			return err
		}
		all.Values.Rows, all.Values.Columns = all.Values.Rows+part.Rows, p.Values.Columns
		all.Values.Data, all.Status = append(all.Values.Data, p.Values.Data...), append(all.Status, p.Status...)
		return nil
	})
	return all, err
}

// predict(model, X, {interpolation}) → a number, label or vector per row; a single
// one if X is one flat row.
func predict(c core.Control, args arguments) (any, error) {
	q, err := readQuestion(args, true)
	if err != nil {
		return nil, err
	}
	p, err := q.predict(c)
	if err != nil {
		return nil, err
	}
	return q.answer(predictions(q.model, p)), nil
}

// predictProba(model, X, {interpolation}) → for each row a score per class, with sum
// 1; NaN without an output.
func predictProba(c core.Control, args arguments) (any, error) {
	q, err := readQuestion(args, true)
	if err != nil {
		return nil, err
	}
	if q.Classes() == nil {
		return nil, wire.Unsupported("The model was fitted on numbers, so it doesn't have classes.", "Use predict, or fit with classes: true.")
	}
	p, err := q.predict(c)
	if err != nil {
		return nil, err
	}
	return q.answer(rows(p.Probabilities())), nil
}

// explain(model, X, {interpolation, fingerprint}) → an explanation per row; a single one if X is one flat row.
func explain(c core.Control, args arguments) (any, error) {
	list, _, err := explained(c, args, func(w *writer, _ *model) wire.Writer { return w })
	return list, err
}

// explainPacked is explain of an SQANN without fingerprints. It returns {list, numbers, names?}: in place of neurons their
// count, and for each of them, one after the other, layer, node, count of samples, samples, distance, activation, weight
// and α, of classes the index. web/package unpacks it. Numbers as text take most of the time otherwise.
func explainPacked(c core.Control, args arguments) (any, error) {
	p := &packedWriter{}
	list, m, err := explained(c, args, func(w *writer, m *model) wire.Writer {
		p.writer, p.data, p.classes = w, m.Network().Data(), m.Classes() != nil
		return p
	})
	if err != nil {
		return nil, err
	}
	v := newObject()
	v.Set("list", list)
	v.Set("numbers", float64Array(p.numbers))
	if m.Network().Data().Names != nil {
		v.Set("names", made(func(w wire.Writer) { wire.WriteTexts(w, p.names) }))
	}
	return v, nil
}

type packedWriter struct {
	*writer
	data    core.Dataset
	classes bool
	numbers []float64
	names   []string
}

func (p *packedWriter) Neurons(list []core.Neuron) {
	p.Integer(len(list))
	for _, n := range list {
		p.numbers = append(p.numbers, float64(n.Layer), float64(n.Node), float64(len(n.Samples)))
		for _, sample := range n.Samples {
			p.numbers = append(p.numbers, float64(sample))
			if p.data.Names != nil {
				p.names = append(p.names, p.data.Names[sample])
			}
		}
		p.numbers = append(p.numbers, n.Distance, n.Activation, n.Weight)
		if p.classes {
			p.numbers = append(p.numbers, float64(slices.Index(n.Alpha, 1)))
		} else {
			p.numbers = append(p.numbers, n.Alpha...)
		}
	}
}

func explained(c core.Control, args arguments, to func(w *writer, m *model) wire.Writer) (list any, m *model, err error) {
	fingerprint := true
	q, err := readQuestion(args, false, wire.ExplainFields(&fingerprint))
	if err != nil {
		return nil, nil, err
	}
	parts, each := newArray(), 1 // rows at a time, because a call of JavaScript takes as long as some rows
	if !fingerprint {
		each = 64
	}
	how := wire.NewExplaining(q.Model, fingerprint)
	err = inParts(c, q.model, q.x, each, func(from int, part core.Matrix) (err error) {
		parts.Call("push", made(func(w wire.Writer) {
			to := to(w.(*writer), q.model)
			to.List()
			for i := 0; i < part.Rows && err == nil; i++ {
				err = how.Write(to, part.Row(i), q.table, from+i)
			}
			to.End()
		}))
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return q.answer(parts.Call("flat")), q.model, nil
}
