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

// edited says that the address holds a link that isn't what the page holds any more: points or options are others. What one
// only looks at is no edit.
func (a *app) edited() bool {
	if a.linked == nil {
		return false
	}
	was, now := *a.linked, a.Now()
	same := func(a, b *state.Bench) bool { return a.Samples == b.Samples && a.External == b.External }
	return !same(was.Plane.Bench, now.Plane.Bench) || !same(was.Line.Bench, now.Line.Bench) || was.Plane.Fit != now.Plane.Fit || was.Line.Fit() != now.Line.Fit()
}

// keep stores the state for the next visit, once nothing has changed for a moment. What a link brought isn't stored until
// it is edited, so that looking at it takes nothing of one's own.
func (a *app) keep(t *state.Turn) {
	if pause(400); !t.Over() {
		a.keepNow()
	}
}

func (a *app) keepNow() {
	edited := a.edited()
	if a.guest && !edited || a.unopened && !a.shownBench().Edited {
		return
	}
	before := js.Null()
	if a.guest {
		before = a.stored()
	}
	if edited {
		a.linked, a.guest = nil, false
		a.unlink()
	}
	a.unopened = false
	a.store(a.properties())
	if text := before; text.Truthy() && !text.Equal(a.stored()) {
		a.offer("The page now keeps this for your next visit, instead of what you had before.", text.String(), remedy{"Bring that back", func() {
			notice("", false)
			a.bring(&opening{text: text.String(), what: lastVisit})
		}})
	}
}

// unlink takes the link out of the address, which doesn't say any more what the page shows.
func (a *app) unlink() {
	js.Global().Get("history").Call("replaceState", js.Null(), "", js.Global().Get("location").Get("pathname"))
}

const lastVisit = "What was kept from the last visit"

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
			o.text, o.what = kept.String(), lastVisit
		}
	}
	a.bring(o)
}

func (a *app) bring(o *opening) {
	a.opening, a.guest = o, o.linked
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
		a.unopened = true
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
		a.unopened = true
		a.offer(o.what+" has parts that the page can't read: "+parts+".", o.text)
	}
}

// offer offers a text that the page doesn't show as a file, and what else helps, until something else is said.
func (a *app) offer(said, text string, remedies ...remedy) {
	notice(said, a.unopened, append(remedies, remedy{"Save it as a file", func() {
		if wrong(a.download("xaia-kept.txt", text, "text/plain"), nil) {
			return
		}
		a.unopened = false
		a.kept.Again()
	}})...)
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
	if a.linked = nil; a.guest {
		a.mark(a.Now())
	}
}

// mark says that the address holds this page.
func (a *app) mark(p state.Page) { a.linked = &p }

// share makes a link of the page, which is the page's address until something is edited. An edit of a moment ago is kept
// before: with the new address it would seem to have come by it.
func (a *app) share() {
	a.keepNow()
	shared := a.Now()
	if !wrong(a.client.share(a.properties()), nil) && js.Global().Get("location").Get("hash").String() != "" {
		a.mark(shared)
	}
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
