//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// wireFiles reads tables and models: from a button, dropped on the page, pasted.
func (a *app) wireFiles() {
	a.listenToFiles(hearing(func(args []js.Value) { a.open(args[0].String(), args[1]) }), hearing(func(args []js.Value) { a.openHeldOut(args[0].String(), args[1]) }))
}

// open takes a file or a text: a model, or a table, which a dialog asks about.
func (a *app) open(name string, source js.Value) {
	found, err := a.openFile(name, source, a.plane.now(), a.Now().Tab == "line")
	switch {
	case wrong(err, nil), !found.Truthy():
	case found.Get("properties").Truthy():
		a.openModel(found)
	case found.Get("rows").Truthy():
		a.addRows(name, found)
	default:
		a.openBench(found.Get("bench"))
	}
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

// openHeldOut adds another file's rows as external points, with their outcomes where it has them.
func (a *app) openHeldOut(name string, source js.Value) {
	found, err := a.rowsFor(source, a.plane.now())
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
func (a *app) openModel(file js.Value) {
	properties, bench := file.Get("properties"), a.bench(file.Get("bench"), nil)
	if file.Get("tnn").Bool() {
		a.Dispatch(state.Once, func(p *state.Page) {
			p.Tab, p.Line.A, p.Line.Tolerance = "line", file.Get("a").Float(), 0
			a.line.begin(p, bench)
			p.Line.Duplicates = properties.Get("duplicates").String()
		})
		return
	}
	a.Dispatch(state.Once, func(p *state.Page) {
		take(p, properties)
		p.Tab = "plane"
		p.Plane.Open(bench, "")
	})
	if left := properties.Get("left").String(); left != "" {
		a.plane.noteOnce("The file's options " + left + " are not available on this page; the network here is fitted without them.")
	}
}
