package worker

import (
	"cmp"
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// fields reads the fields of the body; an unknown field is an error.
func (c call) fields(fields wire.Fields) error {
	if c.in.Kind() != wire.Record {
		return wire.InvalidInput(-1, -1, "The body is "+c.in.Shown()+".", "Send a JSON object.")
	}
	return fields.Read("", c.in)
}

// into keeps a field's value for later.
func into(to *wire.Value) func(wire.Value) error {
	*to = jsontext.Missing
	return func(v wire.Value) error {
		*to = v
		return nil
	}
}

// object is a reply of one JSON object.
func object(write func(out *jsontext.Writer)) reply {
	var out jsontext.Writer
	out.Object()
	write(&out)
	out.End()
	return reply{body: out.Bytes()}
}

// fit: {X, y, options} → {model, report}.
func (h *handler) fit(c call) (reply, error) {
	m, report, err := h.fitted(c)
	if err != nil {
		return reply{}, err
	}
	return object(func(out *jsontext.Writer) {
		wire.WriteFile(out.Key("model"), m)
		report(out)
	}), nil
}

// fitted is the model of {X, y, options}, and what writes how it was fitted.
func (h *handler) fitted(c call) (m *wire.Model, report func(out *jsontext.Writer), err error) {
	var x, y, given wire.Value
	if err := c.fields(wire.Fields{"X": into(&x), "y": into(&y), "options": into(&given)}); err != nil {
		return nil, nil, err
	}
	reader := h.reader(c)
	o, err := reader.FitOptions(given)
	if err != nil {
		return nil, nil, err
	}
	if o.SQANN.Trace {
		return nil, nil, wire.Unsupported("The trace of a fit isn't sent over HTTP.", "Omit trace, or fit in the browser or with the Go package.")
	}
	start := time.Now()
	m, err = reader.Fit(x, y, o)
	took := float64(time.Since(start).Microseconds()) / 1000
	return m, func(out *jsontext.Writer) {
		wire.WriteReport(out.Key("report"), m.Report(), took)
		if m.Reading.Dropped != nil {
			out.Key("dropped").Integers(m.Reading.Dropped)
		}
	}, err
}

// crossValidate: {X, y, options} → the result of evaluate, spread, predictions and folds.
func (h *handler) crossValidate(c call) (reply, error) {
	var x, y, given wire.Value
	if err := c.fields(wire.Fields{"X": into(&x), "y": into(&y), "options": into(&given)}); err != nil {
		return reply{}, err
	}
	reader := h.reader(c)
	o, err := reader.CrossValidateOptions(given)
	if err != nil {
		return reply{}, err
	}
	o.Control = h.control(c)
	v, err := reader.CrossValidate(x, y, o)
	if err != nil {
		return reply{}, err
	}
	return object(func(out *jsontext.Writer) { wire.WriteCrossValidation(out, v) }), nil
}

// question is what a model is asked.
type question struct {
	model *wire.Model
	how   core.Interpolation
	cover float64 // 0 where no coverage was given
	whole bool    // explanations have fingerprints
	x     core.Matrix
	table []core.Column // x before encoding, if it was a table
}

// answering is a way to answer: its options besides the interpolation, and what writes its answer.
type answering func(h *handler, c call, q *question) (options wire.Fields, write func(out *jsontext.Writer) error)

// asked answers {X, options} by a stored model, or {model, X, options}.
func asked(answer answering) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var file, x, given wire.Value
		fields := wire.Fields{"X": into(&x), "options": into(&given)}
		if c.name == "" {
			fields["model"] = into(&file)
		}
		err := c.fields(fields)
		if err != nil {
			return reply{}, err
		}
		q := question{whole: true}
		options, write := answer(h, c, &q)
		if c.name == "" {
			q.model, err = h.reader(c).Load(file, nil)
		} else if m, wrong := h.loaded(c); wrong == nil {
			defer h.cache.release(m)
			q.model = m.Model
		} else {
			err = wrong
		}
		if err == nil {
			q.how, err = wire.CallOptions(given, options)
		}
		if err == nil {
			q.model, err = q.model.Interpolating(q.how)
		}
		if err == nil {
			err = h.query(c, &q, x)
		}
		if err != nil {
			return reply{}, err
		}
		out := object(func(out *jsontext.Writer) { err = write(out) })
		return out, err
	}
}

// predictions writes {"predictions": [...]}, one a row; with a coverage also {"intervals": [...]} or {"sets": [...]}.
func predictions(h *handler, c call, q *question) (wire.Fields, func(out *jsontext.Writer) error) {
	return wire.CoverageFields(&q.cover), func(out *jsontext.Writer) error {
		key := "intervals"
		if q.model.Classes() != nil {
			key = "sets"
		}
		if q.cover > 0 {
			if q.how.Mode != core.InterpolatePreset && q.model.TNN() == nil {
				return wire.Unsupported("The calibration only holds for the model's own interpolation.", "Omit interpolation or coverage.")
			}
			if err := q.model.CheckCalibrated(key == "sets"); err != nil {
				return err
			}
		}
		err := c.inParts(out, "predictions", q, 0, func(_ int, part core.Matrix) error {
			p, err := q.model.Predict(part)
			if err == nil {
				wire.WritePredictions(out, q.model.Classes(), p)
			}
			return err
		})
		if err != nil || q.cover == 0 {
			return err
		}
		return c.inParts(out, key, q, 0, func(_ int, part core.Matrix) error { return wire.WriteCertainty(out, q.model, part, q.cover) })
	}
}

// explanations writes {"explanations": [...]}, one a row.
func explanations(h *handler, c call, q *question) (wire.Fields, func(out *jsontext.Writer) error) {
	return wire.ExplainFields(&q.whole), func(out *jsontext.Writer) error {
		how := wire.NewExplaining(q.model, q.whole)
		return c.inParts(out, "explanations", q, 0, func(from int, part core.Matrix) error {
			for i := range part.Rows {
				if err := how.Write(out, part.Row(i), q.table, from+i); err != nil {
					return err
				}
				if err := cmp.Or(c.fits(out), c.goOn()); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// attributions writes {"attributions": [...]}, one a row.
func attributions(h *handler, c call, q *question) (wire.Fields, func(out *jsontext.Writer) error) {
	return nil, func(out *jsontext.Writer) error {
		if q.how.Mode != core.InterpolatePreset {
			return wire.Unsupported("Attributions only exist for the model's own interpolation.", "Omit the option interpolation, or give it to fit.")
		}
		a := wire.NewAttributor(q.model)
		return c.inParts(out, "attributions", q, a.RowCost(), func(from int, part core.Matrix) error {
			return a.Write(out, part, q.table, from, h.control(c))
		})
	}
}

// counterfactuals writes {"counterfactuals": [...]}, one a row.
func counterfactuals(h *handler, c call, q *question) (wire.Fields, func(out *jsontext.Writer) error) {
	var o core.CounterfactualOptions
	options := wire.Fields{}
	for _, name := range []string{"target", "hold"} { // of the model, which is loaded before they are read
		options[name] = func(v wire.Value) error { return q.model.CounterfactualFields(&o)[name](v) }
	}
	return options, func(out *jsontext.Writer) error {
		q.model.CounterfactualFields(&o)
		o.Control = h.control(c)
		return c.inParts(out, "counterfactuals", q, wire.CounterfactualCost(q.model), func(_ int, part core.Matrix) error {
			return wire.Counterfactuals(out, q.model, part, o)
		})
	}
}

// step is the number of numbers that are compared between two looks at whether to go on: some milliseconds' worth.
const step = 4 << 20

// inParts writes a list, of whose elements f writes a few rows' at a time. A row costs what a prediction does, or cost if
// that is more. A guest's question of more rows waits among such questions.
func (c call) inParts(out *jsontext.Writer, key string, q *question, cost int, f func(from int, part core.Matrix) error) error {
	x, few := q.x, max(1, step/max(1, cost, q.model.Predictor.RowCost()))
	if err := c.large(few < x.Rows); err != nil {
		return err
	}
	out.Key(key).List()
	defer out.End()
	for i := 0; i < x.Rows; i += few {
		if err := c.step(i == 0); err != nil {
			return err
		}
		n := min(few, x.Rows-i)
		if err := f(i, core.Matrix{Data: x.Data[i*x.Columns : (i+n)*x.Columns], Rows: n, Columns: x.Columns}); err != nil {
			return err
		}
		if err := c.fits(out); err != nil {
			return err
		}
	}
	return nil
}

// fits refuses an answer that has become too long.
func (c call) fits(out *jsontext.Writer) error {
	if out.Len() <= c.may.Answer {
		return nil
	}
	return c.tooLarge("The answer is longer than the " + strconv.Itoa(c.may.Answer>>20) + " MiB that are sent")
}

// query reads and checks all rows before the first is answered.
func (h *handler) query(c call, q *question, v wire.Value) error {
	x, table, _, err := h.reader(c).QueryTable(q.model, v)
	if err != nil {
		return err
	}
	if err := core.CheckQuery(x, q.model.Features()); err != nil {
		return err
	}
	if most := c.may.Rows; most > 0 && x.Rows > most {
		return c.tooLarge("The question has " + strconv.Itoa(x.Rows) + " rows, at most " + strconv.Itoa(most) + " are answered")
	}
	q.x, q.table = x, table
	return nil
}
