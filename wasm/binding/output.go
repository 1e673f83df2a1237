//go:build js && wasm

package binding

import (
	"math"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// describe is what JavaScript sees of a model (API.md 1, "Model"), and its handle.
func describe(m *model, took float64) js.Value {
	v := newObject()
	v.Set("handle", keep(m))
	v.Set("features", m.features())
	v.Set("outputs", m.outputs())
	if classes := m.classes(); classes != nil {
		v.Set("classes", labelArray(classes))
	} else {
		v.Set("classes", js.Null())
	}
	if m.table != nil {
		v.Set("columns", describeTable(m.table))
	}
	if m.dropped != nil {
		v.Set("dropped", integers(m.dropped))
	}
	if m.ensemble != nil {
		v.Set("kind", "ensemble")
		v.Set("samples", m.members[1].network().Samples())
		return v
	}
	if m.tnn != nil {
		v.Set("kind", "tnn")
		v.Set("samples", m.tnn.Samples())
		v.Set("report", report(m.tnn.Report(), took))
		w, b, alpha := m.tnn.Weights()
		v.Set("a", m.tnn.A())
		v.Set("W", values(w))
		v.Set("b", plain(float64Array(b)))
		v.Set("alpha", values(alpha))
		return v
	}
	v.Set("kind", "sqann")
	v.Set("samples", m.sqann.Samples())
	v.Set("report", report(m.sqann.Report(), took))
	if q := m.sqann.Reach(); q > 0 {
		v.Set("reach", q)
	}
	v.Set("layers", layers(m.sqann.Layers()))
	if trace := m.sqann.Trace(); trace != nil {
		v.Set("trace", events(trace))
	}
	return v
}

func report(r core.Report, took float64) js.Value {
	v := newObject()
	v.Set("maxFittingError", r.MaxFittingError)
	v.Set("steps", r.Steps)
	v.Set("collisions", r.Collisions)
	v.Set("duplicates", r.Duplicates)
	warnings := newArray()
	for i, w := range r.Warnings {
		warnings.SetIndex(i, w)
	}
	v.Set("warnings", warnings)
	v.Set("milliseconds", took)
	return v
}

func layers(list []core.Layer) js.Value {
	out := newArray()
	for k, l := range list {
		layer, nodes := newObject(), newArray()
		for i, samples := range l.Nodes {
			nodes.SetIndex(i, integers(samples))
		}
		layer.Set("settings", settings(l.Settings))
		layer.Set("nodes", nodes)
		out.SetIndex(k, layer)
	}
	return out
}

func settings(s core.Settings) js.Value {
	v := newObject()
	v.Set("a1", s.A1)
	v.Set("a2", s.A2)
	v.Set("admission", s.Admission)
	v.Set("activation", s.Activation)
	return v
}

func events(trace []core.Event) js.Value {
	names := [...]string{core.Admit: "admit", core.Filter: "filter", core.Collide: "collide", core.Drop: "drop"}
	list := newArray()
	for i, e := range trace {
		v := newObject()
		v.Set("type", names[e.Type])
		v.Set("sample", e.Sample)
		v.Set("layer", e.Layer)
		if e.Node >= 0 {
			v.Set("node", e.Node)
			v.Set("activation", e.Activation)
		}
		if e.Type == core.Collide {
			v.Set("joined", e.Joined)
		}
		list.SetIndex(i, v)
	}
	return list
}

func label(l core.Label) js.Value {
	switch l.Kind {
	case core.TextLabel:
		return js.ValueOf(l.Text)
	case core.BooleanLabel:
		return js.ValueOf(l.Integer != 0)
	default:
		return js.ValueOf(float64(l.Integer))
	}
}

func labelArray(labels []core.Label) js.Value {
	list := newArray()
	for i, l := range labels {
		list.SetIndex(i, label(l))
	}
	return list
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
	classes := m.classes()
	if classes == nil {
		return values(p.Values)
	}
	indices := make([]int32, p.Values.Rows)
	for i := range indices {
		indices[i] = int32(p.Class(i))
	}
	list := labelArray(classes)
	list.Call("push", js.Null())
	return js.Global().Get("Array").Call("from", int32Array(indices), list.Get("at").Call("bind", list))
}

// outcome is one output as predictions gives it.
func outcome(classes []core.Label, value []float64, l core.Label, none bool) js.Value {
	switch {
	case classes != nil && none:
		return js.Null()
	case classes != nil:
		return label(l)
	case len(value) == 1:
		return js.ValueOf(value[0])
	default:
		return plain(float64Array(value))
	}
}

// alpha is a neuron's output as a caller gave it: the label, the number, the vector.
func alpha(classes []core.Label, value []float64) js.Value {
	if classes != nil {
		for i, v := range value {
			if v == 1 {
				return label(classes[i])
			}
		}
	}
	return outcome(nil, value, core.Label{}, false)
}

func explainSQANN(m *core.SQANN, x []float64, how core.Interpolation) (js.Value, error) {
	e, err := m.Explain(x, how)
	if err != nil {
		return js.Value{}, err
	}
	v := newObject()
	v.Set("value", outcome(m.Classes(), e.Value, e.Label, e.Status == core.StatusNone))
	if m.Classes() != nil {
		v.Set("scores", plain(float64Array(e.Value)))
	}
	v.Set("status", e.Status.String())
	v.Set("recognition", e.Recognition.String())
	v.Set("familiarity", e.Familiarity)
	if e.NovelAt > 0 {
		v.Set("novelAt", e.NovelAt)
	}
	if e.Layer > 0 {
		v.Set("layer", e.Layer)
	}
	neurons := newArray()
	for i, n := range e.Neurons {
		neuron := newObject()
		neuron.Set("layer", n.Layer)
		neuron.Set("node", n.Node)
		neuron.Set("samples", integers(n.Samples))
		neuron.Set("distance", n.Distance)
		neuron.Set("activation", n.Activation)
		neuron.Set("alpha", alpha(m.Classes(), n.Alpha))
		if !math.IsNaN(n.Weight) {
			neuron.Set("weight", n.Weight)
		}
		neurons.SetIndex(i, neuron)
	}
	v.Set("neurons", neurons)
	fingerprint := newArray()
	for k, activations := range e.Fingerprint {
		fingerprint.SetIndex(k, float64Array(activations))
	}
	v.Set("fingerprint", fingerprint)
	return v, nil
}

func explainTNN(m *core.TNN, x []float64) (js.Value, error) {
	e, err := m.Explain(x)
	if err != nil {
		return js.Value{}, err
	}
	v := newObject()
	v.Set("value", outcome(m.Classes(), e.Value, e.Label, false))
	if m.Classes() != nil {
		v.Set("scores", plain(float64Array(e.Value)))
	}
	v.Set("recognition", e.Recognition.String())
	v.Set("familiarity", e.Familiarity)
	v.Set("active", e.Active)
	neighbours := newArray()
	for i, n := range e.Neighbours {
		neighbour := newObject()
		neighbour.Set("samples", integers(n.Samples))
		neighbour.Set("x", outcome(nil, n.X, core.Label{}, false))
		neighbour.Set("alpha", alpha(m.Classes(), n.Alpha))
		neighbours.SetIndex(i, neighbour)
	}
	v.Set("neighbours", neighbours)
	v.Set("fingerprint", float64Array(e.Fingerprint))
	return v, nil
}
