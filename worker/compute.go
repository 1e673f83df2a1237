package worker

import (
	"cmp"
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
	whole bool    // explanations have fingerprints
	x     core.Matrix
	table []core.Column // x before encoding, if it was a table
	each  int           // the greatest cost of a row, if it isn't that of a prediction
}

// answering is a way to answer, with its options besides the interpolation.
type answering struct {
	options func(q *question) wire.Fields
	write   func(h *handler, c call, out *jsontext.Writer, q *question, x wire.Value) error
}

var (
	predictions  = answering{func(q *question) wire.Fields { return wire.CoverageFields(&q.cover) }, (*handler).predict}
	explanations = answering{func(q *question) wire.Fields { return wire.ExplainFields(&q.whole) }, (*handler).explain}
	attributions = answering{func(*question) wire.Fields { return nil }, (*handler).attributions}
)

// asked answers {X, options} by a stored model, or {model, X, options}.
func asked(answer answering, stored bool) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var file, x, options wire.Value
		fields := wire.Fields{"X": into(&x), "options": into(&options)}
		if !stored {
			fields["model"] = into(&file)
		}
		if err := c.readFields(fields); err != nil {
			return reply{}, err
		}
		var m *wire.Model
		var err error
		if stored {
			m, _, err = h.loaded(c)
		} else {
			m, err = h.load(c, file, nil)
		}
		if err != nil {
			return reply{}, err
		}
		defer h.cache.release(m)
		q := question{whole: true}
		if q.how, err = wire.CallOptions(options, answer.options(&q)); err != nil {
			return reply{}, err
		}
		if q.model, err = m.Interpolating(q.how); err != nil {
			return reply{}, err
		}
		var text jsontext.Writer
		text.Object()
		if err := answer.write(h, c, &text, &q, x); err != nil {
			return reply{}, err
		}
		text.End()
		return reply{body: text.Bytes()}, nil
	}
}

// predict writes {"predictions": [...]}, one a row; with a coverage also {"intervals": [...]} or {"sets": [...]}.
func (h *handler) predict(c call, out *jsontext.Writer, q *question, x wire.Value) error {
	if q.cover > 0 {
		if q.how.Mode != core.InterpolatePreset && q.model.TNN() == nil {
			return wire.Unsupported("The calibration only holds for the model's own interpolation.", "Omit interpolation or coverage.")
		}
		if err := q.model.CheckCalibrated(q.model.Classes() != nil); err != nil {
			return err
		}
	}
	if err := h.query(c, q, x); err != nil {
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

// step is the number of numbers that are compared between two looks at whether to go on: some milliseconds' worth.
const step = 4 << 20

// inParts calls f for a few rows at a time. A guest's question of more rows waits among such questions.
func (h *handler) inParts(c call, out *jsontext.Writer, q *question, f func(part core.Matrix) error) error {
	x, few := q.x, max(1, step/max(1, q.each, q.model.Predictor.RowCost()))
	if err := h.large(c, few < x.Rows); err != nil {
		return err
	}
	if err := c.work.begin(); err != nil {
		return err
	}
	for i := 0; i < x.Rows; i += few {
		if err := c.work.goOn(); err != nil {
			return err
		}
		n := min(few, x.Rows-i)
		if err := f(core.Matrix{Data: x.Data[i*x.Columns : (i+n)*x.Columns], Rows: n, Columns: x.Columns}); err != nil {
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
	return core.NewError(core.TooLarge, "The answer is longer than the "+strconv.Itoa(c.may.Answer>>20)+" MiB that are sent "+c.whose()+".", "Send fewer rows at a time.")
}

// explain writes {"explanations": [...]}, one a row.
func (h *handler) explain(c call, out *jsontext.Writer, q *question, x wire.Value) error {
	if err := h.query(c, q, x); err != nil {
		return err
	}
	out.Key("explanations").List()
	row, how := 0, h.reader(c).Explaining(q.model, q.whole)
	err := h.inParts(c, out, q, func(part core.Matrix) error {
		for i := range part.Rows {
			if err := how.Write(out, part.Row(i), q.table, row); err != nil {
				return err
			}
			row++
			if err := cmp.Or(c.fits(out), c.work.goOn()); err != nil {
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
	a := wire.NewAttributor(q.model)
	if err := h.query(c, q, x); err != nil {
		return err
	}
	q.each = a.RowCost()
	out.Key("attributions").List()
	from := 0
	err := h.inParts(c, out, q, func(part core.Matrix) error {
		at := from
		from += part.Rows
		return a.Write(out, part, q.table, at, h.control(c))
	})
	out.End()
	return err
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
		return core.NewError(core.TooLarge, "The question has "+strconv.Itoa(x.Rows)+" rows, at most "+strconv.Itoa(most)+" are answered "+c.whose()+".",
			"Send fewer rows at a time"+c.remedy())
	}
	q.x, q.table = x, table
	return nil
}
