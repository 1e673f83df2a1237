//go:build js && wasm

package main

import (
	"math"
	"syscall/js"
)

// backgrounds are what the plane can show behind the points, and the sentence
// that says how to read it.
var backgrounds = map[string]string{
	"none":        "",
	"prediction":  "Background: what the model answers there.",
	"familiarity": "Background: the darker, the more familiar. Hatched: the model doesn't know.",
	"territory":   "Background: who answers. Each colour is the ground of one sample, the one that is activated most.",
	"layer":       "Background: the layer of the hit, the darker the nearer to the input. White: no hit, the answer is interpolated.",
}

// resolutions of the background, in cells across: the first is quick, the others
// come while nothing else happens.
var resolutions = []int{40, 120, 240}

// mostCells bounds the finer pictures: cells times samples.
const mostCells = 40e6

// paint computes what lies behind each pane, coarse first, and draws each as it
// comes. It gives up when the scene, the part shown or the choice has changed.
func (v *planeView) paint() {
	v.painting++
	painting, shown, kind := v.painting, v.shown, v.background
	for i := range shown.panes {
		v.shown.panes[i].behind = js.Null()
	}
	if kind == "none" || len(shown.panes) == 0 {
		v.drawPlane()
		return
	}
	domain := v.domain()
	w, h := v.size()
	models := make([]js.Value, len(shown.panes))
	for i, p := range shown.panes {
		models[i] = p.model
		if kind == "territory" {
			numbered, err := v.numbered(p)
			if err != nil {
				notice(err.Error(), true)
				return
			}
			defer free(numbered)
			models[i] = numbered
		}
	}
	ask := map[string]string{"familiarity": "outOfDistribution", "layer": "explain"}[kind]
	if ask == "" {
		ask = "predict"
	}
	for _, across := range resolutions {
		down := int(math.Round(float64(across) * h / w))
		if cells := float64(across * down); across > resolutions[0] && (cells*float64(shown.bench.Get("X").Length()) > mostCells || kind == "layer" && across > resolutions[1]) {
			return
		}
		grid := v.view.Call("gridOf", shown.projection, domain, across, down)
		for i, p := range shown.panes {
			answers, err := await(models[i].Call(ask, grid))
			// A new scene comes a moment before its own painting, and may have fewer panes.
			if v.painting != painting || i >= len(v.shown.panes) {
				return
			}
			if err != nil {
				if code(err) != "disposed" {
					notice(err.Error(), true)
				}
				return
			}
			v.shown.panes[i].behind = v.view.Call("background", object(
				"kind", kind, "answers", answers, "columns", across, "rows", down, "bench", p.bench, "domain", domain, "width", w, "height", h))
		}
		v.drawPlane()
	}
}

// numbered is a second model whose outcomes are the samples' own numbers: its
// nearest neuron's outcome is who answers.
func (v *planeView) numbered(p pane) (js.Value, error) {
	options := v.model.options(v.client, p.bench, p.preset)
	options.Set("interpolation", "nearest")
	options.Set("duplicates", "first")
	options.Delete("classes")
	return await(v.xaia.Call("fit", p.bench.Get("X"), v.view.Call("numbers", p.bench), options))
}
