//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strconv"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// lineView is the second tab: a TNN on one feature.
type lineView struct {
	client
	sets []sampleSet

	samples []sample
	place   float64
	a       float64
	history [][]sample

	generation int
	drawing    int
	model      js.Value
	fitted     []sample // what model was fitted on
}

func newLineView(api client, sets []sampleSet) *lineView {
	v := &lineView{client: api, sets: sets, a: 5}
	fillSelect("line-set", sets, v.open)
	slider := element("steepness").(*dom.HTMLInputElement)
	on(slider, "input", func(dom.Event) {
		if a, err := strconv.ParseFloat(slider.Value(), 64); err == nil && a > 0 {
			v.a = a
			setText("steepness-value", slider.Value())
			v.refresh()
		}
	})
	on(element("place-x"), "change", func(dom.Event) {
		x, err := strconv.ParseFloat(element("place-x").(*dom.HTMLInputElement).Value(), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			notice("Type a number for x.", true)
			return
		}
		notice("", false)
		v.place = x
		v.draw()
	})
	on(element("line-undo"), "click", func(dom.Event) {
		if n := len(v.history); n > 0 {
			v.samples, v.history = v.history[n-1], v.history[:n-1]
			v.refresh()
		}
	})
	on(element("line"), "input", func(dom.Event) {
		at := element("line").Underlying().Get("firstElementChild").Get("value")
		if at.Get("shiftKey").Bool() {
			v.place = at.Get("x").Float()
			v.draw()
			return
		}
		v.history = append(v.history, append([]sample(nil), v.samples...))
		v.samples = append(v.samples, sample{x: at.Get("x").Float(), target: target{value: at.Get("y").Float()}})
		v.refresh()
	})
	onResize("line", v.draw)
	return v
}

func (v *lineView) open(i int) {
	v.samples = append([]sample(nil), v.sets[i].samples...)
	v.history = nil
	low, high := extent(v.samples)
	v.place = low + 0.62*(high-low)
	setText("line-note", v.sets[i].note)
	v.refresh()
}

func extent(samples []sample) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range samples {
		low, high = math.Min(low, s.x), math.Max(high, s.x)
	}
	return low, high
}

func (v *lineView) refresh() {
	v.generation++
	generation := v.generation
	samples := slices.Clone(v.samples)
	model, err := v.fit(list(samples, func(s sample) any { return s.x }),
		list(samples, func(s sample) any { return s.target.value }), map[string]any{"model": "tnn", "a": v.a})
	if v.generation != generation {
		if err == nil {
			model.Call("dispose")
		}
		return
	}
	if err != nil {
		notice(err.Error(), true)
		return
	}
	notice("", false)
	if v.model.Truthy() {
		v.model.Call("dispose")
	}
	v.model, v.fitted = model, samples
	v.draw()
}

// draw asks the model for the curve, and shows it unless a newer draw has begun.
func (v *lineView) draw() {
	if !v.model.Truthy() {
		return
	}
	v.drawing++
	drawing, model, samples, place := v.drawing, v.model, v.fitted, v.place
	low, high := extent(samples)
	pad := 0.1 * math.Max(high-low, 0.5)
	const steps = 600
	at := make([]float64, steps+1)
	for i := range at {
		at[i] = low - pad + (high-low+2*pad)*float64(i)/steps
	}
	curve, err := await(model.Call("predict", list(at, func(x float64) any { return x })))
	if v.drawing != drawing {
		return
	}
	if err != nil {
		notice(err.Error(), true)
		return
	}
	answer, err := await(model.Call("explain", place))
	if v.drawing != drawing {
		return
	}
	if err != nil {
		notice(err.Error(), true)
		return
	}
	w := width("line")
	neighbours := answer.Get("neighbours")
	sides := []any{}
	for i := range neighbours.Length() {
		sides = append(sides, neighbours.Index(i).Get("samples").Index(0))
	}
	points := make([]any, len(at))
	for i, x := range at {
		points[i] = map[string]any{"x": x, "y": curve.Index(i)}
	}
	spec := map[string]any{
		"samples": list(samples, func(s sample) any { return map[string]any{"x": s.x, "target": s.target.value} }),
		"curve":   points, "width": w, "height": math.Max(300, math.Min(0.7*w, 560)), "chosen": nil,
	}
	if place >= at[0] && place <= at[steps] {
		spec["chosen"] = map[string]any{"x": place, "y": answer.Get("value"), "neighbours": sides}
	}
	show("line", v.plot.Call("tnnPlot", spec))
	element("place-x").(*dom.HTMLInputElement).SetValue(short(place))
	setText("place-answer", "→ "+shownValue(answer.Get("value")))
	text := map[string]string{
		"strong":   "Known: every neuron is on or off.",
		"moderate": "Between samples: some neurons are half active.",
		"weak":     "Outside the samples. The curve says nothing here.",
	}[answer.Get("recognition").String()]
	between := ""
	for i := range neighbours.Length() {
		between += " Sample " + samplesOf(neighbours.Index(i).Get("samples")) + " is at " + short(neighbours.Index(i).Get("x").Float()) + "."
	}
	setText("place-verdict", text+between+" "+strconv.Itoa(answer.Get("active").Int())+" of "+plural(len(samples), "neuron")+" active.")
	setText("line-report", plural(len(samples), "sample")+", steepness "+short(v.a)+". Largest fitting error "+
		short(model.Get("report").Get("maxFittingError").Float())+": it falls as the steepness grows.")
	show("triangle", v.plot.Call("trianglePlot", answer, map[string]any{"width": width("triangle")}))
}
