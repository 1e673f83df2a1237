//go:build js && wasm

package main

import (
	"syscall/js"
)

// lineView is the second tab: a TNN on one feature, on the same kind of bench.
type lineView struct {
	edits
	sets []js.Value
	kept func()

	a          float64
	tolerance  float64 // above 0: a is chosen for it
	duplicates string  // what a fit does with equal rows; empty: refused
	adds       string  // "sample", "external", "ask"
	generation int
	begun      int // the notices said when that generation was
	drawing    int // overtakes older ones
	busy       bool
	dragging   bool
	domain     js.Value // what the picture shows, undefined before the first
	model      js.Value
	before     js.Value // the curve before an absorption, null
	absorbed   js.Value
}

// lineAround is what a step of undo brings back beside the points.
type lineAround struct {
	a, tolerance float64
	duplicates   string
	domain       js.Value
}

func newLineView(api client, sets js.Value) *lineView {
	v := &lineView{edits: edits{client: api}, a: 5, adds: "sample", model: js.Null(), before: js.Null(), absorbed: js.Null(), kept: func() {}}
	v.around = func() any { return lineAround{v.a, v.tolerance, v.duplicates, v.domain} }
	v.restore = func(was any) {
		a := was.(lineAround)
		v.a, v.tolerance, v.duplicates, v.domain = a.a, a.tolerance, a.duplicates, a.domain
	}
	for i := range sets.Length() {
		v.sets = append(v.sets, api.view.Call("benchOfSet", sets.Index(i)))
	}
	changed("steepness", "input", func(value string) {
		if a, ok := number(value); ok && a > 0 {
			v.rememberTouch("steepness")
			v.a, v.tolerance = a, 0
			v.refresh()
		}
	})
	changed("steepness", "change", func(string) { v.touched = "" })
	changed("tolerance", "change", func(value string) {
		if value == "" {
			v.remember()
			v.tolerance = 0
			v.refresh()
			return
		}
		if t, ok := number(value); ok && t > 0 {
			v.remember()
			v.tolerance = t
			v.refresh()
		} else {
			notice("The largest fitting error must be a number above 0.", true)
		}
	})
	changed("place-x", "change", func(value string) {
		x, ok := number(value)
		if !ok {
			notice("Type a number for x.", true)
			return
		}
		notice("", false)
		v.ask(x)
	})
	all("#line-brush button", func(b js.Value) {
		on(b, "click", func(js.Value) {
			v.adds = b.Get("dataset").Get("adds").String()
			v.drawBrush()
		})
	})
	click("line-absorb", v.absorb)
	click("line-keep", func() {
		v.remember()
		v.edit("takeIn", v.absorbed)
		v.refresh()
	})
	click("line-back", v.refresh)
	line := element("line").Value
	v.view.Call("gestures", line, object("zoom", false, "tool", answering(func([]js.Value) any { return "point" })))
	line.Set("points", answering(func([]js.Value) any { return v.view.Call("linePoints", v.bench) }))
	on(line, "act", func(ev js.Value) { v.act(ev.Get("detail")) })
	onResize("line", v.draw)
	on(element("line-points").Value, "toggle", func(js.Value) { v.draw() })
	return v
}

func (v *lineView) start(bench js.Value) {
	v.open(bench)
	v.duplicates = bench.Get("duplicates").String()
	v.opened()
}

func (v *lineView) opened() {
	v.domain = js.Undefined()
	setText("line-proof", "")
	if chosen := v.bench.Get("chosen"); !chosen.Truthy() || chosen.Get("kind").String() == "sample" {
		v.bench = v.view.Call("choose", v.bench, v.view.Call("placeOnLine", v.bench, 0.62))
	}
	v.drawBrush()
	setText("line-note", v.bench.Get("note").String())
	all("#line-sets button", func(b js.Value) {
		pressed(b, b.Get("dataset").Get("set").String() == v.bench.Get("id").String())
	})
	v.refresh()
}

func (v *lineView) drawBrush() {
	all("#line-brush button", func(b js.Value) { pressed(b, b.Get("dataset").Get("adds").String() == v.adds) })
}

func (v *lineView) act(a js.Value) {
	kind, index, done := v.common(a, v.refresh)
	if done {
		return
	}
	at := []any{a.Get("x")}
	switch a.Get("type").String() {
	case "add":
		switch {
		case v.adds == "ask":
			v.ask(a.Get("x").Float())
			return
		case v.adds == "external" || a.Get("shift").Truthy():
			v.remember()
			v.edit("addExternal", at, a.Get("y"))
		default:
			v.remember()
			v.edit("addSample", at, a.Get("y"))
		}
		v.refresh()
	case "pick":
		v.bench = v.view.Call("choose", v.bench, object("kind", kind, "index", index))
		v.draw()
	case "move":
		if a.Get("began").Truthy() {
			v.remember()
		}
		v.dragging = !a.Get("done").Truthy()
		v.edit("move", kind, index, at, a.Get("y"))
		v.refresh()
	}
}

func (v *lineView) ask(x float64) {
	v.bench = v.view.Call("choose", v.bench, object("kind", "place", "x", []any{x}))
	v.draw()
}

func (v *lineView) options() js.Value {
	options := object("model", "tnn")
	if v.tolerance > 0 {
		options.Set("tolerance", v.tolerance)
	} else {
		options.Set("a", v.a)
	}
	if v.duplicates != "" {
		options.Set("duplicates", v.duplicates)
	}
	return options
}

// refresh fits; what is wanted meanwhile is fitted after it.
func (v *lineView) refresh() {
	v.generation++
	v.begun = notices
	if v.busy {
		return
	}
	v.busy = true
	busy("line", true)
	defer func() { // after a failure, too, or nothing would be fitted any more
		v.busy = false
		busy("line", false)
	}()
	for {
		generation, bench := v.generation, v.bench
		var model js.Value
		var err error
		if v.samples() > 0 {
			model, err = await(v.xaia.Call("fit", bench.Get("X"), bench.Get("y"), v.options()))
		}
		if v.model.Truthy() {
			free(v.model)
		}
		v.model, v.before, v.absorbed = js.Null(), js.Null(), js.Null()
		hide("line-decide", true)
		switch {
		case err != nil:
			said, offers := conflict(&v.edits, err, func(rule string) { v.duplicates = rule }, v.refresh)
			notice(said, true, offers...)
			refusing = v
			v.drawNothing(bench)
		case !model.Truthy():
			notice("No points yet. Click on the line's picture, or choose a sample set.", false)
			v.drawNothing(bench)
		default:
			v.model = model
			settle(v, v.begun)
			v.draw()
		}
		if v.generation == generation {
			break
		}
	}
	if !v.dragging {
		v.kept()
	}
}

// drawNothing shows the points of a bench that has no curve.
func (v *lineView) drawNothing(bench js.Value) {
	v.drawing++
	v.frame(bench)
	v.view.Call("showNoLine", bench, v.domain)
}

// frame widens what the picture shows where points are outside of it, but not under the hand.
func (v *lineView) frame(bench js.Value) {
	if !v.dragging || v.domain.IsUndefined() {
		v.domain = v.view.Call("lineDomain", bench, v.domain)
	}
}

// calibrate finds out how sure the curve is, and draws it with its band.
func (v *lineView) calibrate() {
	model := v.model
	if news, err := await(v.view.Call("calibrateLine", v.xaia, v.bench, model, v.options())); err == nil && news.Bool() && v.model.Equal(model) {
		v.draw()
	}
}

// draw asks the model for the curve, and shows it unless a newer one has come.
func (v *lineView) draw() {
	model, bench := v.model, v.bench
	if !model.Truthy() || element("view-line").Value.Get("hidden").Bool() {
		return // it is drawn when it is shown: its room changes then
	}
	v.drawing++
	drawing := v.drawing
	v.frame(bench)
	domain := v.domain
	answers, err := await(v.view.Call("askLine", bench, model, domain))
	if v.drawing != drawing {
		return
	}
	if err != nil {
		if code(err) != "disposed" {
			notice(err.Error(), true)
		}
		return
	}
	epsilon, _ := number(input("line-epsilon").Value())
	for name, value := range map[string]any{"before": v.before, "epsilon": epsilon, "a": v.a, "tolerance": v.tolerance, "domain": domain} {
		answers.Set(name, value)
	}
	v.view.Call("showLine", bench, model, answers)
	if !v.dragging && v.bench.Equal(bench) {
		go guarded(v.calibrate)
	}
}

// absorb takes in the external points that the curve misses by more than ε, and
// shows the curve before them dashed.
func (v *lineView) absorb() {
	epsilon, ok := number(input("line-epsilon").Value())
	if !ok || epsilon < 0 {
		notice("ε is the largest error allowed: a number of at least 0.", true)
		return
	}
	if !v.model.Truthy() {
		return
	}
	generation, old := v.generation, v.model
	result, err := await(v.view.Call("absorbLine", old, v.bench, epsilon, v.domain))
	if err != nil || v.generation != generation {
		if err != nil {
			setText("line-proof", err.Error())
		}
		return
	}
	setText("line-proof", result.Get("text").String())
	if !result.Get("model").Truthy() {
		return
	}
	v.absorbed = result.Get("absorbed")
	free(old)
	v.model, v.before = result.Get("model"), result.Get("before")
	hide("line-decide", v.absorbed.Length() == 0)
	v.draw()
}
