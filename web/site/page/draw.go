//go:build js && wasm

package main

import "syscall/js"

// draw shows the scene; it asks the engine nothing.
func (v *planeView) draw() {
	if !v.shown.bench.Truthy() {
		return // nothing was computed yet
	}
	v.drawPlane()
	v.drawInspector()
	if !v.dragging {
		v.drawPanels()
	}
}

// drawPanels shows what is beside the picture and the chosen point.
func (v *planeView) drawPanels() {
	v.view.Call("showReport", v.first())
	v.view.Call("showPoints", v.scene())
	v.drawModel()
	show("plane-legend", spread(v.view.Call("legend", v.shown.bench))...)
	setText("projection-note", v.shown.projection.Get("note").String())
}

func spread(list js.Value) []any {
	items := make([]any, list.Length())
	for i := range items {
		items[i] = list.Index(i)
	}
	return items
}

// size of one pane, in CSS pixels: side by side they share the room, below their titles.
func (v *planeView) size() (w, h float64) {
	w, h = width("plane"), height("plane")
	if len(v.shown.panes) > 1 {
		return (w - 12) / 2, h - 24
	}
	return w, h
}

// domain is the part of the plane that is shown.
func (v *planeView) domain() js.Value {
	if v.window.Truthy() {
		return v.window
	}
	w, h := v.size()
	framed := v.framed
	if framed.Get("columns").Length() != v.shown.bench.Get("columns").Length() {
		framed = v.shown.bench // what is opened now is not on the screen yet
	}
	return v.view.Call("fitDomain", framed, v.shown.projection, object("width", w, "height", h), framed.Get("columns").Length() == 2)
}

func (v *planeView) drawPlane() {
	w, h := v.size()
	domain := v.domain()
	replaced := document().Call("querySelectorAll", "#plane .frame > svg")
	panes := make([]any, max(1, len(v.shown.panes)))
	for i := range panes {
		p := pane{bench: v.shown.bench, answers: js.Null(), answer: js.Null(), behind: js.Null()}
		if i < len(v.shown.panes) {
			p = v.shown.panes[i]
		}
		title := js.Undefined()
		if p.title != "" {
			title = js.ValueOf(p.title)
		}
		panes[i] = v.view.Call("planePane", object(
			"bench", p.bench, "projection", v.shown.projection, "answers", p.answers, "answer", p.answer, "domain", domain, "width", w, "height", h,
			"allLinks", v.allLinks, "epsilon", v.absorbing.allowed(), "step", v.building.shown, "lit", v.lit, "title", title, "behind", p.behind, "replaces", replaced.Index(i), "conflicts", len(v.shown.panes) == 0))
	}
	show("plane", panes...)
}

// zoomed draws the part of the plane that is wanted now, and computes what lies
// behind it when it stays.
func (v *planeView) zoomed() {
	v.painting++
	painting := v.painting
	v.drawPlane()
	pause(120)
	if v.painting == painting {
		v.paint()
	}
}

func (v *planeView) resized() {
	v.draw()
	if v.shown.bench.Truthy() {
		v.paint()
	}
}

// drawInspector says what the networks answer, and why.
func (v *planeView) drawInspector() {
	scene := v.scene()
	v.view.Call("showAnswer", scene, v.lightSample)
	v.view.Call("showRow", scene)
	v.view.Call("showSure", scene)
	v.view.Call("showWhy", scene)
	v.view.Call("showRelevance", scene)
	if len(v.shown.panes) > 0 {
		v.view.Call("showWithout", v.xaia, scene, v.model.options(v.client, v.shown.panes[0].bench, v.shown.panes[0].preset), v.lightSample)
	} else {
		hide("without", true)
	}
	v.drawNetwork()
}

// drawNetwork draws the neurons, as far as they are built where the construction is replayed.
func (v *planeView) drawNetwork() {
	if v.shown.bench.Truthy() {
		v.view.Call("showNetwork", v.scene(), v.building.built)
	}
}

// scene is what is on the screen, for JavaScript.
func (v *planeView) scene() js.Value {
	panes := js.Global().Get("Array").New()
	for _, p := range v.shown.panes {
		panes.Call("push", object("title", p.title, "preset", p.preset, "bench", p.bench, "model", p.model, "answer", p.answer, "answers", p.answers))
	}
	return object("bench", v.shown.bench, "projection", v.shown.projection, "panes", panes, "dragging", v.dragging)
}

// first is the first pane, for JavaScript; null without one.
func (v *planeView) first() js.Value {
	if first := v.scene().Get("panes").Index(0); first.Truthy() {
		return first
	}
	return js.Null()
}
