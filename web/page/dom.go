//go:build js && wasm

package main

import (
	"math"
	"strconv"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// document is set when the module starts in the page's role; in the engine's
// there is none.
var document dom.Document

func element(id string) dom.HTMLElement { return document.GetElementByID(id).(dom.HTMLElement) }

// on calls handle for each event, in a goroutine of its own: handlers wait for
// the engine, and an event handler that waits never gets its answer.
func on(e dom.EventTarget, event string, handle func(dom.Event)) {
	e.AddEventListener(event, false, func(ev dom.Event) { go handle(ev) })
}

func create(tag, text string) dom.Element {
	e := document.CreateElement(tag)
	e.SetTextContent(text)
	return e
}

func setText(id, text string) { element(id).SetTextContent(text) }

// show puts one element into a place, instead of what was there.
func show(id string, content js.Value) { element(id).Underlying().Call("replaceChildren", content) }

func clearPlace(id string) { element(id).Underlying().Call("replaceChildren") }

// notice says a sentence above the page; an empty one takes it away.
func notice(text string, problem bool) {
	e := element("notice")
	e.SetTextContent(text)
	if problem {
		e.Class().Add("problem")
	} else {
		e.Class().Remove("problem")
	}
}

// short shows a number with three decimals, or three digits where it is very
// large or small.
func short(v float64) string {
	if v != 0 && (math.Abs(v) >= 1e5 || math.Abs(v) < 1e-3) {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// fillSelect offers the sets' titles.
func fillSelect(id string, sets []sampleSet, choose func(int)) {
	e := element(id).(*dom.HTMLSelectElement)
	for i, s := range sets {
		option := create("option", s.title)
		option.SetAttribute("value", strconv.Itoa(i))
		e.AppendChild(option)
	}
	on(e, "change", func(dom.Event) {
		if i, err := strconv.Atoi(e.Value()); err == nil && i >= 0 && i < len(sets) {
			choose(i)
		}
	})
}

// width is the room a picture has, in CSS pixels.
func width(id string) float64 {
	return max(element(id).Underlying().Get("clientWidth").Float(), 240)
}

// onResize redraws a picture when its room changes.
func onResize(id string, draw func()) {
	last := 0.0
	callback := js.FuncOf(func(js.Value, []js.Value) any {
		if w := width(id); w != last {
			last = w
			go draw()
		}
		return nil
	})
	js.Global().Get("ResizeObserver").New(callback).Call("observe", element(id).Underlying())
}

// newTabs makes the tab list work by mouse and by arrow keys.
func newTabs() {
	tabs := []string{"tab-plane", "tab-line"}
	choose := func(chosen int) {
		for i, id := range tabs {
			tab := element(id)
			tab.SetAttribute("aria-selected", strconv.FormatBool(i == chosen))
			tab.SetAttribute("tabindex", map[bool]string{true: "0", false: "-1"}[i == chosen])
			element(tab.GetAttribute("aria-controls")).Underlying().Set("hidden", i != chosen)
		}
		element(tabs[chosen]).Focus()
	}
	for i, id := range tabs {
		on(element(id), "click", func(dom.Event) { choose(i) })
		on(element(id), "keydown", func(ev dom.Event) {
			switch ev.Underlying().Get("key").String() {
			case "ArrowRight":
				choose((i + 1) % len(tabs))
			case "ArrowLeft":
				choose((i + len(tabs) - 1) % len(tabs))
			}
		})
	}
}
