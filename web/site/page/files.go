//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// wireFiles reads tables and models: from a button, dropped on the page, pasted.
func (a *app) wireFiles() {
	open := func(id string, read func(name string, source js.Value)) {
		field := element(id)
		on(field.Value, "change", func(js.Value) {
			if files := field.Value.Get("files"); files.Length() > 0 {
				read(files.Index(0).Get("name").String(), files.Index(0))
			}
			field.Value.Set("value", "")
		})
	}
	open("file", a.open)
	open("held-out-file", a.openHeldOut)
	for _, id := range []string{"file", "held-out-file"} {
		click(id+"-button", func() { element(id).Value.Call("click") })
	}
	click("paste", func() {
		text, err := await(a.view.Call("pasteDialog"))
		if err == nil && text.Truthy() {
			a.open("Pasted rows", text)
		}
	})
	a.view.Call("listenToFiles", hearing(func(args []js.Value) { a.open(args[0].String(), args[1]) }))
}

// open takes a file or a text: a model, or a table, which a dialog asks about.
func (a *app) open(name string, source js.Value) {
	text, err := await(a.view.Call("modelIn", source))
	if err != nil {
		notice(name+" could not be read. "+err.Error(), true)
		return
	}
	if text.Truthy() {
		a.openModel(text.String())
		return
	}
	found, err := await(a.view.Call("openTable", name, source, a.plane.js()))
	if err != nil {
		notice(name+" could not be read. "+err.Error(), true)
		return
	}
	if !found.Truthy() {
		return
	}
	if found.Get("rows").Truthy() {
		a.addRows(name, found)
		return
	}
	bench := found.Get("bench")
	if found.Get("hold").Bool() {
		bench = a.view.Call("holdOut", bench)
	}
	a.openBench(bench)
}

// openBench shows a table's points in the tab that suits them.
func (a *app) openBench(v js.Value) {
	b := a.bench(v, nil)
	a.Dispatch(state.Once, func(p *state.Page) {
		if b.Columns == 1 && !b.Classes {
			p.Tab = "line"
			a.line.begin(p, b)
		} else {
			p.Tab = "plane"
			a.plane.begin(p, b, p.Plane.Fit.Preset)
		}
	})
}

// more has the second script loaded; it says where that fails.
func (a *app) more() bool {
	_, err := await(a.view.Call("more"))
	if err != nil {
		notice("A part of the page could not be loaded. "+err.Error(), true)
	}
	return err == nil
}

// openHeldOut adds another file's rows as external points, with their outcomes where it has them.
func (a *app) openHeldOut(name string, source js.Value) {
	found, err := await(a.view.Call("rowsFor", source, a.plane.js()))
	if err != nil {
		notice(name+" doesn't fit. "+err.Error(), true)
		return
	}
	a.addRows(name, found)
}

// addRows adds the rows of another file to the table that is open.
func (a *app) addRows(name string, found js.Value) {
	a.show("plane")
	a.plane.edit(state.Once, "withRows", found)
	a.plane.noteOnce(name + ": " + found.Get("note").String())
}

// openModel shows a model file: its samples on the bench, its options in the panel.
func (a *app) openModel(text string) {
	if !a.more() {
		return
	}
	opened, err := try(a.view, "openedModel", text)
	if err != nil {
		notice(err.Error(), true)
		return
	}
	options, bench := opened.Get("options"), a.bench(opened.Get("bench"), nil)
	left := ""
	a.Dispatch(state.Once, func(p *state.Page) {
		if opened.Get("tnn").Bool() {
			p.Tab, p.Line.A, p.Line.Tolerance = "line", options.Get("a").Float(), 0
			a.line.begin(p, bench)
			p.Line.Duplicates = a.view.Call("modelOf", options).Get("duplicates").String()
			return
		}
		left = a.plane.takeOptions(p, options)
		p.Tab = "plane"
		p.Plane.Open(bench, "")
	})
	if left != "" {
		a.plane.noteOnce("The file's options " + left + " are not available on this page; the network here is fitted without them.")
	}
}
