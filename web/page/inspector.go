//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// drawInspector says what the model answers for the query, and why.
func (v *planeView) drawInspector() {
	clearPlace("made-by")
	if !v.shown.asks || !v.shown.answer.Truthy() {
		setText("answer", "")
		setText("verdict", "Choose or add an external point to ask about it.")
		clearPlace("fingerprint")
		return
	}
	for id, value := range map[string]float64{"point-x": v.shown.query.x, "point-y": v.shown.query.y} {
		if input := element(id).(*dom.HTMLInputElement); !input.Underlying().Equal(js.Global().Get("document").Get("activeElement")) {
			input.SetValue(short(value)) // not under the hands of who is typing
		}
	}
	a := v.shown.answer
	setText("answer", "→ "+shownValue(a.Get("value")))
	setText("verdict", v.verdict(a)+" Familiarity "+short(a.Get("familiarity").Float())+".")
	neurons := a.Get("neurons")
	for i := range neurons.Length() {
		n := neurons.Index(i)
		item := "sample " + samplesOf(n.Get("samples")) + " (" + shownValue(n.Get("alpha")) + ") · weight " + short(n.Get("weight").Float()) +
			" · layer " + strconv.Itoa(n.Get("layer").Int())
		element("made-by").AppendChild(create("li", item))
	}
	show("fingerprint", v.plot.Call("fingerprintPlot", a, map[string]any{"layers": v.shown.model.Get("layers"), "width": width("fingerprint")}))
}

// verdict says in a sentence how well the point is known.
func (v *planeView) verdict(a js.Value) string {
	switch a.Get("recognition").String() {
	case "strong":
		first := strongestOf(a.Get("fingerprint").Index(0))
		layer := a.Get("layer").Int()
		admission := v.shown.model.Get("layers").Index(0).Get("settings").Get("admission").Float()
		if layer > 1 && v.shown.preset == "paper" && first < admission/10 {
			return "The paper's network is sure (layer " + strconv.Itoa(layer) + ", sample " +
				samplesOf(a.Get("neurons").Index(0).Get("samples")) + "). It mistakes silence for a fingerprint: every activation in layer 1 is below " +
				short(roundUp(first)) + "."
		}
		return "Known: hit in layer " + strconv.Itoa(layer) + "."
	case "moderate":
		return "Half known: no neuron is strongly activated, so the answer is interpolated."
	default:
		return "Nothing here is like this point. The answer is a guess from the samples least unlike it."
	}
}

func strongestOf(activations js.Value) float64 {
	top := 0.0
	for i := range activations.Length() {
		top = max(top, activations.Index(i).Float())
	}
	return top
}

// roundUp is the next power of ten.
func roundUp(v float64) float64 {
	p := 1.0
	for v > 0 && p/10 > v {
		p /= 10
	}
	return p
}

func shownValue(v js.Value) string {
	if v.Type() == js.TypeNumber {
		return short(v.Float())
	}
	return js.Global().Get("String").Invoke(v).String()
}

func samplesOf(v js.Value) string {
	text := ""
	for i := range v.Length() {
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(v.Index(i).Int())
	}
	return text
}
