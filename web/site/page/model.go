//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// model is how the network is made: what the options of fit are read from.
type model struct {
	preset     string   // "xaia", "paper", "both"
	settings   js.Value // "auto", or a list: an entry a layer, the last for all deeper ones
	r          float64
	top        int
	lines      js.Value // local lines: "auto", "off", or their options
	scale      string
	duplicates string   // empty: refused
	relevance  js.Value // null: the preset's

	layer  int      // that the sliders are for, from 1; 0: all
	tuning js.Value // the AbortController of tune
}

func newModel(c client) model {
	m := model{tuning: js.Null()}
	m.take(c.view.Get("standardModel"))
	return m
}

// take reads what the view says of how the network is made.
func (m *model) take(from js.Value) {
	m.preset, m.settings, m.r = from.Get("preset").String(), from.Get("settings"), from.Get("r").Float()
	m.top, m.scale = from.Get("top").Int(), from.Get("scale").String()
	m.lines = from.Get("lines")
	m.duplicates, m.relevance = from.Get("duplicates").String(), from.Get("relevance")
}

// same says whether another model is made in the same way.
func (m *model) same(o model) bool {
	return m.preset == o.preset && m.r == o.r && m.top == o.top && m.scale == o.scale && m.duplicates == o.duplicates && m.settings.Equal(o.settings) && m.relevance.Equal(o.relevance) && m.lines.Equal(o.lines)
}

func (m *model) js(preset string) js.Value {
	return object("preset", preset, "settings", m.settings, "r", m.r, "top", m.top, "lines", m.lines, "scale", m.scale, "duplicates", m.duplicates, "relevance", m.relevance)
}

func (m *model) options(c client, bench js.Value, preset string) js.Value {
	return c.view.Call("fitOptions", bench, m.js(preset))
}

var sliderNames = []string{"a1", "a2", "admission", "activation"}

func (v *planeView) wireModel() {
	all("input[name=preset]", func(radio js.Value) {
		on(radio, "change", func(js.Value) {
			v.remember()
			v.model.preset = radio.Get("value").String()
			v.refresh()
		})
	})
	for _, name := range sliderNames {
		changed("slider-"+name, "input", func(value string) { v.slide(name, value) })
		changed("slider-"+name, "change", func(string) { v.touched = "" })
	}
	changed("slider-r", "change", func(string) { v.touched = "" })
	changed("slider-r", "input", func(value string) {
		if f, ok := number(value); ok {
			v.rememberTouch("r")
			v.model.r = f
			v.refresh()
		}
	})
	changed("top", "change", func(value string) {
		if n, err := strconv.Atoi(value); err == nil && n >= 1 && n <= 50 {
			v.remember()
			v.model.top, v.model.lines = n, js.ValueOf("off")
			v.refresh()
		} else {
			notice("Samples for an interpolated answer: give a number from 1 to 50.", true)
		}
	})
	changed("lines", "change", func(value string) {
		v.remember()
		v.model.lines = js.ValueOf(value)
		if value == "on" {
			v.model.lines = object()
		}
		v.refresh()
	})
	changed("scale", "change", func(value string) {
		v.remember()
		v.model.scale = value
		v.refresh()
	})
	changed("slider-layer", "change", func(value string) {
		v.model.layer, _ = strconv.Atoi(value)
		v.drawModel()
	})
	click("auto", func() {
		v.remember()
		auto := newModel(v.client)
		auto.preset, auto.duplicates, auto.tuning = v.model.preset, v.model.duplicates, v.model.tuning
		v.model = auto
		setText("tune-report", "")
		v.refresh()
	})
	click("tune", v.tune)
	on(element("model").Value, "toggle", func(js.Value) { v.drawModel() })
}

// slide takes a slider's place into the settings of its layer.
func (v *planeView) slide(name, value string) {
	f, ok := number(value)
	if !ok {
		return
	}
	v.rememberTouch(name)
	v.model.settings = v.view.Call("withSetting", v.model.settings, v.layers(), v.model.layer, name, v.view.Call("sliderValue", name, f))
	v.refresh()
}

func (v *planeView) layers() js.Value {
	if len(v.shown.panes) == 0 {
		return js.Null()
	}
	return v.shown.panes[0].model.Get("layers")
}

// drawModel shows the settings that the network on the screen has.
func (v *planeView) drawModel() {
	m := v.model.js(v.model.preset)
	m.Set("layer", v.model.layer)
	v.view.Call("showModel", m, v.shown.bench, v.first())
}

// tune chooses the settings by cross-validation; pressed again, it stops.
func (v *planeView) tune() {
	if v.model.tuning.Truthy() {
		v.model.tuning.Call("abort")
		return
	}
	if v.samples() < 4 {
		setText("tune-report", "Tuning needs at least four samples.")
		return
	}
	bench := v.bench
	v.model.tuning = js.Global().Get("AbortController").New()
	setText("tune", "Cancel")
	tuned, err := await(v.view.Call("tune", v.xaia, bench, v.model.relevance, v.model.duplicates, v.model.tuning.Get("signal")))
	v.model.tuning = js.Null()
	setText("tune", "Tune")
	switch {
	case code(err) == "aborted":
		setText("tune-report", "Cancelled; the settings are unchanged.")
	case err != nil:
		setText("tune-report", err.Error())
	case !v.bench.Get("X").Equal(bench.Get("X")):
		setText("tune-report", "The points have changed; the settings are unchanged.")
	default:
		v.remember()
		relevance, duplicates := v.model.relevance, v.model.duplicates
		v.takeOptions(tuned.Get("options"))
		v.model.relevance, v.model.duplicates = relevance, duplicates
		v.model.preset = "xaia"
		setText("tune-report", tuned.Get("text").String())
		v.refresh()
	}
}

// takeOptions reads the options of a fit; it says which of them the page can't show.
func (v *planeView) takeOptions(options js.Value) (left string) {
	read := v.view.Call("modelOf", options)
	v.model.take(read)
	return read.Get("left").String()
}
