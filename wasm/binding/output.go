//go:build js && wasm

package binding

import (
	"strconv"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// describe is what JavaScript sees of a model (`Model` in web/xaia.d.ts), and its handle.
func describe(m *model, took float64) js.Value {
	v := newObject()
	v.Set("handle", keep(m))
	v.Set("features", m.Features())
	v.Set("outputs", m.Outputs())
	if classes := m.Classes(); classes != nil {
		v.Set("classes", labelArray(classes))
	} else {
		v.Set("classes", js.Null())
	}
	if m.Table != nil {
		v.Set("columns", made(func(w wire.Writer) { wire.WriteTable(w, m.Table) }))
	}
	if m.Dropped != nil {
		v.Set("dropped", integers(m.Dropped))
	}
	if m.Ensemble != nil {
		v.Set("kind", "ensemble")
		v.Set("samples", m.Members[1].Network().Samples())
		return v
	}
	if m.TNN != nil {
		v.Set("kind", "tnn")
		v.Set("samples", m.TNN.Samples())
		v.Set("report", report(m.TNN.Report(), took))
		w, b, alpha := m.TNN.Weights()
		v.Set("a", m.TNN.A())
		v.Set("W", values(w))
		v.Set("b", plain(float64Array(b)))
		v.Set("alpha", values(alpha))
		return v
	}
	v.Set("kind", "sqann")
	v.Set("samples", m.SQANN.Samples())
	v.Set("report", report(m.SQANN.Report(), took))
	if q := m.SQANN.Reach(); q > 0 {
		v.Set("reach", q)
	}
	v.Set("layers", layers(m.SQANN.Layers()))
	if trace := m.SQANN.Trace(); trace != nil {
		v.Set("trace", events(trace))
	}
	return v
}

func report(r core.Report, took float64) js.Value {
	return made(func(w wire.Writer) { wire.WriteReport(w, r, took) })
}

func settings(s core.Settings) js.Value {
	return made(func(w wire.Writer) { wire.WriteSettings(w, s) })
}

// layers and events are handed over as a text: many small arrays and objects cross ten
// times as fast so as value by value.
func layers(list []core.Layer) js.Value {
	out := newArray()
	var text []byte
	for k, l := range list {
		text = append(text[:0], '[')
		for i, samples := range l.Nodes {
			text = appendIntegers(separate(text, i), samples)
		}
		layer := newObject()
		layer.Set("settings", settings(l.Settings))
		layer.Set("nodes", jsonParse.Invoke(string(append(text, ']'))))
		out.SetIndex(k, layer)
	}
	return out
}

func appendIntegers(text []byte, values []int) []byte {
	text = append(text, '[')
	for i, v := range values {
		text = strconv.AppendInt(separate(text, i), int64(v), 10)
	}
	return append(text, ']')
}

// separate puts a comma before all elements but the first.
func separate(text []byte, i int) []byte {
	if i > 0 {
		text = append(text, ',')
	}
	return text
}

func events(trace []core.Event) js.Value {
	names := [...]string{core.Admit: "admit", core.Filter: "filter", core.Collide: "collide", core.Drop: "drop"}
	text := []byte{'['}
	integer := func(name string, v int) {
		text = strconv.AppendInt(append(text, name...), int64(v), 10)
	}
	for i, e := range trace {
		text = append(append(separate(text, i), `{"type":"`...), names[e.Type]...)
		integer(`","sample":`, e.Sample)
		integer(`,"layer":`, e.Layer)
		if e.Node >= 0 {
			integer(`,"node":`, e.Node)
			text = strconv.AppendFloat(append(text, `,"activation":`...), e.Activation, 'g', -1, 64)
		}
		if e.Type == core.Collide {
			integer(`,"joined":`, e.Joined)
		}
		text = append(text, '}')
	}
	return jsonParse.Invoke(string(append(text, ']')))
}

func label(l core.Label) js.Value {
	return made(func(w wire.Writer) { wire.WriteLabel(w, l) })
}

func labelArray(labels []core.Label) js.Value {
	return made(func(w wire.Writer) { wire.WriteLabels(w, labels) })
}

// values is numbers for one output a row, else an array a row.
func values(m core.Matrix) js.Value {
	if m.Columns == 1 {
		return plain(float64Array(m.Data))
	}
	return rowsOf(m)
}

func rowsOf(m core.Matrix) js.Value {
	all := float64Array(m.Data)
	list := newArray()
	for i := range m.Rows {
		list.SetIndex(i, plain(all.Call("subarray", i*m.Columns, (i+1)*m.Columns)))
	}
	return list
}

// predictions is a number, a label (null without an output) or a vector a row.
// Labels are looked up inside JavaScript, by an Array.prototype.at bound to the
// class list, whose entry at -1, the last, is null.
func predictions(m *model, p *core.Predictions) js.Value {
	classes := m.Classes()
	if classes == nil {
		return values(p.Values)
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
