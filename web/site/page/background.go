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
	"island":      "Islands: what the model answers where it knows its way. Hatched: it doesn't know.",
	"prediction":  "Background: what the model answers there.",
	"familiarity": "Background: familiarity; darker is more familiar. Hatched: unknown to the model.",
	"territory":   "Background: which sample answers. Each colour is the area where one sample is activated most.",
	"layer":       "Background: the layer of the hit; darker layers are nearer to the input. White: no hit, so the answer is interpolated.",
}

// resolutions of the background, in cells across: the first is quick, the others
// come while nothing else happens.
var resolutions = []int{40, 120, 240}

// mostCells bounds the finer pictures: cells times samples.
const mostCells = 40e6

// paint computes what lies behind each pane, coarse first, and draws each as it
// comes. What was painted for another size or part of the plane stays until then,
// or the plane would be blank while a window is resized. It gives up when the
// scene, the part shown or the choice has changed.
func (v *planeView) paint() {
	v.painting++
	painting, shown, kind := v.painting, v.shown, v.background
	for i, p := range shown.panes {
		if p.behind.Truthy() && p.behind.Get("dataset").Get("kind").String() != kind {
			v.shown.panes[i].behind = js.Null()
		}
	}
	if kind == "none" || len(shown.panes) == 0 {
		v.drawPlane()
		return
	}
	domain := v.domain()
	w, h := v.size()
	wanted := affordable(h/w, shown.bench.Get("X").Length())
	enough := len(wanted) > 1 // what is there is no coarser than the first would be
	for _, p := range v.shown.panes {
		enough = enough && v.view.Call("cellsAcross", p.behind, domain).Int() >= wanted[0]
	}
	if enough {
		wanted = wanted[1:]
	}
	models := make([]js.Value, len(shown.panes))
	for i, p := range shown.panes {
		models[i] = p.model
		if kind == "territory" || kind == "layer" {
			numbered, err := v.numbered(p, kind)
			if err != nil {
				notice(err.Error(), true)
				return
			}
			defer free(numbered)
			models[i] = numbered
		}
	}
	ask := func(model, grid js.Value) (js.Value, error) { return await(model.Call("predict", grid)) }
	around := js.Undefined() // what the plane doesn't show is as in the row that is chosen
	switch kind {
	case "familiarity":
		ask = func(model, grid js.Value) (js.Value, error) { return await(model.Call("outOfDistribution", grid)) }
	case "island":
		around = shown.bench.Get("X")
		ask = func(model, grid js.Value) (js.Value, error) { return await(v.view.Call("islandAnswers", model, grid)) }
	}
	for _, across := range wanted {
		down := cellsDown(across, h/w)
		grid := v.view.Call("gridOf", shown.projection, domain, across, down, around)
		for i, p := range shown.panes {
			answers, err := ask(models[i], grid)
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

// affordable lists the resolutions that don't take long; the coarsest never does.
func affordable(ratio float64, samples int) []int {
	n := 1
	for n < len(resolutions) && float64(resolutions[n]*cellsDown(resolutions[n], ratio)*samples) <= mostCells {
		n++
	}
	return resolutions[:n]
}

func cellsDown(across int, ratio float64) int { return int(math.Round(float64(across) * ratio)) }

// numbered is a second model, of the same neurons, whose outcomes are the samples' own
// numbers or layers: its nearest neuron's outcome is the sample that answers, its hit's is the layer.
func (v *planeView) numbered(p pane, kind string) (js.Value, error) {
	options := v.model.options(v.client, p.bench, p.preset)
	options.Set("duplicates", "first")
	options.Delete("classes")
	options.Set("relevance", false)
	if relevance := p.model.Get("relevance"); relevance.Truthy() {
		options.Set("relevance", relevance) // learned anew it would be another: these outcomes are others
	}
	outcomes := v.view.Call("numbers", p.bench)
	options.Set("interpolation", "nearest")
	if kind == "layer" {
		outcomes = v.view.Call("layersOf", p.model)
		options.Set("interpolation", "none")
	}
	return await(v.xaia.Call("fit", v.view.Call("packedRows", p.bench), outcomes, options))
}
