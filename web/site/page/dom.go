//go:build js && wasm

package main

import (
	"runtime"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// The types of dom/v2 are made here by hand: its own lookups return interfaces,
// and with them the linker keeps every kind of element and event there is, 170 KB
// of the download.

func document() js.Value { return js.Global().Get("document") }

func wrap(v js.Value) *dom.BasicHTMLElement {
	return &dom.BasicHTMLElement{BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// elements are those of workshop.html that were asked for: they stay.
var elements = map[string]*dom.BasicHTMLElement{}

func element(id string) *dom.BasicHTMLElement {
	e := elements[id]
	if e == nil {
		e = wrap(document().Call("getElementById", id))
		elements[id] = e
	}
	return e
}

func input(id string) *dom.HTMLInputElement {
	return &dom.HTMLInputElement{BasicHTMLElement: element(id)}
}

// on calls handle for each event, in a goroutine of its own: handlers wait for
// the engine, and an event handler that waits never gets its answer.
func on(target js.Value, event string, handle func(ev js.Value)) {
	target.Call("addEventListener", event, hearing(func(args []js.Value) { handle(args[0]) }))
}

// guarded keeps a mistake in one handler from ending the page: it is said, and the
// points stay.
func guarded(do func()) {
	if said := caught(do); said != "" && !failed(said) {
		notice("This failed: "+said+". Your points are still here.", true)
	}
}

// failed is told what failed first; true: it says so itself.
var failed = func(said string) bool { return false }

// caught says how something failed; nothing where it went well.
func caught(do func()) (said string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
			return
		case error:
			said = r.Error()
		case string:
			said = r
		}
		stack := make([]byte, 2000)
		js.Global().Get("console").Call("error", "xaia:", said, string(stack[:runtime.Stack(stack, false)]))
	}()
	do()
	return ""
}

// click does something when the button is pressed.
func click(id string, do func()) {
	on(element(id).Value, "click", func(js.Value) { do() })
}

// changed hands over what was chosen or typed.
func changed(id, event string, do func(value string)) {
	e := element(id).Value
	on(e, event, func(js.Value) { do(e.Get("value").String()) })
}

func setText(id, text string) {
	if e := element(id); e.TextContent() != text {
		e.SetTextContent(text)
	}
}

func setAttribute(e js.Value, name string, value any) { e.Call("setAttribute", name, value) }

func pressed(e js.Value, yes bool) { setAttribute(e, "aria-pressed", yes) }

func hide(id string, yes bool) { element(id).Value.Set("hidden", yes) }

// marks are attributes of elements that nobody else sets.
var marks = drawings{}

func mark(id, name string, yes bool) {
	if marks.stale(id+" "+name, yes) {
		setAttribute(element(id).Value, name, yes)
	}
}

// busy says that a picture is older than what it should show.
func busy(id string, yes bool) { mark(id, "aria-busy", yes) }

// show puts elements into a place, instead of what was there.
func show(id string, content ...any) { element(id).Value.Call("replaceChildren", content...) }

// all calls do with each element that matches.
func all(selector string, do func(e js.Value)) {
	found := document().Call("querySelectorAll", selector)
	for i := range found.Length() {
		do(found.Index(i))
	}
}

// choices wires a group of buttons, each of which says by an attribute what it chooses; press shows what is chosen.
func choices(group, name string, choose func(value string)) {
	all(group+" button", func(b js.Value) {
		on(b, "click", func(js.Value) { choose(b.Get("dataset").Get(name).String()) })
	})
}

func press(group, name, value string) {
	all(group+" button", func(b js.Value) { pressed(b, b.Get("dataset").Get(name).String() == value) })
}

// create makes an element with a text.
func create(tag, text string) js.Value {
	e := document().Call("createElement", tag)
	e.Set("textContent", text)
	return e
}

// notice says a sentence above the page; an empty one takes it away. Remedies are
// buttons after it.
func notice(text string, problem bool, remedies ...remedy) {
	said = &sentence{text}
	refusing = nil
	e := element("notice")
	e.SetTextContent(text)
	e.Class().Remove("problem")
	if problem {
		e.Class().Add("problem")
	}
	for _, f := range offered {
		f.Release()
	}
	offered = nil
	for _, r := range remedies {
		b := create("button", r.title)
		f := hearing(func([]js.Value) { r.do() })
		b.Call("addEventListener", "click", f)
		offered = append(offered, f)
		e.Value.Call("append", " ", b)
	}
}

// offered are the functions of the notice's buttons.
var offered []js.Func

// wrong says an error; true where there is one. Of a turn that is over, or of an engine that has ended, it says nothing.
func wrong(err error, t *state.Turn) bool {
	if err != nil && (t == nil || !t.Over() && code(err) != "disposed") {
		notice(err.Error(), true)
	}
	return err != nil
}

type sentence struct{ text string }

var (
	said     *sentence // the notice on the page
	refusing any       // the view whose points it refuses, nil for none
)

// settle takes the notice away that was there when a view's points came, now that it
// went well; what was said since then stays, and what refuses another view's points.
func settle(view any, since *sentence) {
	if said == since && (refusing == nil || refusing == view) {
		notice("", false)
	}
}

type remedy struct {
	title string
	do    func()
}

// number reads what was typed.
func (c client) number(text string) (float64, bool) {
	f := c.numberIn(text)
	if f-f != 0 {
		return 0, false // no number, or infinite
	}
	return f, true
}

// room is what a picture has, in CSS pixels.
type room struct{ w, h float64 }

// rooms are those that were read, until they change: a read right after a drawing would have the page laid out in between.
var rooms = map[string]room{}

func roomOf(id string) room {
	r := rooms[id]
	if r.w == 0 {
		e := element(id).Value
		r = room{max(e.Get("clientWidth").Float(), 240), max(e.Get("clientHeight").Float(), 120)}
		rooms[id] = r
	}
	return r
}

// onResize redraws a picture when its room changes.
func onResize(id string, draw func()) {
	var last room
	observer := js.Global().Get("ResizeObserver").New(callback(func([]js.Value) {
		rooms[id] = room{}
		if now := roomOf(id); now != last {
			last = now
			go guarded(func() {
				pause(0) // drawn within the observer's call, the picture could change the room again
				draw()
			})
		}
	}))
	observer.Call("observe", element(id).Value)
}

func still() bool {
	return js.Global().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}
