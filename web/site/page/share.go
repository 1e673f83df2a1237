//go:build js && wasm

package main

import (
	"syscall/js"
)

// state is what a link or the browser's storage says of the page.
func (a *app) state(bench js.Value, asked bool) js.Value {
	v := a.plane
	settings := v.model.settings
	s := object(
		"tab", a.tab, "set", v.bench.Get("id"), "preset", v.model.preset, "background", v.background, "links", v.allLinks, "settings", settings,
		"r", v.model.r, "top", v.model.top, "scale", v.model.scale, "duplicates", v.model.duplicates, "relevance", v.model.relevance, "a", a.line.a, "bench", bench, "view", v.choice, "ask", nil)
	if bench.Get("columns").Length() == 2 || a.tab == "line" {
		s.Set("view", js.Null())
	}
	if a.tab == "line" {
		s.Set("set", bench.Get("id"))
		s.Set("duplicates", a.line.duplicates)
	}
	if asked {
		s.Set("ask", a.view.Call("asked", bench))
	}
	return s
}

// bench is the one of the tab that is open.
func (a *app) bench() js.Value {
	if a.tab == "line" {
		return a.line.bench
	}
	return a.plane.bench
}

// keep stores the state for the next visit, once nothing has changed for a moment.
func (a *app) keep() {
	a.saving++
	saving := a.saving
	go guarded(func() {
		pause(400)
		if a.saving == saving && a.bench().Truthy() {
			a.view.Call("store", a.view.Call("writeState", a.state(a.bench(), true)))
		}
	})
}

// restore shows what the link says, else what was kept, else the first set.
func (a *app) restore() {
	text := js.Global().Get("location").Get("hash").String()
	linked := len(text) > 1
	if !linked {
		if kept := a.view.Call("stored"); kept.Truthy() {
			text = kept.String()
		}
	}
	v := a.plane
	found, err := await(a.view.Call("arrange", text, list(v.sets), list(a.line.sets)))
	if err != nil {
		notice(err.Error(), true)
		return
	}
	if v.bench.Truthy() {
		v.remember()
	}
	s := found.Get("state")
	v.model.take(s)
	if s.Get("tab").String() != "plane" {
		v.model.duplicates = "" // it is the line's
	}
	v.background, v.allLinks = s.Get("background").String(), s.Get("links").Bool()
	a.line.a = s.Get("a").Float()
	a.target = found.Get("target").String()
	v.drawShow()
	a.show(s.Get("tab").String())
	v.bench = found.Get("plane")
	v.opened(found.Get("view"))
	a.line.start(found.Get("line"))
	if left := found.Get("ignored"); linked && left.Length() > 0 && refusing == nil {
		notice("The page ignores parts of the link that it doesn't know: "+left.Call("join", ", ").String()+".", false)
	}
}

func list(items []js.Value) js.Value {
	array := js.Global().Get("Array").New()
	for _, item := range items {
		array.Call("push", item)
	}
	return array
}

// share makes the link, and says how long it may be.
func (a *app) share() {
	location := js.Global().Get("location")
	text := a.view.Call("writeState", a.state(a.bench(), true)).String()
	link := location.Get("origin").String() + location.Get("pathname").String() + "#" + text
	if !a.view.Call("keepable", a.bench()).Bool() || len(link) > a.view.Get("linkLimit").Int() {
		a.view.Call("textDialog", "These points are too many for a link",
			"Save the model instead, and send the file: opening it here shows the same points.")
		return
	}
	js.Global().Get("history").Call("replaceState", js.Null(), "", "#"+text)
	copied, _ := await(a.view.Call("copyText", link))
	note := "The link contains the points; nothing is stored on a server."
	if copied.Truthy() {
		note = "It is copied. " + note
	}
	a.view.Call("textDialog", "Share link", link, note)
}
