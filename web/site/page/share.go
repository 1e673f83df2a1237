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
		"r", v.model.r, "top", v.model.top, "lines", v.model.lines, "scale", v.model.scale, "duplicates", v.model.duplicates, "relevance", v.model.relevance, "a", a.line.a, "bench", bench, "view", v.choice, "ask", nil)
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
		if a.saving == saving && a.bench().Truthy() && (!a.unopened || a.bench().Get("edited").Bool()) {
			a.unopened = false
			a.view.Call("store", a.view.Call("writeState", a.state(a.bench(), true)))
		}
	})
}

// restore shows what the link says, else what was kept, else the first set. What can't be shown is offered as a file,
// and the page starts as it does for a first visitor.
func (a *app) restore() {
	text, what := js.Global().Get("location").Get("hash").String(), "The link"
	linked := len(text) > 1
	if !linked {
		if kept := a.view.Call("stored"); kept.Truthy() {
			text, what = kept.String(), "What was kept from the last visit"
		}
	}
	left := js.Undefined()
	if said := caught(func() { left = a.arrange(text) }); said != "" {
		guarded(a.fresh)
		a.offer(what+" could not be shown ("+said+"), so the page starts anew.", text)
		return
	}
	if left.Length() == 0 || refusing != nil {
		return
	}
	parts := left.Call("join", ", ").String()
	if linked {
		notice("The page ignores parts of the link that it doesn't know: "+parts+".", false)
	} else {
		a.offer(what+" has parts that the page can't read: "+parts+".", text)
	}
}

// offer offers a text that couldn't be shown as a file, until something else is said.
func (a *app) offer(said, text string) {
	a.unopened = true
	notice(said, true, remedy{"Save it as a file", func() {
		if _, err := await(a.view.Call("download", "xaia-kept.txt", text, "text/plain")); err != nil {
			notice(err.Error(), true)
			return
		}
		a.unopened = false
		a.keep()
	}})
	refusing = a
}

// arrange shows what a link or the storage says; it returns the names of the parts that it left out.
func (a *app) arrange(text string) js.Value {
	v := a.plane
	found, err := await(a.view.Call("arrange", text, list(v.sets), list(a.line.sets)))
	if err != nil {
		panic(err)
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
	v.drawShow()
	a.show(s.Get("tab").String())
	v.bench = found.Get("plane")
	v.opened(found.Get("view"))
	a.line.start(found.Get("line"))
	return found.Get("ignored")
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
