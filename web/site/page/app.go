//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"
)

// app is the page around the two tabs: what both share.
type app struct {
	client
	plane *planeView
	line  *lineView
	tab   string

	files      map[string]js.Value // sample sets that came as files, once read
	saving     int
	unopened   bool     // what is stored couldn't be shown: only points of one's own take its place
	complained int      // the notices said when nothing could be taken away
	sampled    string   // the text of which a part may be taken
	asked      string   // the table that was asked about last
	choice     js.Value // what was chosen of it
	tour       *tour
}

func (a *app) begin() {
	a.tab = "plane"
	a.files = map[string]js.Value{}
	a.plane.kept, a.line.kept = a.keep, a.keep
	a.wireTabs()
	a.wireKeys()
	a.wireFiles()
	a.wireTakeaway()
	a.tour = newTour(a)
	click("undo", func() { a.travel((*edits).undo, "There is nothing to undo.") })
	click("redo", func() { a.travel((*edits).redo, "There is nothing to redo.") })
	click("theme", a.switchTheme)
	click("keys", func() { a.view.Call("keysDialog") })
	click("clear", a.clear)
	click("start-over", a.startOver)
	click("cancel", func() {
		if a.plane.fitting.Truthy() {
			a.plane.fitting.Call("abort")
		}
	})
	a.restore()
	go guarded(a.offerSets)
	on(js.Global(), "hashchange", func(js.Value) {
		if js.Global().Get("location").Get("hash").String() != "" {
			a.restore()
		}
	})
}

// travel undoes or redoes in the tab that is open.
func (a *app) travel(step func(*edits) bool, none string) {
	if a.tab == "line" {
		if !step(&a.line.edits) {
			notice(none, false)
			return
		}
		a.line.refresh()
		return
	}
	v, bench, model := a.plane, a.plane.bench, a.plane.model
	if !step(&v.edits) {
		notice(none, false)
		return
	}
	if v.bench.Equal(bench) && v.model.same(model) {
		v.look()
		return
	}
	a.plane.dragging = false
	a.plane.drawBench()
	a.plane.refresh()
}

// clear takes all points away; undo brings them back.
func (a *app) clear() {
	bench := a.view.Call("makeBench", object("edited", true))
	if a.tab == "line" {
		a.line.start(a.view.Call("makeBench", object("edited", true, "columns", []any{"x"})))
		return
	}
	if classes := a.plane.classes(); classes.Truthy() && a.plane.bench.Get("columns").Length() == 2 {
		bench.Set("classes", classes)
	}
	a.plane.start(bench)
}

// startOver forgets what was kept, and shows the page as a first visitor sees it.
func (a *app) startOver() {
	a.saving++
	a.unopened = false
	a.view.Call("store", js.Null())
	location := js.Global().Get("location")
	js.Global().Get("history").Call("replaceState", js.Null(), "", location.Get("pathname"))
	a.plane.remember()
	a.line.remember()
	a.fresh()
}

// fresh shows the page as a first visitor sees it.
func (a *app) fresh() {
	a.plane.model = newModel(a.client)
	a.plane.background, a.plane.allLinks = "island", false
	a.line.a, a.line.tolerance, a.line.duplicates = 5, 0, ""
	a.show("plane")
	a.plane.drawShow()
	a.plane.bench, a.line.bench = a.plane.sets[0], a.line.sets[0]
	a.plane.opened(js.Null())
	a.line.opened()
}

func (a *app) wireTabs() {
	tabs := []string{"plane", "line"}
	for i, name := range tabs {
		on(element("tab-"+name).Value, "click", func(js.Value) { a.show(name) })
		on(element("tab-"+name).Value, "keydown", func(ev js.Value) {
			switch ev.Get("key").String() {
			case "ArrowRight", "ArrowLeft":
				a.show(tabs[1-i])
				element("tab-" + tabs[1-i]).Focus()
			}
		})
	}
	// Choosing a kind of outcome for an empty plane.
	all("#draw-kind button", func(b js.Value) {
		on(b, "click", func(js.Value) {
			bench := a.view.Call("makeBench", object("edited", true))
			if b.Get("dataset").Get("kind").String() == "classes" {
				bench.Set("classes", []any{"a", "b"})
			}
			a.plane.start(bench)
		})
	})
}

// show opens a tab.
func (a *app) show(tab string) {
	a.tab = tab
	for _, name := range []string{"plane", "line"} {
		t := element("tab-" + name)
		t.SetAttribute("aria-selected", strconv.FormatBool(name == tab))
		t.SetAttribute("tabindex", map[bool]string{true: "0", false: "-1"}[name == tab])
		hide("view-"+name, name != tab)
	}
	a.keep()
}

// switchTheme goes from what the system prefers to the other, and back.
func (a *app) switchTheme() {
	root := document().Get("documentElement")
	dark := js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
	if chosen := root.Get("dataset").Get("theme"); chosen.Truthy() {
		dark = chosen.String() == "dark"
	}
	root.Get("dataset").Set("theme", map[bool]string{true: "light", false: "dark"}[dark])
	a.plane.draw()
	a.line.draw()
}

func (a *app) wireKeys() {
	on(js.Global(), "keydown", func(ev js.Value) {
		tag := strings.ToLower(ev.Get("target").Get("tagName").String())
		typing := tag == "textarea" || tag == "select" || tag == "input" && ev.Get("target").Get("type").String() != "range"
		if document().Call("querySelector", "dialog[open]").Truthy() || ev.Get("defaultPrevented").Bool() {
			return
		}
		key := strings.ToLower(ev.Get("key").String())
		control := ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool()
		switch {
		case control && !typing && (key == "y" || key == "z" && ev.Get("shiftKey").Bool()):
			a.travel((*edits).redo, "There is nothing to redo.")
		case control && !typing && key == "z":
			a.travel((*edits).undo, "There is nothing to undo.")
		case control || typing || ev.Get("altKey").Bool():
		case key == "p":
			element(a.tab).Focus()
		case key == "n" && a.tab == "plane":
			a.plane.enterNetwork("network")
		case key == "f" && a.tab == "plane":
			a.plane.enterNetwork("bars")
		case key == "?":
			a.view.Call("keysDialog")
		}
	})
}

// offerSets makes the buttons of the sample sets, each with its picture.
func (a *app) offerSets() {
	offer := func(place string, bench js.Value, open func()) {
		b := create("button", "")
		setAttribute(b, "type", "button")
		b.Get("dataset").Set("set", bench.Get("id"))
		pressed(b, bench.Get("id").Equal(a.plane.bench.Get("id")) || bench.Get("id").Equal(a.line.bench.Get("id")))
		b.Call("append", a.view.Call("benchThumbnail", bench), create("span", bench.Get("title").String()))
		on(b, "click", func(js.Value) { open() })
		element(place).Value.Call("append", b)
	}
	for _, bench := range a.plane.sets {
		pause(0)
		offer("plane-sets", bench, func() { a.plane.start(bench) })
	}
	for _, bench := range a.line.sets {
		offer("line-sets", bench, func() { a.line.start(bench) })
	}
	files := a.view.Get("tables")
	for i := range files.Length() {
		file := files.Index(i)
		offer("plane-sets", file, func() { a.openSet(file) })
	}
}

// openSet reads one of the sample sets that are files, as it would read a reader's.
func (a *app) openSet(file js.Value) {
	id := file.Get("id").String()
	bench, ok := a.files[id]
	if !ok {
		var err error
		if bench, err = await(a.view.Call("fetchTable", file)); err != nil {
			notice(err.Error(), true, remedy{"Try again", func() { a.openSet(file) }})
			return
		}
		a.files[id] = bench
	}
	a.plane.start(bench)
}
