//go:build js && wasm

package main

import (
	"math"
	"syscall/js"
	"unsafe"
)

// backgrounds are what the plane can show behind the points, and the sentence
// that says how to read it.
var backgrounds = map[string]string{
	"none":        "",
	"prediction":  "Background: what the model answers there.",
	"familiarity": "Background: the darker, the more familiar. Hatched: the model doesn't know.",
	"territory":   "Background: who answers. Each colour is the ground of one sample, the one that is activated most.",
}

// resolutions of the background, in cells across: first a quick one.
var resolutions = []int{40, 120}

// paint computes the background of what is on the screen, coarse first, and
// draws each as it comes. It gives up when the scene or the choice has changed.
func (v *planeView) paint() {
	v.painting++
	painting, scene := v.painting, v.shown
	v.picture = js.Null()
	kind := v.background
	if len(scene.set.samples) == 0 {
		return // nothing was computed yet
	}
	if kind == "none" || !scene.model.Truthy() {
		v.drawPlane()
		return
	}
	model := scene.model
	if kind == "territory" {
		// A second model whose outcomes are the samples' own numbers: its nearest
		// neuron's outcome is who answers.
		options := scene.options()
		options["interpolation"] = "nearest"
		numbered, err := v.fit(list(scene.samples, func(s sample) any { return pair(s.x, s.y) }), list(scene.samples, func(s sample) any { return float64(scene.first(s)) }), options)
		if err != nil {
			notice(err.Error(), true)
			return
		}
		defer numbered.Call("dispose")
		model = numbered
	}
	x, y := v.domain()
	w, h := v.size()
	for _, across := range resolutions {
		down := int(math.Round(float64(across) * h / w))
		grid := packed(across, down, x, y)
		ask := "predict"
		if kind == "familiarity" {
			ask = "outOfDistribution"
		}
		answers, err := await(model.Call(ask, grid))
		if v.painting != painting {
			return
		}
		if err != nil {
			notice(err.Error(), true)
			return
		}
		classes := js.Null()
		if len(scene.set.classes) > 0 {
			classes = list(scene.set.classes, func(c string) any { return c })
		}
		href := v.plot.Call("backgroundImage", map[string]any{
			"kind": kind, "answers": answers, "columns": across, "rows": down, "width": w, "height": h, "classes": classes,
			"targets": list(scene.samples, func(s sample) any { return s.target.js() }),
		})
		v.picture = js.ValueOf(map[string]any{"href": href, "x": []any{x[0], x[1]}, "y": []any{y[0], y[1]}})
		v.drawPlane()
	}
}

// packed is the middles of a grid's cells, row by row from the top, as the API
// takes them fastest.
func packed(across, down int, x, y [2]float64) js.Value {
	data := make([]float64, 0, 2*across*down)
	for j := range down {
		for i := range across {
			data = append(data, x[0]+(x[1]-x[0])*(float64(i)+0.5)/float64(across), y[1]-(y[1]-y[0])*(float64(j)+0.5)/float64(down))
		}
	}
	array := js.Global().Get("Float64Array").New(len(data))
	js.CopyBytesToJS(js.Global().Get("Uint8Array").New(array.Get("buffer")), unsafe.Slice((*byte)(unsafe.Pointer(&data[0])), 8*len(data)))
	return js.ValueOf(map[string]any{"data": array, "rows": across * down, "columns": 2})
}

// options are those that the scene's model was fitted with.
func (s *scene) options() map[string]any {
	options := map[string]any{"preset": s.preset}
	if s.preset == "paper" && s.set.settings.Truthy() {
		options["settings"] = s.set.settings
	}
	return options
}

// first is the number of the first sample at the same place.
func (s *scene) first(here sample) int {
	for i, other := range s.samples {
		if other.x == here.x && other.y == here.y {
			return i
		}
	}
	return -1
}
