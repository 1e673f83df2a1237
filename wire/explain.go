package wire

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core"
)

// This file writes explanations.

// explain(model, X, {interpolation, fingerprint, without}) → an explanation a row.
func explain(q *Question, w Writer) error {
	var how core.Interpolation
	var left without
	fingerprint := false
	known := left.fields(q, interpolationFields(&how))
	known["fingerprint"] = func(v Value) error { return ReadBoolean("fingerprint", v, &fingerprint) }
	if err := q.options(known); err != nil {
		return err
	}
	if err := q.leave(&left); err != nil {
		return err
	}
	if err := q.interpolating(how); err != nil {
		return err
	}
	said := NewExplaining(q.Model, fingerprint)
	said.without = left
	return q.each(w, 0, func(w Writer, from int, part core.Matrix) error {
		for i := range part.Rows {
			if err := said.Write(w, part.Row(i), q.table, from+i); err != nil {
				return err
			}
			if err := q.MayGoOn(); err != nil {
				return err
			}
		}
		return nil
	})
}

// Explaining writes explanations of a model's answers.
type Explaining struct {
	model *Model
	brief [2]*core.Explainer // of its parts, if explanations have no fingerprint
	without
}

// NewExplaining is for the rows of a query.
func NewExplaining(m *Model, fingerprint bool) *Explaining {
	how := &Explaining{model: m}
	if !fingerprint {
		for i, part := range m.Parts() {
			how.brief[i] = core.NewExplainer(part.Network())
		}
	}
	return how
}

// Write writes how the model comes to its output for one row (SPEC 3.6). given is row's table before encoding, as
// QueryTable returns it.
func (how *Explaining) Write(w Writer, x []float64, given []core.Column, row int) error {
	m := how.model
	said := explained{model: m, member: -1, table: m.Table, x: x, given: given, row: row}
	if ensemble, is := m.Predictor.(*core.Ensemble); is {
		e, err := ensemble.Examine(core.Matrix{Data: x, Rows: 1, Columns: len(x)})
		if err != nil {
			return err
		}
		said.member = e.Member[0]
		said.model, said.scores, said.classes = m.Members[said.member], e.Values.Data, m.Classes() // over the classes of both members
	}
	explain := said.model.Network().Explain
	if brief := how.brief[max(said.member, 0)]; brief != nil {
		explain = brief.Explain
	}
	e, err := explain(x)
	if err != nil {
		return err
	}
	how.numbered(e.Neurons)
	if said.data = how.named; said.data == nil {
		data := said.model.Network().Data()
		said.data = &data
	}
	w.Object()
	said.head(w, e)
	if said.model.TNN() != nil {
		said.tnn(w, e)
	} else {
		said.sqann(w, e)
	}
	if m.Calibration != nil {
		key := "interval"
		if m.Classes() != nil {
			key = "set"
		}
		// The certainty of one row is the only element of a list, so it is written as the value itself.
		err = writeCertainty(w.Key(key), m, core.Matrix{Data: x, Rows: 1, Columns: len(x)}, usualCoverage)
	}
	said.gaps(w, e)
	said.tail(w)
	w.End()
	return err
}

// explained is an explanation with the model that answered, and the ensemble's part
// of it.
type explained struct {
	model   *Model
	scores  []float64    // an ensemble's
	classes []core.Label // the scores'
	member  int          // -1 if the model isn't an ensemble
	data    *core.Dataset

	table *core.Encoding
	x     []float64
	given []core.Column
	row   int // of given
}

func (s explained) head(w Writer, e *core.Explanation) {
	classes := s.model.Classes()
	switch w.Key("value"); {
	case classes != nil && e.Status == core.StatusNone:
		w.Null()
	case classes != nil:
		WriteLabel(w, e.Label)
	default:
		writeOutput(w, e.Value)
	}
	switch {
	case s.scores != nil && classes != nil:
		w.Key("scores").Numbers(s.scores)
	case classes != nil:
		w.Key("scores").Numbers(e.Value)
	}
	if s.model.TNN() == nil {
		w.Key("status").Text(e.Status.String())
	}
	w.Key("recognition").Text(e.Recognition.String())
	w.Key("familiarity").Number(e.Familiarity)
}

func (s explained) tail(w Writer) {
	if s.member >= 0 {
		w.Key("member").Integer(s.member)
	}
	any := false
	for j, c := range s.given {
		if c.Texts == nil || c.Missing != nil && c.Missing[s.row] {
			continue
		}
		if _, known := slices.BinarySearch(s.table.Columns[j].Categories, c.Texts[s.row]); known {
			continue
		}
		if !any {
			any = true
			w.Key("unseen").List()
		}
		w.Object()
		w.Key("column").Text(c.Name)
		w.Key("text").Text(c.Texts[s.row])
		w.End()
	}
	if any {
		w.End()
	}
}

// gaps writes the columns without a value whose gaps are a feature, and how much of the answer is from samples that lack one, too.
func (s explained) gaps(w Writer, e *core.Explanation) {
	any := false
	s.table.EachGap(func(column, feature int) {
		if s.x[feature] != 1 {
			return
		}
		share := 0.0
		like := func(samples []int, weight float64) {
			if s.data.X.Row(samples[0])[feature] == 1 {
				share += weight
			}
		}
		for _, n := range e.Neurons {
			like(n.Samples, n.Weight)
		}
		for _, n := range e.Neighbours {
			like(n.Samples, n.Weight)
		}
		if !any {
			any = true
			w.Key("gaps").List()
		}
		w.Object()
		if writeColumn(w, s.table, column); !math.IsNaN(share) {
			w.Key("share").Number(share)
		}
		w.End()
	})
	if any {
		w.End()
	}
}

func (s explained) sqann(w Writer, e *core.Explanation) {
	if e.NovelAt > 0 {
		w.Key("novelAt").Integer(e.NovelAt)
	}
	if e.Layer > 0 {
		w.Key("layer").Integer(e.Layer)
	}
	w.Key("neurons")
	if packed, is := w.(interface {
		Neurons(list []core.Neuron, names []string, trees bool)
	}); is {
		packed.Neurons(e.Neurons, s.data.Names, e.Forest != nil)
		s.corrections(w, e)
		s.forest(w, e.Forest)
		return
	}
	w.List()
	for _, n := range e.Neurons {
		w.Object()
		w.Key("layer").Integer(n.Layer)
		w.Key("node").Integer(n.Node)
		w.Key("samples").Integers(n.Samples)
		sampleNames(w, *s.data, n.Samples)
		w.Key("distance").Number(n.Distance)
		w.Key("activation").Number(n.Activation)
		writeAlpha(w.Key("alpha"), s.model.Classes(), n.Alpha)
		if !math.IsNaN(n.Weight) {
			w.Key("weight").Number(n.Weight)
		}
		if e.Forest != nil {
			w.Key("trees").Integer(n.Trees)
		}
		w.End()
	}
	w.End()
	s.corrections(w, e)
	s.forest(w, e.Forest)
	if e.Fingerprint != nil {
		w.Key("fingerprint").List()
		for _, activations := range e.Fingerprint {
			w.Activations(activations)
		}
		w.End()
	}
}

// forest writes what a forest had to do with an answer: its share, and what parts the row from the samples it is most like. A
// threshold of a text's feature is whether it is that text, of a gap's whether the value is missing.
func (s explained) forest(w Writer, f *core.ForestPart) {
	if f == nil {
		return
	}
	w.Key("forest").Object()
	w.Key("share").Number(f.Share)
	w.Key("apart").List()
	for _, p := range f.Apart {
		column := columnOf(s.table, p.Feature)
		of, feature := core.EncodedColumn{}, p.Feature
		if s.table != nil {
			of = s.table.Columns[column]
			for _, c := range s.table.Columns[:column] {
				feature -= c.Width()
			}
		}
		w.Object()
		switch writeColumn(w, s.table, column); {
		case of.Gap && feature == of.Width()-1:
			w.Key("missing").Bool(true)
		case of.Categories != nil:
			w.Key("text").Text(of.Categories[feature])
		default:
			w.Key("threshold").Number(p.Threshold)
		}
		w.Key("above").Bool(p.Above)
		w.Key("times").Integer(p.Times)
		w.End()
	}
	w.End()
	w.End()
}

// corrections writes what the columns add along a local line: a number, a list for several outputs or, in the order of the
// scores, for classes.
func (s explained) corrections(w Writer, e *core.Explanation) {
	if e.Limit == nil {
		return
	}
	write := writeOutput
	all := s.model.Classes()
	if all != nil {
		write = func(w Writer, value []float64) { w.Numbers(value) }
	}
	if s.classes != nil {
		all = s.classes
	}
	corrections, limit := e.ByColumn(s.table, all, s.model.Classes())
	w.Key("corrections").List()
	for j := range corrections.Rows {
		w.Object()
		writeColumn(w, s.table, j)
		write(w.Key("value"), corrections.Row(j))
		w.End()
	}
	w.End()
	write(w.Key("limit"), limit)
	if all == nil {
		writeOutput(w.Key("deviation"), e.Deviations)
	}
}

func (s explained) tnn(w Writer, e *core.Explanation) {
	w.Key("neurons").List()
	for i := range e.Neighbours {
		n := e.Neighbours[i]
		if len(e.Neighbours) == 2 && e.Neighbours[1].Weight > e.Neighbours[0].Weight {
			n = e.Neighbours[1-i]
		}
		w.Object()
		w.Key("layer").Integer(1)
		w.Key("node").Integer(n.Node)
		w.Key("samples").Integers(n.Samples)
		sampleNames(w, *s.data, n.Samples)
		writeAlpha(w.Key("alpha"), s.model.Classes(), n.Alpha)
		w.Key("weight").Number(n.Weight)
		w.End()
	}
	w.End()
	w.Key("active").Integer(e.Active)
	w.Key("neighbours").List()
	for _, n := range e.Neighbours {
		w.Object()
		w.Key("samples").Integers(n.Samples)
		sampleNames(w, *s.data, n.Samples)
		writeOutput(w.Key("x"), n.X)
		writeAlpha(w.Key("alpha"), s.model.Classes(), n.Alpha)
		w.End()
	}
	w.End()
	if e.Fingerprint != nil {
		w.Key("fingerprint").Activations(e.Fingerprint[0])
	}
}
