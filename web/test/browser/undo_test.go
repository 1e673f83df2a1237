//go:build !js

package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// What can be taken back: settings, looks, samples held out.

// Presets and settings are steps that undo and redo go through, a slider's way being one.
func TestUndoOfSettings(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	click(t, ctx, "#construction > summary")
	preset := func(want string) string {
		return idle + fmt.Sprintf(` && document.querySelector("input[name=preset]:checked").value === %q`, want)
	}
	slide := func(values ...string) {
		for i, v := range values {
			last := i == len(values)-1
			evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const s = document.getElementById("slider-r"); s.focus(); s.value = %q; s.dispatchEvent(new Event("input", {bubbles: true})); if (%v) s.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, v, last))
		}
		until(t, ctx, idle+fmt.Sprintf(` && document.getElementById("slider-r-value").textContent === %q`, values[len(values)-1]))
	}
	clickUntil(t, ctx, "input[name=preset][value=paper]", preset("paper"))
	slide("0.4", "0.3", "0.2")
	slide("0.1")
	clickUntil(t, ctx, "#undo", idle+` && document.getElementById("slider-r-value").textContent === "0.2" && document.getElementById("slider-r").value === "0.2"`)
	clickUntil(t, ctx, "#undo", preset("paper")+` && document.getElementById("slider-r-value").textContent === "0.5"`)
	clickUntil(t, ctx, "#undo", preset("xaia"))
	clickUntil(t, ctx, "#redo", preset("paper"))
	clickUntil(t, ctx, "#redo", idle+` && document.getElementById("slider-r-value").textContent === "0.2"`)
	samples(t, ctx, 48)
	// On the line, too.
	openLine(t, ctx, "three")
	typeUntil(t, ctx, "tolerance", "0.01", `document.getElementById("steepness-value").textContent !== "5"`)
	clickUntil(t, ctx, "#undo", `document.getElementById("steepness-value").textContent === "5" && document.getElementById("tolerance").value === ""`)
}

// The columns that are shown, the background and the links are steps of undo, which fits nothing anew for them.
func TestUndoOfLooks(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	open(t, ctx, "iris")
	until(t, ctx, idle)
	const looks = `["column-x", "column-y", "background"].map((id) => document.getElementById(id).selectedOptions[0].textContent).join() + "," + document.getElementById("all-links").checked`
	states := []string{evaluate[string](t, ctx, looks)}
	change := func(do func()) {
		do()
		states = append(states, evaluate[string](t, ctx, looks))
	}
	change(func() { choose(t, ctx, "column-x", "petal_width") })
	change(func() { choose(t, ctx, "background", "how familiar it is") })
	change(func() { click(t, ctx, "#all-links") })
	change(func() { choose(t, ctx, "column-y", "principal component") })
	report := text(t, ctx, "#plane-report")
	shown := func(want string) {
		until(t, ctx, fmt.Sprintf("%s === %q", looks, want))
		names := strings.Split(want, ",")
		if names[0] == "principal component" {
			names[0] = "first component"
		}
		if names[0] == "a map" {
			until(t, ctx, `document.getElementById("projection-note").textContent.includes("Directions mean nothing.") && !document.querySelector("#plane svg").textContent.includes(" →")`)
		} else {
			until(t, ctx, fmt.Sprintf(`document.querySelector("#plane svg").textContent.includes(%q)`, names[0]+" →"))
		}
		kind := map[string]string{"what it answers where it has seen samples": "island", "how familiar it is": "familiarity"}[names[2]]
		until(t, ctx, fmt.Sprintf(`document.querySelector("#plane canvas.background")?.dataset.kind === %q`, kind))
	}
	for i := len(states) - 2; i >= 0; i-- {
		click(t, ctx, "#undo")
		shown(states[i])
	}
	samples(t, ctx, 150)
	for _, state := range states[1:] {
		click(t, ctx, "#redo")
		shown(state)
	}
	equal(t, text(t, ctx, "#plane-report"), report, "the network was fitted anew: %q") // its milliseconds are those of a fit
}
