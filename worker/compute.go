package worker

import (
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// readFields reads the body's own fields; another one is an error.
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
	wire.WriteReport(&out, m.Network().Report(), took)
	writeDropped(&out, m)
	out.End()
	return reply{body: out.Bytes()}, nil
}

func writeDropped(w wire.Writer, m *wire.Model) {
	if m.Dropped != nil {
		w.Key("dropped")
		w.Integers(m.Dropped)
	}
}

// fitted is the model of {X, y, options}, and how many milliseconds it took.
func (h *handler) fitted(c call, v wire.Value) (m *wire.Model, took float64, err error) {
	var x, y, given wire.Value
	if err := readObject(v, wire.Fields{"X": into(&x), "y": into(&y), "options": into(&given)}); err != nil {
		return nil, 0, err
	}
	reader := h.limits.reader()
	o, err := reader.FitOptions(given)
	if err != nil {
		return nil, 0, err
	}
	if o.SQANN.Trace {
		return nil, 0, wire.Unsupported("The trace of a fit isn't sent over HTTP.", "Leave trace away, or fit in the browser or with the Go package.")
	}
	start := time.Now()
	reader.Check = h.check(c.Context())
	m, err = reader.Fit(x, y, o)
	return m, float64(time.Since(start).Microseconds()) / 1000, err
}

// answering adds a model's answers to what X, the query, is.
type answering func(h *handler, c call, out *jsontext.Writer, m *wire.Model, x wire.Value, how core.Interpolation) error

// given is for a model that came along: {model, X, options}.
func given(answer answering) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var file, x, options wire.Value
		if err := c.readFields(wire.Fields{"model": into(&file), "X": into(&x), "options": into(&options)}); err != nil {
			return reply{}, err
		}
		m, err := h.load(c, file, nil)
		if err != nil {
			return reply{}, err
		}
		return h.reply(c, answer, m, x, options)
	}
}

// kept is for a stored model: {X, options}.
func kept(answer answering) func(h *handler, c call) (reply, error) {
	return func(h *handler, c call) (reply, error) {
		var x, options wire.Value
		if err := c.readFields(wire.Fields{"X": into(&x), "options": into(&options)}); err != nil {
			return reply{}, err
		}
		m, _, err := h.loaded(c)
		if err != nil {
			return reply{}, err
		}
		return h.reply(c, answer, m, x, options)
	}
}

func (h *handler) reply(c call, answer answering, m *wire.Model, x, options wire.Value) (reply, error) {
	how, err := wire.CallOptions(options)
	if err != nil {
		return reply{}, err
	}
	if err := m.CheckCall(how); err != nil {
		return reply{}, err
	}
	var out jsontext.Writer
	out.Object()
	if err := answer(h, c, &out, m, x, how); err != nil {
		return reply{}, err
	}
	out.End()
	return reply{body: out.Bytes()}, nil
}

// few is how many rows are answered between two looks at the time.
const few = 128

// predict writes {"predictions": [...]}, one a row.
func (h *handler) predict(c call, out *jsontext.Writer, m *wire.Model, query wire.Value, how core.Interpolation) error {
	x, err := h.query(m, query, m.Outputs())
	if err != nil {
		return err
	}
	out.Key("predictions")
	out.List()
	err = inParts(c, x, func(part core.Matrix, _ int) error {
		p, err := m.Predict(part, how)
		if err == nil {
			wire.WritePredictions(out, m.Classes(), p)
		}
		return err
	})
	out.End()
	return err
}

// inParts calls f for a few rows at a time, with the first one's number.
func inParts(c call, x core.Matrix, f func(part core.Matrix, first int) error) error {
	for i := 0; i < x.Rows; i += few {
		if err := c.Context().Err(); err != nil {
			return err
		}
		n := min(few, x.Rows-i)
		if err := f(core.Matrix{Data: x.Data[i*x.Columns : (i+n)*x.Columns], Rows: n, Columns: x.Columns}, i); err != nil {
			return err
		}
	}
	return nil
}

// explain writes {"explanations": [...]}, one a row.
func (h *handler) explain(c call, out *jsontext.Writer, m *wire.Model, query wire.Value, how core.Interpolation) error {
	nodes, top := 0, 8
	for _, part := range m.Parts() {
		nodes += part.Samples()
	}
	switch how.Mode {
	case core.InterpolateTop:
		top = how.Top
	case core.InterpolatePreset, core.InterpolateLayerwise:
		top = nodes
		if m.SQANN != nil && how.Mode == core.InterpolatePreset {
			top = max(m.SQANN.Options().Interpolation.Top, 2)
		}
	}
	// An activation of each node, and eight numbers for each that takes part.
	x, err := h.query(m, query, nodes+8*min(top, nodes))
	if err != nil {
		return err
	}
	out.Key("explanations")
	out.List()
	for i := range x.Rows {
		if err := c.Context().Err(); err != nil {
			return err
		}
		if err := wire.WriteExplanation(out, m, x.Row(i), how); err != nil {
			return err
		}
	}
	out.End()
	return nil
}

// query reads and checks all rows before the first is answered. each is how many
// numbers a row's answer has.
func (h *handler) query(m *wire.Model, v wire.Value, each int) (core.Matrix, error) {
	x, _, err := h.limits.reader().Query(m, v)
	if err != nil {
		return x, err
	}
	if err := core.CheckQuery(x, m.Features()); err != nil {
		return x, err
	}
	if x.Rows > h.limits.Numbers/max(each, 1) {
		return x, failure(core.TooLarge, "The answer to "+strconv.Itoa(x.Rows)+" rows has more than "+strconv.Itoa(h.limits.Numbers)+" numbers.",
			"Ask about at most "+strconv.Itoa(h.limits.Numbers/max(each, 1))+" rows at a time.")
	}
	return x, nil
}
