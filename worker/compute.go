package worker

import (
	"maps"
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// readFields reads the fields of the body; an unknown field is an error.
func (c call) readFields(fields wire.Fields) error {
	v, err := jsontext.Parse(c.body)
	if err != nil {
		return err
	}
	return readObject(v, fields)
}

func readObject(v wire.Value, fields wire.Fields) error {
	if v.Kind() != wire.Record {
		return wire.InvalidInput(-1, -1, "The body is "+v.Shown()+".", "Send a JSON object.")
	}
	return fields.Read("", v)
}

// into keeps a field's value for later.
func into(to *wire.Value) func(wire.Value) error {
	*to = jsontext.Missing
	return func(v wire.Value) error {
		*to = v
		return nil
	}
}

// fit: {X, y, options} → {model, report}.
func (h *handler) fit(c call) (reply, error) {
	v, err := jsontext.Parse(c.body)
	if err != nil {
		return reply{}, err
	}
	m, took, err := h.fitted(c, v)
	if err != nil {
		return reply{}, err
	}
	var out jsontext.Writer
	out.Object()
	out.Key("model")
	wire.WriteFile(&out, m)
	out.Key("report")
	wire.WriteReport(&out, m.Report(), took)
	writeDropped(&out, m)
	out.End()
	return reply{body: out.Bytes()}, nil
}

func writeDropped(w wire.Writer, m *wire.Model) {
	if m.Reading.Dropped != nil {
		w.Key("dropped").Integers(m.Reading.Dropped)
	}
}

// fitted is the model of {X, y, options}, and how many milliseconds it took.
func (h *handler) fitted(c call, v wire.Value) (m *wire.Model, took float64, err error) {
	var x, y, given wire.Value
	if err := readObject(v, wire.Fields{"X": into(&x), "y": into(&y), "options": into(&given)}); err != nil {
		return nil, 0, err
	}
	reader := h.reader(c)
	o, err := reader.FitOptions(given)
	if err != nil {
		return nil, 0, err
	}
	if o.SQANN.Trace {
		return nil, 0, wire.Unsupported("The trace of a fit isn't sent over HTTP.", "Omit trace, or fit in the browser or with the Go package.")
	}
	start := time.Now()
	reader.Check = h.check(c, false, nil)
	m, err = reader.Fit(x, y, o)
	return m, float64(time.Since(start).Microseconds()) / 1000, err
}

// crossValidate: {X, y, options} → the result of evaluate, spread, predictions and folds.
func (h *handler) crossValidate(c call) (reply, error) {
	var x, y, given wire.Value
	if err := c.readFields(wire.Fields{"X": into(&x), "y": into(&y), "options": into(&given)}); err != nil {
		return reply{}, err
	}
	reader := h.reader(c)
	o, err := reader.CrossValidateOptions(given)
	if err != nil {
		return reply{}, err
	}
	o.Control = h.control(c)
	check := h.check(c, false, o.FoldsOf)
	reader.Check = func(d core.Dataset, fit *wire.FitOptions) error {
		if err := h.answerable(d.X.Rows, 1+max(d.Values.Columns, 1)); err != nil {
			return err
		}
		return check(d, fit)
	}
	v, err := reader.CrossValidate(x, y, o)
	if err != nil {
		return reply{}, err
	}
	var out jsontext.Writer
	out.Object()
	wire.WriteCrossValidation(&out, v)
	out.End()
	return reply{body: out.Bytes()}, nil
}

// question is what a model is asked.
type question struct {
	model *wire.Model
	how   core.Interpolation
	cover float64 // 0 where no coverage was given
	x     core.Matrix
	table []core.Column // x before encoding, if it was a table
	each  int           // the greatest cost of a row, if it isn't that of a prediction
	held  int64         // bytes that the request keeps until it is answered
}

// answering adds a model to the question.
type answering func(h *handler, c call, out *jsontext.Writer, q *question, x wire.Value) error

// given is for a model in the request: {model, X, options}.
func given(answer answering) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var file, x, options wire.Value
		q := question{}
		if err := c.readFields(q.fields(&x, &options, wire.Fields{"model": into(&file)})); err != nil {
			return reply{}, err
		}
		m, err := h.load(c, file, nil)
		if err != nil {
			return reply{}, err
		}
		q.model, q.held = m, int64(len(c.body))+m.Bytes()
		return h.reply(c, answer, q, x, options)
	}
}

// kept is for a stored model: {X, options}.
func kept(answer answering) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var x, options wire.Value
		q := question{}
		if err := c.readFields(q.fields(&x, &options, nil)); err != nil {
			return reply{}, err
		}
		m, err := h.loaded(c)
		if err != nil {
			return reply{}, err
		}
		defer m.release()
		q.model, q.held = m.model, int64(len(c.body))
		if !m.shared {
			q.held += m.model.Bytes()
		}
		return h.reply(c, answer, q, x, options)
	}
}

// fields are those of a query's body, and more. The coverage may also be among the options.
func (q *question) fields(x, options *wire.Value, more wire.Fields) wire.Fields {
	known := wire.CoverageFields(&q.cover)
	maps.Copy(known, wire.Fields{"X": into(x), "options": into(options)})
	maps.Copy(known, more)
	return known
}

// certain refuses a coverage if the route or the model doesn't support it.
func (q *question) certain(predicted bool) error {
	switch {
	case q.cover == 0:
		return nil
	case !predicted:
		return core.NewError(core.UnknownOption, "This route doesn't support the option coverage.",
			"Give coverage to predict; explanations use 0.9.").In("coverage")
	case q.how.Mode != core.InterpolatePreset && q.model.TNN() == nil:
		return wire.Unsupported("The calibration only holds for the model's own interpolation.", "Omit interpolation or coverage.")
	}
	return q.model.CheckCalibrated(q.model.Classes() != nil)
}

func (h *handler) reply(c call, answer answering, q question, x, options wire.Value) (out reply, err error) {
	if q.how, err = wire.CallOptions(options, wire.CoverageFields(&q.cover)); err != nil {
		return reply{}, err
	}
	if q.model, err = q.model.Interpolating(q.how); err != nil {
		return reply{}, err
	}
	var text jsontext.Writer
	text.Object()
	if err := answer(h, c, &text, &q, x); err != nil {
		return reply{}, err
	}
	text.End()
	return reply{body: text.Bytes(), sent: c.to.begun}, nil
}

// predict writes {"predictions": [...]}, one a row; with a coverage also {"intervals": [...]} or {"sets": [...]}.
func (h *handler) predict(c call, out *jsontext.Writer, q *question, x wire.Value) error {
	if err := q.certain(true); err != nil {
		return err
	}
	numbers := q.model.Outputs()
	if q.cover > 0 {
		numbers *= 3
	}
	if err := h.query(c, q, x, numbers); err != nil {
		return err
	}
	out.Key("predictions").List()
	err := h.inParts(c, out, q, func(part core.Matrix) error {
		p, err := q.model.Predict(part)
		if err == nil {
			wire.WritePredictions(out, q.model.Classes(), p)
		}
		return err
	})
	out.End()
	if err != nil || q.cover == 0 {
		return err
	}
	key := "intervals"
	if q.model.Classes() != nil {
		key = "sets"
	}
	out.Key(key).List()
	err = h.inParts(c, out, q, func(part core.Matrix) error { return wire.WriteCertainty(out, q.model, part, q.cover) })
	out.End()
	return err
}

// inParts calls f for a few rows at a time, some tens of milliseconds' worth. Between two calls other requests have
// their turn, and the finished part of the answer may be sent.
func (h *handler) inParts(c call, out *jsontext.Writer, q *question, f func(part core.Matrix) error) error {
	x, each := q.x, max(q.each, q.model.Predictor.RowCost())
	few := max(1, int(h.limits.Short)/max(1, each))
	if few < x.Rows {
		if err := c.work.move(h.lanes.answers); err != nil {
			return err
		}
	}
	for i := 0; i < x.Rows; i += few {
		if i > 0 {
			if err := c.work.next(); err != nil {
				return err
			}
		}
		n := min(few, x.Rows-i)
		if err := f(core.Matrix{Data: x.Data[i*x.Columns : (i+n)*x.Columns], Rows: n, Columns: x.Columns}); err != nil {
			return err
		}
		if err := h.part(c, out, q.held); err != nil {
			return err
		}
	}
	return nil
}

// explain writes {"explanations": [...]}, one a row.
func (h *handler) explain(c call, out *jsontext.Writer, q *question, x wire.Value) error {
	nodes := 0
	for _, part := range q.model.Parts() {
		nodes += part.Samples()
	}
	top := nodes
	if m := q.model.SQANN(); m != nil && m.Options().Interpolation.Mode != core.InterpolateLayerwise {
		top = max(m.Options().Interpolation.Top, 2)
	}
	if err := q.certain(false); err != nil {
		return err
	}
	// An activation of each node, and eight numbers for each that takes part.
	if err := h.query(c, q, x, nodes+8*min(top, nodes)); err != nil {
		return err
	}
	out.Key("explanations").List()
	row := 0
	err := h.inParts(c, out, q, func(part core.Matrix) error {
		for i := range part.Rows {
			if err := h.reader(c).WriteExplanation(out, q.model, part.Row(i), q.table, row); err != nil {
				return err
			}
			row++
			if err := h.part(c, out, q.held); err != nil {
				return err
			}
		}
		return nil
	})
	out.End()
	return err
}

// attributions writes {"attributions": [...]}, one a row.
func (h *handler) attributions(c call, out *jsontext.Writer, q *question, x wire.Value) error {
	if q.how.Mode != core.InterpolatePreset {
		return wire.Unsupported("Attributions only exist for the model's own interpolation.", "Omit the option interpolation, or give it to fit.")
	}
	if err := q.certain(false); err != nil {
		return err
	}
	a := wire.NewAttributor(q.model)
	// A line has about five numbers, and the answer with the column at its typical value.
	if err := h.query(c, q, x, a.Columns()*(5+q.model.Outputs())); err != nil {
		return err
	}
	q.each = a.RowCost()
	out.Key("attributions").List()
	from := 0
	err := h.inParts(c, out, q, func(part core.Matrix) error {
		at := from
		from += part.Rows
		return a.Write(out, part, q.table, at, core.Control{})
	})
	out.End()
	return err
}

// query reads and checks all rows before the first is answered. each is how many
// numbers a row's answer has.
func (h *handler) query(c call, q *question, v wire.Value, each int) error {
	x, table, _, err := h.reader(c).QueryTable(q.model, v)
	if err != nil {
		return err
	}
	if err := core.CheckQuery(x, q.model.Features()); err != nil {
		return err
	}
	if err := h.answerable(x.Rows, each); err != nil {
		return err
	}
	q.x, q.table = x, table
	q.held += int64(8 * len(x.Data))
	return nil
}

// answerable refuses an answer of too many numbers.
func (h *handler) answerable(rows, each int) error {
	most := h.limits.Answer / max(each, 1)
	if rows <= most {
		return nil
	}
	return core.NewError(core.TooLarge, "The answer to "+strconv.Itoa(rows)+" rows has more than "+strconv.Itoa(h.limits.Answer)+" numbers.",
		"Send at most "+strconv.Itoa(most)+" rows at a time.")
}
