package wire

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core"
)

// Writer makes a value: a JavaScript object, or JSON text. Object and List open
// one, End closes the last that is open; inside an object, Key comes before each
// value, and returns the Writer.
type Writer interface {
	Object()
	List()
	End()
	Key(name string) Writer

	Null()
	Bool(v bool)
	Integer(v int)
	Number(v float64) // in JSON, null where it isn't finite
	Text(s string)

	Numbers(list []float64)     // a list
	Rows(m core.Matrix)         // a list of lists
	Activations(list []float64) // a list; in JavaScript a Float64Array
	Integers(list []int)
}

// WriteIntegerLists writes a list of lists.
func WriteIntegerLists(w Writer, lists [][]int) {
	w.List()
	for _, list := range lists {
		w.Integers(list)
	}
	w.End()
}

func WriteSettings(w Writer, s core.Settings) {
	w.Object()
	w.Key("a1").Number(s.A1)
	w.Key("a2").Number(s.A2)
	w.Key("admission").Number(s.Admission)
	w.Key("activation").Number(s.Activation)
	w.End()
}

func WriteInterpolation(w Writer, i core.Interpolation) {
	switch i.Mode {
	case core.InterpolateTop:
		w.Object()
		w.Key("top").Integer(i.Top)
		w.End()
	case core.InterpolateLocal:
		w.Object()
		writeLocal(w.Key("local"), i)
		w.End()
	case core.InterpolateTNN:
		w.Object()
		w.Key("tnn").Number(i.A)
		w.End()
	default:
		w.Text(i.Mode.String())
	}
}

func writeLocal(w Writer, i core.Interpolation) {
	w.Object()
	w.Key("top").Integer(i.Top)
	w.Key("width").Number(i.Local.Width)
	w.Key("ridge")
	if i.Local.Flat {
		w.Text("flat")
	} else {
		w.Number(i.Local.Ridge)
	}
	w.Key("line").Bool(!i.Local.Level)
	w.Key("takeover")
	if i.Local.OnHit {
		w.Text("hit")
	} else {
		w.Text("near")
	}
	w.End()
}

// WriteReport writes the report of a fit that took so many milliseconds.
func WriteReport(w Writer, r core.Report, took float64) {
	w.Object()
	w.Key("maxFittingError").Number(r.MaxFittingError)
	w.Key("steps").Integer(r.Steps)
	w.Key("collisions").Integer(r.Collisions)
	w.Key("duplicates").Integer(r.Duplicates)
	w.Key("warnings").List()
	for _, s := range r.Warnings {
		w.Text(s)
	}
	w.End()
	w.Key("relevance").Object()
	w.Key("learned").Bool(r.RelevanceLearned)
	writeOrNull(w.Key("gain"), r.RelevanceGain)
	w.End()
	if r.Interpolation.Mode != core.InterpolatePreset {
		w.Key("interpolation").Object()
		WriteInterpolation(w.Key("chosen"), r.Interpolation)
		writeOrNull(w.Key("gain"), r.InterpolationGain)
		w.End()
	}
	w.Key("milliseconds").Number(took)
	w.End()
}

func WriteLabel(w Writer, l core.Label) {
	switch l.Kind {
	case core.TextLabel:
		w.Text(l.Text)
	case core.BooleanLabel:
		w.Bool(l.Integer != 0)
	default:
		w.Number(float64(l.Integer))
	}
}

func WriteLabels(w Writer, labels []core.Label) {
	w.List()
	for _, l := range labels {
		WriteLabel(w, l)
	}
	w.End()
}

// writeValues writes a number per row if there is one output, otherwise a list per row.
func writeValues(w Writer, m core.Matrix) {
	if m.Columns == 1 {
		w.Numbers(m.Data)
		return
	}
	w.Rows(m)
}

// WritePredictions writes a number, a label (null without an output) or a vector
// per row, as elements of an open list.
func WritePredictions(w Writer, classes []core.Label, p *core.Predictions) {
	for i := range p.Values.Rows {
		writeAnswer(w, classes, p, i)
	}
}

func writeAnswer(w Writer, classes []core.Label, p *core.Predictions, i int) {
	switch {
	case classes == nil:
		writeOutput(w, p.Values.Row(i))
	case p.Class(i) >= 0:
		WriteLabel(w, classes[p.Class(i)])
	default:
		w.Null()
	}
}

func writeOutput(w Writer, value []float64) {
	if len(value) == 1 {
		w.Number(value[0])
	} else {
		w.Numbers(value)
	}
}

// writeAlpha writes a neuron's output as the caller gave it: a label, a number or a
// vector.
func writeAlpha(w Writer, classes []core.Label, value []float64) {
	if classes != nil {
		for i, v := range value {
			if v == 1 {
				WriteLabel(w, classes[i])
				return
			}
		}
	}
	writeOutput(w, value)
}

// Explaining writes explanations of a model's answers.
type Explaining struct {
	r     *Reader
	model *Model
	brief [2]*core.Explainer // of its parts, if explanations have no fingerprint
}

// Explaining is for the rows of a query.
func (r *Reader) Explaining(m *Model, fingerprint bool) *Explaining {
	how := &Explaining{r: r, model: m}
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
	said := explained{model: m, member: -1, table: m.Table, given: given, row: row}
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
	w.Object()
	said.head(w, e)
	if said.model.TNN() != nil {
		said.tnn(w, e)
	} else {
		said.sqann(w, e)
	}
	if m.Calibration != nil && how.r.Certainty != nil {
		key := "interval"
		if m.Classes() != nil {
			key = "set"
		}
		// The certainty of one row is the only element of a list, so it is written as the value itself.
		err = how.r.Certainty(w.Key(key), m, core.Matrix{Data: x, Rows: 1, Columns: len(x)}, usualCoverage)
	}
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

	table *core.Encoding
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

func (s explained) sqann(w Writer, e *core.Explanation) {
	if e.NovelAt > 0 {
		w.Key("novelAt").Integer(e.NovelAt)
	}
	if e.Layer > 0 {
		w.Key("layer").Integer(e.Layer)
	}
	w.Key("neurons")
	if packed, is := w.(interface{ Neurons(list []core.Neuron) }); is {
		packed.Neurons(e.Neurons)
		s.corrections(w, e)
		return
	}
	w.List()
	for _, n := range e.Neurons {
		w.Object()
		w.Key("layer").Integer(n.Layer)
		w.Key("node").Integer(n.Node)
		w.Key("samples").Integers(n.Samples)
		sampleNames(w, s.model.Network().Data(), n.Samples)
		w.Key("distance").Number(n.Distance)
		w.Key("activation").Number(n.Activation)
		writeAlpha(w.Key("alpha"), s.model.Classes(), n.Alpha)
		if !math.IsNaN(n.Weight) {
			w.Key("weight").Number(n.Weight)
		}
		w.End()
	}
	w.End()
	s.corrections(w, e)
	if e.Fingerprint != nil {
		w.Key("fingerprint").List()
		for _, activations := range e.Fingerprint {
			w.Activations(activations)
		}
		w.End()
	}
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
		sampleNames(w, s.model.Network().Data(), n.Samples)
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
		sampleNames(w, s.model.Network().Data(), n.Samples)
		writeOutput(w.Key("x"), n.X)
		writeAlpha(w.Key("alpha"), s.model.Classes(), n.Alpha)
		w.End()
	}
	w.End()
	if e.Fingerprint != nil {
		w.Key("fingerprint").Activations(e.Fingerprint[0])
	}
}

// WriteEvaluation adds the results of an evaluation to an open object.
func WriteEvaluation(w Writer, e *core.Evaluation) {
	WriteFigures(w, e.Figures)
	w.Key("interpolated").Integer(e.Interpolated)
	w.Key("missed").Integer(e.Missed)
	w.Key("exclusive").Object()
	WriteFigures(w, e.Exclusive)
	w.End()
	if !math.IsNaN(e.Fractional) {
		w.Key("fractional").Object()
		w.Key("mean").Number(e.Fractional)
		writeOrNull(w.Key("exclusive"), e.Exclusive.Fractional)
		w.End()
	}
	if e.Confusion != nil {
		w.Key("confusion").Object()
		WriteLabels(w.Key("classes"), e.Labels)
		WriteIntegerLists(w.Key("counts"), e.Confusion)
		w.End()
	}
}

// WriteFigures omits figures that aren't defined for the kind of model, and writes null
// for figures that need more rows.
func WriteFigures(w Writer, f core.Figures) {
	w.Key("rows").Integer(f.Rows)
	writeErrors(w, f)
}

func writeErrors(w Writer, f core.Figures) {
	writeOrNull(w.Key("rmse"), f.RMSE)
	writeOrNull(w.Key("mae"), f.MAE)
	if !math.IsNaN(f.R2) {
		w.Key("r2").Number(f.R2)
	}
	if !math.IsNaN(f.Accuracy) {
		w.Key("accuracy").Number(f.Accuracy)
	}
}

//go:noinline
func writeOrNull(w Writer, f float64) {
	if math.IsNaN(f) {
		w.Null()
	} else {
		w.Number(f)
	}
}

// WriteAbsorption writes the results of Absorb, without the model.
func WriteAbsorption(w Writer, a *core.Absorption) {
	w.Key("absorbed").Integers(a.Absorbed)
	w.Key("rounds").Integer(a.Rounds)
	w.Key("kept").Object()
	w.Key("samples").Integer(a.Kept)
	w.Key("maxErrorBefore").Number(a.KeptBefore)
	w.Key("maxErrorAfter").Number(a.KeptAfter)
	w.End()
	w.Key("rest").Object()
	w.Key("maxErrorAfter").Number(a.RestAfter)
	w.Key("beyondTolerance").Integer(a.RestOverLimit)
	w.End()
}

// WriteJudgements writes which rows are out of distribution; with their errors if their outcomes are known.
func WriteJudgements(w Writer, list []core.Judgement, errors bool) {
	w.List()
	for i, j := range list {
		w.Object()
		w.Key("row").Integer(i)
		w.Key("out").Bool(j.Out)
		w.Key("familiarity").Number(j.Familiarity)
		if errors {
			w.Key("error").Number(j.Error)
		}
		w.End()
	}
	w.End()
}

// WriteRedundancy writes the rows that activate the neurons of others strongly.
func WriteRedundancy(w Writer, list []core.Redundant) {
	w.List()
	for _, r := range list {
		w.Object()
		w.Key("row").Integer(r.Row)
		w.Key("strong").Integers(r.Strong)
		w.Key("spare").Bool(r.Spare)
		w.End()
	}
	w.End()
}

// WritePrototypes writes the samples that stand for others, and the criticisms.
func WritePrototypes(w Writer, found *core.Prototypes, d core.Dataset) {
	list := func(w Writer, found []core.Prototype) {
		w.List()
		for _, p := range found {
			w.Object()
			w.Key("sample").Integer(p.Sample)
			sampleName(w, d, p.Sample)
			if d.Labels != nil {
				WriteLabel(w.Key("class"), d.Labels[p.Sample])
			}
			w.Key("hits").Integer(p.Hits)
			w.Key("activation").Number(p.Activation)
			w.End()
		}
		w.End()
	}
	w.Object()
	list(w.Key("prototypes"), found.Prototypes)
	list(w.Key("criticisms"), found.Criticisms)
	w.End()
}
