package wire

import "github.com/xaia-go/xaia/core"

// Describe adds what a model or a learner is to an open object, as JavaScript and Python have it. took is how many
// milliseconds it took to make. whole adds the network: its layers, or a TNN's weights.
func (k *Kept) Describe(w Writer, took float64, whole bool) {
	m := k.Model
	w.Key("featureCount").Integer(m.FeatureCount())
	w.Key("outputCount").Integer(m.OutputCount())
	w.Key("classes")
	if classes := m.Classes(); classes != nil {
		WriteLabels(w, classes)
	} else {
		w.Null()
	}
	if k.learner != nil {
		return
	}
	w.Key("kind").Text(m.Kind())
	w.Key("sampleCount").Integer(m.SampleCount())
	if m.Table != nil {
		writeTable(w.Key("columns"), m.Table)
	}
	if m.Reading.Dropped != nil {
		w.Key("dropped").Integers(m.Reading.Dropped)
	}
	if m.Network() == nil {
		return
	}
	writeCalibrated(w.Key("calibration"), m.Calibration)
	WriteReport(w.Key("report"), m.Report(), took)
	if whole {
		m.writeNetwork(w)
	}
}

func (m *Model) writeNetwork(w Writer) {
	if t := m.TNN(); t != nil {
		weights, b, alpha := t.Weights()
		w.Key("a").Number(t.A())
		writeValues(w.Key("W"), weights)
		w.Key("b").Numbers(b)
		writeValues(w.Key("alpha"), alpha)
		return
	}
	s := m.SQANN()
	if q := s.Reach(); q > 0 {
		w.Key("reach").Number(q)
	}
	writeInterpolation(w.Key("interpolation"), s.Interpolation(), func(w Writer) {
		w.List()
		for _, pair := range s.ForestPairs() {
			w.List()
			for _, feature := range pair {
				writeColumnName(w, m.Table, columnOf(m.Table, feature))
			}
			w.End()
		}
		w.End()
	})
	w.Key("skip").Bool(s.Options().Skip == core.On)
	w.Key("relevance")
	if relevance := s.Relevance(); relevance != nil {
		w.Numbers(relevance)
	} else {
		w.Null()
	}
	w.Key("layers").List()
	for _, l := range s.Layers() {
		w.Object()
		WriteSettings(w.Key("settings"), l.Settings)
		WriteIntegerLists(w.Key("nodes"), l.Nodes)
		w.End()
	}
	w.End()
	if trace := s.Trace(); trace != nil {
		writeTrace(w.Key("trace"), trace)
	}
}

func writeTrace(w Writer, trace []core.Event) {
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
}
