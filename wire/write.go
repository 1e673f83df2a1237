package wire

import (
	"math"

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
	writeInterpolation(w, i, func(w Writer) { w.Bool(!i.Forest.NoPairs) })
}

func writeInterpolation(w Writer, i core.Interpolation, pairs func(w Writer)) {
	forest := func() {
		if i.Forest.Share > 0 {
			writeForest(w.Key("forest"), i.Forest, pairs)
		}
		if i.NoTakeover {
			w.Key("takeover").Text("none")
		}
		w.End()
	}
	switch i.Mode {
	case core.InterpolateTop:
		w.Object()
		w.Key("top").Integer(i.Top)
		forest()
	case core.InterpolateLocal:
		w.Object()
		writeLocal(w.Key("local"), i)
		forest()
	case core.InterpolateTNN:
		w.Object()
		w.Key("tnn").Number(i.A)
		w.End()
	default:
		w.Text(i.Mode.String())
	}
}

// writeForest writes false, true, or what of a forest isn't left to the fit.
func writeForest(w Writer, f core.Forest, pairs func(w Writer)) {
	if f.Use == core.Off || f == (core.Forest{Use: core.On}) {
		w.Bool(f.Use == core.On)
		return
	}
	w.Object()
	if f.Share > 0 {
		w.Key("share").Number(f.Share)
	}
	if f.Leaf > 0 {
		w.Key("leaf").Integer(f.Leaf)
	}
	if f.Trees > 0 {
		w.Key("trees").Integer(f.Trees)
	}
	pairs(w.Key("pairs"))
	w.End()
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
	WriteTexts(w.Key("warnings"), r.Warnings)
	writeOrNull(w.Key("relevanceGain"), r.RelevanceGain)
	if r.Interpolation.Mode != core.InterpolatePreset {
		writeOrNull(w.Key("interpolationGain"), r.InterpolationGain)
		w.Key("exactness").Object()
		writeOrNull(w.Key("equal"), r.Exactness.Equal)
		writeOrNull(w.Key("cost"), r.Exactness.Cost)
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

// writeEvaluation adds the results of an evaluation to an open object.
func writeEvaluation(w Writer, e *core.Evaluation) {
	writeFigures(w, e.Figures)
	w.Key("interpolated").Integer(e.Interpolated)
	w.Key("missed").Integer(e.Missed)
	w.Key("exclusive").Object()
	writeFigures(w, e.Exclusive)
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

// writeFigures omits figures that aren't defined for the kind of model, and writes null
// for figures that need more rows.
func writeFigures(w Writer, f core.Figures) {
	w.Key("rowCount").Integer(f.RowCount)
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
	w.Key("sampleCount").Integer(a.Kept)
	w.Key("maxErrorBefore").Number(a.KeptBefore)
	w.Key("maxErrorAfter").Number(a.KeptAfter)
	w.End()
	w.Key("rest").Object()
	w.Key("maxErrorAfter").Number(a.RestAfter)
	w.Key("beyondTolerance").Integer(a.RestOverLimit)
	w.End()
}

// WriteError writes an error, with what is known of its place.
func WriteError(w Writer, e *core.Error) {
	w.Object()
	w.Key("code").Text(string(e.Code))
	w.Key("message").Text(e.Message)
	w.Key("hint").Text(e.Hint)
	if e.Row >= 0 {
		w.Key("row").Integer(e.Row)
	}
	if e.Column >= 0 {
		w.Key("column").Integer(e.Column)
	}
	if e.Path != "" {
		w.Key("path").Text(e.Path)
	}
	w.End()
}
