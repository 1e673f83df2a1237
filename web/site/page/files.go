//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// wireFiles reads tables and models: from a button, dropped on the page, pasted.
func (a *app) wireFiles() {
	open := func(id string, read func(name, text string)) {
		field := element(id)
		on(field.Value, "change", func(js.Value) {
			if files := field.Value.Get("files"); files.Length() > 0 {
				a.readFile(files.Index(0), read)
			}
			field.Value.Set("value", "")
		})
	}
	open("file", a.openText)
	open("held-out-file", a.openHeldOut)
	for _, id := range []string{"file", "held-out-file"} {
		click(id+"-button", func() { element(id).Value.Call("click") })
	}
	click("paste", func() {
		text, err := await(a.view.Call("pasteDialog"))
		if err == nil && text.Truthy() {
			a.openText("Pasted rows", text.String())
		}
	})
	// These must say at once that they take what is dropped: a goroutine is too late.
	body := document().Get("body")
	body.Call("addEventListener", "dragover", callback(func(args []js.Value) {
		args[0].Call("preventDefault")
		pressedBody(true)
	}))
	body.Call("addEventListener", "dragleave", callback(func([]js.Value) { pressedBody(false) }))
	body.Call("addEventListener", "drop", callback(func(args []js.Value) {
		args[0].Call("preventDefault")
		pressedBody(false)
		if files := args[0].Get("dataTransfer").Get("files"); files.Length() > 0 {
			go guarded(func() { a.readFile(files.Index(0), a.openText) })
		}
	}))
	document().Call("addEventListener", "paste", callback(func(args []js.Value) {
		tag := args[0].Get("target").Get("tagName").String()
		if tag == "TEXTAREA" || tag == "INPUT" {
			return
		}
		if text := args[0].Get("clipboardData").Call("getData", "text").String(); text != "" {
			args[0].Call("preventDefault")
			go guarded(func() { a.openText("Pasted rows", text) })
		}
	}))
}

func pressedBody(over bool) {
	document().Get("body").Get("classList").Call("toggle", "dropping", over)
}

func (a *app) readFile(file js.Value, read func(name, text string)) {
	text, err := await(a.view.Call("fileText", file))
	if err != nil {
		notice(err.Error(), true)
		return
	}
	read(file.Get("name").String(), text.String())
}

// openText takes a table or a model file.
func (a *app) openText(name, text string) {
	if a.view.Call("looksLikeModel", text).Bool() {
		a.openModel(text)
		return
	}
	if !a.more() {
		return
	}
	found, ok := a.readTable(name, text, func() { a.openText(name, text) })
	if !ok {
		return
	}
	if text != a.asked {
		a.asked, a.choice = text, js.Undefined()
	}
	choice, err := await(a.view.Call("tableDialog", found, text, name, a.choice))
	if err != nil || !choice.Truthy() {
		return
	}
	a.choice = choice
	table := choice.Get("table")
	choice.Delete("table")
	choice.Set("title", name)
	bench, err := try(a.view, "benchOfTable", table, choice)
	if err != nil {
		notice(err.Error(), true, remedy{"Choose again", func() { a.openText(name, text) }})
		return
	}
	if choice.Get("hold").Bool() {
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

// sampled remembers that the reader agreed to take a part of a table.
func (a *app) readTable(name, text string, again func()) (js.Value, bool) {
	table, err := try(a.view, "readTable", text, object("sample", a.sampled == text))
	if err == nil {
		return table, true
	}
	if f, ok := err.(failure); ok && f.Get("sample").Truthy() {
		notice(name+": "+err.Error(), true, remedy{"Take a part of it", func() {
			a.sampled = text
			notice("", false)
			again()
			a.sampled = ""
		}})
	} else {
		notice(name+" could not be read. "+err.Error(), true)
	}
	return table, false
}

// openHeldOut adds another file's rows as external points, with their outcomes where it has them.
func (a *app) openHeldOut(name, text string) {
	if !a.more() {
		return
	}
	table, ok := a.readTable(name, text, func() { a.openHeldOut(name, text) })
	if !ok {
		return
	}
	found, err := try(a.view, "heldOutRows", table, a.plane.js())
	if err != nil {
		notice(name+" doesn't fit. "+err.Error(), true)
		return
	}
	a.plane.edit(state.Once, "withExternal", found.Get("rows"))
	a.plane.noteOnce(name + ": " + found.Get("note").String())
}

// openModel shows a model file: its samples on the bench, its options in the panel.
func (a *app) openModel(text string) {
	model, err := await(a.xaia.Call("load", text))
	if err != nil {
		notice("The model could not be read. "+err.Error(), true)
		return
	}
	defer free(model)
	if model.Get("kind").String() == "ensemble" {
		notice("The page shows one network; this file holds an ensemble of two.", true)
		return
	}
	file, _ := try(a.view, "modelFile", text)
	bench, err := try(a.view, "benchOfModel", file, model.Get("classes"))
	if err != nil {
		notice(err.Error(), true)
		return
	}
	if model.Get("kind").String() == "tnn" {
		if bench.Get("classes").Truthy() || bench.Get("columns").Length() != 1 {
			notice("The page shows a TNN only if it has one column and numbers as outcomes.", true)
			return
		}
		a.Dispatch(state.Once, func(p *state.Page) {
			p.Tab, p.Line.A, p.Line.Tolerance = "line", model.Get("a").Float(), 0
			a.line.begin(p, a.bench(bench, nil))
			p.Line.Duplicates = a.view.Call("modelOf", file.Get("options")).Get("duplicates").String()
		})
		return
	}
	left := ""
	a.Dispatch(state.Once, func(p *state.Page) {
		left = a.plane.takeOptions(p, file.Get("options"))
		p.Tab = "plane"
		p.Plane.Open(a.bench(bench, nil), "")
	})
	if left != "" {
		a.plane.noteOnce("The file's options " + left + " are not available on this page; the network here is fitted without them.")
	}
}
