//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

var sliderNames = []string{"a1", "a2", "admission", "activation"}

// set changes how the network is made.
func (v *planeView) set(step state.Step, change func(*state.Fit)) {
	v.Dispatch(step, func(p *state.Page) { change(&p.Plane.Fit) })
}

func (v *planeView) wireModel() {
	click("against", func() {
		v.set(state.Once, func(f *state.Fit) {
			f.Preset = map[bool]string{true: "xaia", false: "ordinary"}[f.Preset == "ordinary"]
		})
	})
	for _, name := range sliderNames {
		changed("slider-"+name, "input", func(value string) { v.slide(name, value) })
		changed("slider-"+name, "change", func(string) { v.LetGo() })
	}
	changed("slider-layer", "change", func(value string) {
		n, _ := v.number(value)
		v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Layer = int(n) })
	})
	click("auto", func() {
		setText("tune-report", "")
		v.Dispatch(state.Once, func(p *state.Page) {
			was := p.Plane.Fit
			take(p, v.standardModel())
			p.Plane.Fit.Preset, p.Plane.Fit.Duplicates = was.Preset, was.Duplicates
		})
	})
	click("tune", func() {
		if v.now().Count < 4 {
			setText("tune-report", "Tuning needs at least four samples.")
			return
		}
		report := ""
		if v.Now().Plane.Tuning { // it may wait for the picture, so it can't say so itself
			report = cancelled
		}
		setText("tune-report", report)
		v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Tuning = !p.Plane.Tuning })
	})
}

// slide takes a slider's place into the settings of its layer.
func (v *planeView) slide(name, value string) {
	f, ok := v.number(value)
	if !ok {
		return
	}
	layers := js.Null()
	if panes := v.scene().panes; len(panes) > 0 {
		layers = panes[0].model().Get("layers")
	}
	v.Dispatch(state.Step(name), func(p *state.Page) {
		p.Plane.Fit.Settings = jsonOf(v.withSlider(parse(p.Plane.Fit.Settings), layers, p.Plane.Layer, name, f))
	})
}

type tuneKey struct {
	samples    *state.Bench
	relevance  state.JSON
	duplicates string
}

const cancelled = "Cancelled; the settings are unchanged."

// tune chooses the settings by cross-validation.
func (v *planeView) tune(t *state.Turn) {
	key := t.Key.(tuneKey)
	tuned, err := v.client.tune(key.samples, parse(key.relevance), key.duplicates, signal(t))
	switch {
	case t.Over() && v.now().Samples != key.samples:
		setText("tune-report", "The points have changed; the settings are unchanged.")
		return
	case t.Over() || code(err) == "aborted":
		setText("tune-report", cancelled)
		return
	case err != nil:
		setText("tune-report", err.Error())
	default:
		setText("tune-report", tuned.Get("text").String())
	}
	v.Dispatch(state.Once, func(p *state.Page) {
		if p.Plane.Tuning = false; err == nil {
			take(p, tuned.Get("properties"))
			p.Plane.Fit.Preset, p.Plane.Fit.Relevance, p.Plane.Fit.Duplicates = "xaia", key.relevance, key.duplicates
		}
	})
}
