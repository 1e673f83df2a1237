//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// setForm keeps a model, and sets its handle and what its rows and answers are.
func setForm(v js.Value, m *model) {
	v.Set("handle", keep(m))
	v.Set("features", m.Features())
	v.Set("outputs", m.Outputs())
	if classes := m.Classes(); classes != nil {
		v.Set("classes", labelArray(classes))
	} else {
		v.Set("classes", js.Null())
	}
}

// describe returns the properties of a model in JavaScript (`Model` in web/package/xaia.d.ts), and its handle.
func describe(m *model, took float64) js.Value {
	v := newObject()
	setForm(v, m)
	if m.Table != nil {
		v.Set("columns", made(func(w wire.Writer) { wire.WriteTable(w, m.Table) }))
	}
	if m.Reading.Dropped != nil {
		v.Set("dropped", integers(m.Reading.Dropped))
	}
	v.Set("kind", m.Kind())
	v.Set("samples", m.Samples())
	if m.Network() == nil {
		return v
	}
	v.Set("calibration", made(func(w wire.Writer) { wire.WriteCalibration(w, m.Calibration) }))
	v.Set("report", made(func(w wire.Writer) { wire.WriteReport(w, m.Report(), took) }))
	if t := m.TNN(); t != nil {
		w, b, alpha := t.Weights()
		v.Set("a", t.A())
		v.Set("W", values(w))
		v.Set("b", numbers(b))
		v.Set("alpha", values(alpha))
		return v
	}
	s := m.SQANN()
	if q := s.Reach(); q > 0 {
		v.Set("reach", q)
	}
	v.Set("interpolation", made(func(w wire.Writer) { wire.WriteInterpolation(w, s.Interpolation()) }))
	v.Set("skip", s.Options().Skip == core.On)
	if relevance := s.Relevance(); relevance != nil {
		v.Set("relevance", made(func(w wire.Writer) { w.Numbers(relevance) }))
	} else {
		v.Set("relevance", js.Null())
	}
	v.Set("layers", layers(s.Layers()))
	if trace := s.Trace(); trace != nil {
		v.Set("trace", events(trace))
	}
	return v
}

func layers(list []core.Layer) js.Value {
	return made(func(w wire.Writer) {
		w.List()
		for _, l := range list {
			w.Object()
			wire.WriteSettings(w.Key("settings"), l.Settings)
			wire.WriteIntegerLists(w.Key("nodes"), l.Nodes)
			w.End()
		}
		w.End()
	})
}

func events(trace []core.Event) js.Value {
	return made(func(w wire.Writer) {
		w.List()
		for _, e := range trace {
			w.Object()
			w.Key("type").Text(e.Type.String())
			w.Key("sample").Integer(e.Sample)
			w.Key("layer").Integer(e.Layer)
			if e.Node >= 0 {
				w.Key("node").Integer(e.Node)
				w.Key("activation").Number(e.Activation)
			}
			if e.Type == core.Collide {
				w.Key("joined").Integer(e.Joined)
			}
			w.End()
		}
		w.End()
	})
}

func labelArray(labels []core.Label) js.Value {
	return made(func(w wire.Writer) { wire.WriteLabels(w, labels) })
}

// values returns a number per row if there is one output, otherwise an array per row.
func values(m core.Matrix) js.Value {
	if m.Columns == 1 {
		return numbers(m.Data)
	}
	return rows(m)
}

func rows(m core.Matrix) js.Value { return made(func(w wire.Writer) { w.Rows(m) }) }

// longRows returns rows whose text would be very long, or that contain values that JSON
// doesn't support: it makes a text for some rows at a time, or passes each row separately.
func longRows(m core.Matrix) js.Value {
	parts := newArray()
	each := max(1, longText/2/max(1, m.Columns))
	for from := 0; from < m.Rows; from += each {
		to := min(from+each, m.Rows)
		part := core.Matrix{Data: m.Data[from*m.Columns : to*m.Columns], Rows: to - from, Columns: m.Columns}
		if isText(part.Data) {
			parts.Call("push", rows(part))
			continue
		}
		list := newArray()
		for i := range part.Rows {
			list.SetIndex(i, numbers(part.Row(i)))
		}
		parts.Call("push", list)
	}
	return parts.Call("flat")
}

// predictions returns a number, a label (null without an output) or a vector per row. Labels
// that are integers need no look-up. Others are looked up inside JavaScript, by an
// Array.prototype.at bound to the class list, whose last entry, at -1, is null.
func predictions(m *model, p *core.Predictions) js.Value {
	classes := m.Classes()
	if classes == nil {
		return values(p.Values)
	}
	if classes[0].Kind == core.IntegerLabel {
		if list, ok := integerLabels(p, classes); ok {
			return numbers(list)
		}
	}
	indices := make([]int32, p.Values.Rows)
	for i := range indices {
		indices[i] = int32(p.Class(i))
	}
	if m.labelAt.IsUndefined() {
		list := labelArray(classes)
		list.Call("push", js.Null())
		m.labelAt = list.Get("at").Call("bind", list)
	}
	return arrayFrom.Invoke(int32Array(indices), m.labelAt)
}

// integerLabels returns false if a row has no output.
func integerLabels(p *core.Predictions, classes []core.Label) (list []float64, ok bool) {
	list = make([]float64, p.Values.Rows)
	for i := range list {
		class := p.Class(i)
		if class < 0 {
			return nil, false
		}
		list[i] = float64(classes[class].Integer)
	}
	return list, true
}
