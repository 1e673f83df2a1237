//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// kept is what a link and the storage hold of the page.
func kept(p state.Page) any {
	p.Plane.View.Window, p.Plane.View.Framed = state.Window{}, nil
	return struct {
		tab         string
		plane, line *state.Bench
		fit         state.Fit
		view        state.View
		curve       state.LineFit
	}{p.Tab, p.Plane.Bench, p.Line.Bench, p.Plane.Fit, p.Plane.View, p.Line.Fit()}
}

// properties are the page's, as a link and the storage hold them, with what is shown.
func (a *app) properties() js.Value {
	p, bench := a.Now(), a.shownBench()
	if bench.Columns == 2 || p.Tab == "line" {
		p.Plane.View.Choice = ""
	}
	if p.Tab == "line" {
		p.Plane.Fit.Duplicates = p.Line.Duplicates
	}
	s := values(p)
	for name, value := range map[string]any{"set": bench.ID, "bench": of(bench), "ask": asked(bench), "tolerance": p.Line.Tolerance} {
		s.Set(name, value)
	}
	return s
}

// shownBench is the one of the tab that is open.
func (a *app) shownBench() *state.Bench {
	if p := a.Now(); p.Tab != "line" {
		return p.Plane.Bench
	}
	return a.line.now()
}

// keep stores the state for the next visit, once nothing has changed for a moment.
func (a *app) keep(t *state.Turn) {
	pause(400)
	if !t.Over() && (!a.unopened || a.shownBench().Edited) {
		a.unopened = false
		a.store(a.properties())
	}
}

// opening is a text that the page is to show, and what it is; left are the parts that it can't read.
type opening struct {
	text, what string
	linked     bool
	left       js.Value
}

// restore shows what the link says, else what was kept, else the first set. What can't be shown is offered as a file,
// and the page starts as it does for a first visitor.
func (a *app) restore() {
	o := &opening{text: js.Global().Get("location").Get("hash").String(), what: "The link"}
	if o.linked = len(o.text) > 1; !o.linked {
		if kept := a.stored(); kept.Truthy() {
			o.text, o.what = kept.String(), "What was kept from the last visit"
		}
	}
	a.opening = o
	if said := caught(func() { a.arrange(o.text) }); said != "" {
		a.failed(said)
	}
}

// failed has the page start anew where what it was opening can't be shown.
func (a *app) failed(said string) bool {
	o := a.opening
	if o == nil {
		return false
	}
	a.opening = nil
	go guarded(func() {
		a.plane.answers.Forget() // what can't be drawn isn't tried again
		a.line.curves.Forget()
		a.arrange("")
		a.offer(o.what+" could not be shown ("+said+"), so the page starts anew.", o.text)
	})
	return true
}

// opened says, once a link or what was kept is on the page, which of its parts the page can't read.
func (a *app) opened() {
	o := a.opening
	if o == nil || !o.left.Truthy() {
		return
	}
	a.opening = nil
	if o.left.Length() == 0 || refusing != nil {
		return
	}
	parts := o.left.Call("join", ", ").String()
	if o.linked {
		notice("The page ignores parts of the link that it doesn't know: "+parts+".", false)
	} else {
		a.offer(o.what+" has parts that the page can't read: "+parts+".", o.text)
	}
}

// offer offers a text that couldn't be shown as a file, until something else is said.
func (a *app) offer(said, text string) {
	a.unopened = true
	notice(said, true, remedy{"Save it as a file", func() {
		if wrong(a.download("xaia-kept.txt", text, "text/plain"), nil) {
			return
		}
		a.unopened = false
		a.kept.Again()
	}})
	refusing = a
}

// arrange shows what a link or the storage says; of an empty text, the page of a first visitor.
func (a *app) arrange(text string) {
	found, err := a.client.arrange(text, benchesJS(a.plane.sets), benchesJS(a.line.sets))
	if err != nil {
		panic(err)
	}
	if a.opening != nil {
		a.opening.left = found.Get("ignored")
	}
	a.Dispatch(state.Once, func(p *state.Page) {
		take(p, found.Get("state"))
		if p.Tab != "plane" {
			p.Plane.Fit.Duplicates = "" // it is the line's
		}
		choice := state.JSON("")
		if view := found.Get("view"); view.Truthy() {
			choice = jsonOf(view)
		}
		p.Plane.Open(a.known(found.Get("plane"), a.plane.sets), choice)
		p.Line.Tolerance = 0
		a.line.begin(p, a.known(found.Get("line"), a.line.sets))
	})
}

// known is a set of the page, or a bench that is none.
func (a *app) known(v js.Value, sets []*state.Bench) *state.Bench {
	for _, b := range sets {
		if of(b).Equal(v) {
			return b
		}
	}
	return a.bench(v, nil)
}

func benchesJS(benches []*state.Bench) js.Value {
	array := js.Global().Get("Array").New()
	for _, b := range benches {
		array.Call("push", of(b))
	}
	return array
}
