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

// ask runs a call of wire's table.
func (h *handler) ask(c call, row *wire.Call, q *wire.Question, out *jsontext.Writer) error {
	if q.Reader == nil {
		q.Reader = h.reader(c)
	}
	q.Control = h.control(c)
	q.Given[wire.Samples], q.Given[wire.ScoreRows] = jsontext.Missing, jsontext.Missing
	return row.Run(q, out)
}

// onSamples asks a call that takes {X, y, options} alone.
func (h *handler) onSamples(c call, row *wire.Call, out *jsontext.Writer, made func(w wire.Writer, k *wire.Kept)) error {
	q := wire.Question{Made: made}
	if err := c.fields(wire.Fields{"X": into(&q.Given[wire.X]), "y": into(&q.Given[wire.Y]), "options": into(&q.Given[wire.Options])}); err != nil {
		return err
	}
	return h.ask(c, row, &q, out)
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
	start, took := time.Now(), 0.0
	err = h.onSamples(c, &wire.Fit, &jsontext.Writer{}, func(_ wire.Writer, k *wire.Kept) {
		m, took = k.Model, float64(time.Since(start).Microseconds())/1000
	})
	return m, func(out *jsontext.Writer) {
		wire.WriteReport(out.Key("report"), m.Report(), took)
		if m.Reading.Dropped != nil {
			out.Key("dropped").Integers(m.Reading.Dropped)
		}
	}, err
}

// crossValidate: {X, y, options} → the result of evaluate, spread, predictions and folds.
func (h *handler) crossValidate(c call) (reply, error) {
	var out jsontext.Writer
	err := h.onSamples(c, &wire.CrossValidate, &out, nil)
	return reply{body: out.Bytes()}, err
}

// answers are calls that answer rows by a stored model, {X, options}, or {model, X, options}: the call, and the key of its list.
func answers(row *wire.Call, key string, more wire.Fields) func(h *handler, c call) (reply, error) {
	return asking(func(h *handler, c call, q *wire.Question, out *jsontext.Writer) error {
		q.Each, q.More = c.each(out, key), more
		return h.ask(c, row, q, out)
	})
}

// noInterpolation refuses another interpolation than the model's own.
var noInterpolation = wire.Fields{"interpolation": func(wire.Value) error {
	return wire.Unsupported("Attributions only exist for the model's own interpolation.", "Omit the option interpolation, or give it to fit.")
}}

func asking(answer func(h *handler, c call, q *wire.Question, out *jsontext.Writer) error) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var file wire.Value
		var q wire.Question
		fields := wire.Fields{"X": into(&q.Given[wire.X]), "options": into(&q.Given[wire.Options])}
		if c.name == "" {
			fields["model"] = into(&file)
		}
		err := c.fields(fields)
		if err != nil {
			return reply{}, err
		}
		var m *wire.Model
		if c.name == "" {
			m, err = h.reader(c).Load(file, nil)
		} else if stored, wrong := h.loaded(c); wrong == nil {
			defer h.cache.release(stored)
			m = stored.Model
		} else {
			err = wrong
		}
		if err != nil {
			return reply{}, err
		}
		q.Kept, q.Given[wire.Y] = &wire.Kept{Model: m}, jsontext.Missing
		q.Reader = h.reader(c)
		var out jsontext.Writer
		q.GoOn = func() error { return cmp.Or(c.fits(&out), c.goOn()) }
		out.Object()
		err = answer(h, c, &q, &out)
		out.End()
		return reply{body: out.Bytes()}, err
	}
}

// suspects: {share} → what is odd about a stored model's samples. It costs fits, so guests can't ask.
func (h *handler) suspects(c call) (reply, error) {
	var share wire.Value
	if err := c.fields(wire.Fields{"share": into(&share)}); err != nil {
		return reply{}, err
	}
	m, err := h.loaded(c)
	if err != nil {
		return reply{}, err
	}
	defer h.cache.release(m)
	q := wire.Question{Kept: &wire.Kept{Model: m.Model}}
	q.Given[wire.X], q.Given[wire.Y], q.Given[wire.Options] = jsontext.Missing, jsontext.Missing, c.in
	var out jsontext.Writer
	err = h.ask(c, &wire.Suspects, &q, &out)
	return reply{body: out.Bytes()}, err
}

// predictions writes {"predictions": [...]}, one a row; with a coverage also {"intervals": [...]} or {"sets": [...]}.
func predictions(h *handler, c call, q *wire.Question, out *jsontext.Writer) error {
	m := q.Kept.Model
	row, key := &wire.PredictInterval, "intervals"
	if m.Classes() != nil {
		row, key = &wire.PredictSet, "sets"
	}
	covers, coverage := false, 0.0
	q.More = wire.Fields{"coverage": func(v wire.Value) error {
		covers = true
		if err := wire.CoverageFields(&coverage)["coverage"](v); err != nil {
			return err
		}
		if q.Given[wire.Options].Get("interpolation").Kind() != wire.Missing && m.TNN() == nil {
			return wire.Unsupported("The calibration only holds for the model's own interpolation.", "Omit interpolation or coverage.")
		}
		return m.CheckCalibrated(key == "sets")
	}}
	q.Each = c.each(out, "predictions")
	if err := h.ask(c, &wire.Predict, q, out); err != nil || !covers {
		return err
	}
	q.More = wire.Fields{"interpolation": func(wire.Value) error { return nil }}
	q.Each = c.each(out, key)
	return h.ask(c, row, q, out)
}

// step is the number of numbers that are compared between two looks at whether to go on: some milliseconds' worth.
const step = 4 << 20

// each writes a list, of whose elements f writes a few rows' at a time. A guest's question of more rows waits among such
// questions.
func (c call) each(out *jsontext.Writer, key string) func(w wire.Writer, q *wire.Question, x core.Matrix, cost int, f func(w wire.Writer, from int, part core.Matrix) error) error {
	return func(w wire.Writer, q *wire.Question, x core.Matrix, cost int, f func(w wire.Writer, from int, part core.Matrix) error) error {
		if most := c.may.Rows; most > 0 && x.Rows > most {
			return c.tooLarge("The question has " + strconv.Itoa(x.Rows) + " rows, at most " + strconv.Itoa(most) + " are answered")
		}
		few := max(1, step/max(1, cost))
		if err := cmp.Or(c.large(few < x.Rows), c.step(true)); err != nil {
			return err
		}
		out.Key(key).List()
		defer out.End()
		return q.InParts(x, few, func(from int, part core.Matrix) error { return cmp.Or(f(w, from, part), c.fits(out)) })
	}
}

// fits refuses an answer that has become too long.
func (c call) fits(out *jsontext.Writer) error {
	if out.Len() <= c.may.Answer {
		return nil
	}
	return c.tooLarge("The answer is longer than the " + strconv.Itoa(c.may.Answer>>20) + " MiB that are sent")
}
