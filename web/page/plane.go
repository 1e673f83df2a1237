//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strconv"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// planeView is the first tab: fitting samples in the plane, external points,
// and the one point that is asked about.
type planeView struct {
	client
	sets []sampleSet
	set  sampleSet

	samples  []sample
	external []point
	query    point
	asks     bool // there is a query

	preset   string
	brush    target
	adds     string // "sample" or "external"
	allLinks bool
	history  []planeState

	generation int
	shown      scene

	background string   // one of backgrounds
	painting   int      // overtakes older ones
	picture    js.Value // what paint made of it
	building   *construction
	step       js.Value // what of the construction is shown, null when nothing is
	scoring    js.Value // the AbortController of score
	honest     string   // what score found, a sentence
}

// scene is what is on the screen: a state together with what the engine said of
// it. The engine answers later, so the state may be ahead of the scene.
type scene struct {
	set      sampleSet
	preset   string
	samples  []sample
	external []point
	query    point
	asks     bool
	model    js.Value // undefined without one
	answers  js.Value // an explanation for each external point
	answer   js.Value // the explanation of the query
}

type planeState struct {
	samples  []sample
	external []point
	query    point
	asks     bool
}

func newPlaneView(api client, sets []sampleSet) *planeView {
	v := &planeView{client: api, sets: sets, preset: "xaia", adds: "sample", background: "prediction"}
	fillSelect("plane-set", sets, v.open)
	for _, radio := range document.QuerySelectorAll("input[name=preset]") {
		on(radio, "change", func(dom.Event) {
			v.preset = radio.(*dom.HTMLInputElement).Value()
			v.refresh()
		})
	}
	on(element("all-links"), "change", func(dom.Event) {
		v.allLinks = element("all-links").(*dom.HTMLInputElement).Checked()
		v.draw()
	})
	background := element("background").(*dom.HTMLSelectElement)
	on(background, "change", func(dom.Event) {
		if _, known := backgrounds[background.Value()]; known {
			v.background = background.Value()
			setText("background-note", backgrounds[v.background])
			v.paint()
		}
	})
	setText("background-note", backgrounds[v.background])
	on(element("far"), "click", func(dom.Event) { v.askFarOutside() })
	on(element("undo"), "click", func(dom.Event) { v.undo() })
	for _, id := range []string{"point-x", "point-y"} {
		on(element(id), "change", func(dom.Event) { v.askTyped() })
	}
	on(element("plane"), "input", func(dom.Event) {
		v.pointed(element("plane").Underlying().Get("firstElementChild").Get("value"))
	})
	onResize("plane", v.draw)
	v.building = newConstruction(v)
	return v
}

// open loads a sample set.
func (v *planeView) open(i int) {
	v.set = v.sets[i]
	v.samples = append([]sample(nil), v.set.samples...)
	v.external = append([]point(nil), v.set.external...)
	v.asks = len(v.external) > 0
	if v.asks {
		v.query = v.external[len(v.external)-1]
	}
	v.history = nil
	v.adds = "sample"
	v.brush = target{}
	if len(v.set.classes) > 0 {
		v.brush.class = v.set.classes[0]
	} else {
		v.brush.value = v.set.samples[0].target.value
	}
	setText("plane-note", v.set.note)
	v.drawBrush()
	v.refresh()
}

// drawBrush offers what a click adds: the classes or a value, or an external point.
func (v *planeView) drawBrush() {
	clearPlace("brush")
	var buttons []dom.Element
	add := func(text string, choose func()) {
		b := create("button", text)
		b.SetAttribute("type", "button")
		pressed := len(buttons) == 0
		b.SetAttribute("aria-pressed", strconv.FormatBool(pressed))
		buttons = append(buttons, b)
		on(b, "click", func(dom.Event) {
			for _, other := range buttons {
				other.SetAttribute("aria-pressed", strconv.FormatBool(other == b))
			}
			choose()
		})
		element("brush").AppendChild(b)
	}
	for _, class := range v.set.classes {
		add(class, func() { v.adds, v.brush = "sample", target{class: class} })
	}
	if len(v.set.classes) == 0 {
		add("● value", func() { v.adds = "sample" })
	}
	add("× external", func() { v.adds = "external" })
	if len(v.set.classes) == 0 {
		label := create("label", "value ")
		input := create("input", "").(*dom.HTMLInputElement)
		input.SetValue(short(v.brush.value))
		input.SetAttribute("inputmode", "decimal")
		input.SetID("brush-value")
		on(input, "change", func(dom.Event) {
			if f, err := strconv.ParseFloat(input.Value(), 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
				v.brush.value = f
			}
			input.SetValue(short(v.brush.value))
		})
		label.AppendChild(input)
		element("brush").AppendChild(label)
	}
}

// pointed handles a click in the plane.
func (v *planeView) pointed(at js.Value) {
	if !at.Truthy() {
		return
	}
	here := point{at.Get("x").Float(), at.Get("y").Float()}
	switch external, sample := at.Get("external"), at.Get("sample"); {
	case external.Type() == js.TypeNumber:
		v.ask(v.shown.external[external.Int()])
		return
	case sample.Type() == js.TypeNumber:
		s := v.shown.samples[sample.Int()]
		v.ask(point{s.x, s.y})
		return
	}
	v.remember()
	if v.adds == "external" || at.Get("shiftKey").Bool() {
		v.external = append(v.external, here)
		v.query, v.asks = here, true
	} else {
		v.samples = append(v.samples, sample{here.x, here.y, v.brush})
	}
	v.refresh()
}

func (v *planeView) remember() {
	v.history = append(v.history, planeState{append([]sample(nil), v.samples...), append([]point(nil), v.external...), v.query, v.asks})
}

func (v *planeView) undo() {
	if len(v.history) == 0 {
		notice("There is nothing to undo.", false)
		return
	}
	last := v.history[len(v.history)-1]
	v.history = v.history[:len(v.history)-1]
	v.samples, v.external, v.query, v.asks = last.samples, last.external, last.query, last.asks
	v.refresh()
}

func (v *planeView) ask(p point) {
	v.query, v.asks = p, true
	v.explainQuery()
}

// askFarOutside asks ten thousand times the width of the data away.
func (v *planeView) askFarOutside() {
	x, y := v.domain()
	v.ask(point{x[0] + 1e4*(x[1]-x[0]), y[0] + 1e4*(y[1]-y[0])})
}

func (v *planeView) askTyped() {
	x, errX := strconv.ParseFloat(element("point-x").(*dom.HTMLInputElement).Value(), 64)
	y, errY := strconv.ParseFloat(element("point-y").(*dom.HTMLInputElement).Value(), 64)
	if errX != nil || errY != nil || math.IsNaN(x+y) || math.IsInf(x+y, 0) {
		notice("Type a number for x₁ and for x₂.", true)
		return
	}
	notice("", false)
	v.ask(point{x, y})
}

// refresh fits the model to the points and asks about all external ones and the
// query. A newer refresh overtakes an older one.
func (v *planeView) refresh() {
	v.generation++
	generation := v.generation
	next := scene{set: v.set, preset: v.preset, samples: slices.Clone(v.samples), external: slices.Clone(v.external), query: v.query, asks: v.asks}
	err := v.compute(&next)
	if v.generation != generation {
		if next.model.Truthy() {
			next.model.Call("dispose")
		}
		return
	}
	switch {
	case err != nil:
		notice(err.Error(), true)
	case len(next.samples) == 0:
		notice("No points yet: click on the plane, or choose a sample set.", false)
	default:
		notice("", false)
	}
	if old := v.shown.model; old.Truthy() {
		old.Call("dispose")
	}
	v.shown, v.picture, v.honest, v.step = next, js.Null(), "", js.Null()
	v.draw()
	go v.score()
	go v.building.refresh()
	v.paint()
}

// compute asks the engine for all of a scene.
func (v *planeView) compute(s *scene) error {
	if len(s.samples) == 0 {
		return nil
	}
	model, err := v.fit(list(s.samples, func(s sample) any { return pair(s.x, s.y) }),
		list(s.samples, func(s sample) any { return s.target.js() }), s.options())
	if err != nil {
		return err
	}
	s.model = model
	if s.answers, err = await(model.Call("explain", list(s.external, func(p point) any { return pair(p.x, p.y) }))); err != nil {
		return err
	}
	if s.asks {
		s.answer, err = await(model.Call("explain", pair(s.query.x, s.query.y)))
	}
	return err
}

// explainQuery asks the model on the screen about the query.
func (v *planeView) explainQuery() {
	generation, query := v.generation, v.query
	if !v.shown.model.Truthy() {
		return
	}
	answer, err := await(v.shown.model.Call("explain", pair(query.x, query.y)))
	if v.generation != generation || v.query != query {
		return
	}
	if err != nil {
		notice(err.Error(), true)
		return
	}
	v.shown.query, v.shown.asks, v.shown.answer = query, true, answer
	v.draw()
}

// domain is the part of the plane that is shown: all samples and the external
// points near them, both axes in the same unit.
func (v *planeView) domain() (x, y [2]float64) {
	x, y = [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	grow := func(p point) {
		x = [2]float64{math.Min(x[0], p.x), math.Max(x[1], p.x)}
		y = [2]float64{math.Min(y[0], p.y), math.Max(y[1], p.y)}
	}
	for _, s := range v.shown.samples {
		grow(point{s.x, s.y})
	}
	for _, p := range v.shown.set.external {
		grow(p)
	}
	if len(v.shown.samples) == 0 {
		for _, s := range v.shown.set.samples {
			grow(point{s.x, s.y})
		}
	}
	pad := 0.12 * math.Max(math.Max(x[1]-x[0], y[1]-y[0]), 0.5)
	x, y = [2]float64{x[0] - pad, x[1] + pad}, [2]float64{y[0] - pad, y[1] + pad}
	w, h := v.size()
	unit := math.Max((x[1]-x[0])/(w-64), (y[1]-y[0])/(h-56))
	widen := func(d [2]float64, length float64) [2]float64 {
		extra := (length - (d[1] - d[0])) / 2
		return [2]float64{d[0] - extra, d[1] + extra}
	}
	return widen(x, unit*(w-64)), widen(y, unit*(h-56))
}

func (v *planeView) size() (w, h float64) {
	w = width("plane")
	return w, math.Max(300, math.Min(0.78*w, 620))
}

// draw shows the scene; it asks the engine nothing.
func (v *planeView) draw() {
	if len(v.shown.set.samples) == 0 {
		return // nothing was computed yet
	}
	v.drawPlane()
	v.drawLegend()
	v.drawReport()
	v.drawInspector()
}

func (v *planeView) drawPlane() {
	w, h := v.size()
	x, y := v.domain()
	spec := map[string]any{
		"samples": list(v.shown.samples, func(s sample) any { return map[string]any{"x": s.x, "y": s.y, "target": s.target.js()} }),
		"domain":  map[string]any{"x": []any{x[0], x[1]}, "y": []any{y[0], y[1]}},
		"width":   w, "height": h, "allLinks": v.allLinks, "classes": nil, "chosen": nil, "background": v.picture, "step": v.step,
	}
	if len(v.shown.set.classes) > 0 {
		spec["classes"] = list(v.shown.set.classes, func(c string) any { return c })
	}
	external := []any{}
	if v.shown.answers.Truthy() && v.shown.answers.Length() == len(v.shown.external) {
		for i, p := range v.shown.external {
			a := v.shown.answers.Index(i)
			external = append(external, map[string]any{"x": p.x, "y": p.y, "target": a.Get("value"), "status": a.Get("status"), "links": links(a)})
		}
	}
	spec["external"] = external
	if v.shown.asks && v.shown.answer.Truthy() {
		spec["chosen"] = map[string]any{"x": v.shown.query.x, "y": v.shown.query.y, "links": links(v.shown.answer)}
	}
	show("plane", v.plot.Call("planePlot", spec))
}

// links are the samples behind an interpolated answer, with their weights.
func links(answer js.Value) any {
	out := []any{}
	neurons := answer.Get("neurons")
	for i := range neurons.Length() {
		n := neurons.Index(i)
		out = append(out, map[string]any{"sample": n.Get("samples").Index(0), "weight": n.Get("weight")})
	}
	return out
}

func (v *planeView) drawLegend() {
	parts := []string{"● fitting sample", "× external point, coloured by its prediction", "○ interpolated", "— samples behind the answer"}
	clearPlace("plane-legend")
	if n := len(v.shown.set.classes); n > 0 {
		symbols := []string{"●", "▲", "■", "◆", "✚", "★"}
		colours := v.plot.Get("classColours")
		for i, class := range v.shown.set.classes {
			key := create("b", symbols[i%6]+" "+class)
			key.(dom.HTMLElement).Style().SetProperty("color", colours.Index(i%6).String(), "")
			element("plane-legend").AppendChild(key)
		}
	}
	if len(v.shown.set.classes) == 0 && len(v.shown.samples) > 0 {
		key := v.plot.Call("valueLegend", list(v.shown.samples, func(s sample) any { return s.target.js() }))
		element("plane-legend").Underlying().Call("append", key)
	}
	for _, p := range parts {
		element("plane-legend").AppendChild(create("span", p))
	}
}

func (v *planeView) drawReport() {
	if !v.shown.model.Truthy() {
		setText("plane-report", "")
		return
	}
	r := v.shown.model.Get("report")
	text := plural(v.shown.model.Get("samples").Int(), "sample") + " in " + plural(v.shown.model.Get("layers").Length(), "layer") + ", " +
		plural(r.Get("collisions").Int(), "collision") + ". Fitting error " + short(r.Get("maxFittingError").Float())
	if r.Get("maxFittingError").Float() == 0 {
		text += ": zero by construction; it says nothing about new points."
	} else {
		text += "."
	}
	setText("plane-report", text+v.honest)
}
