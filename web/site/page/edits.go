//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// edits is a tab's data bench (web/site/view/bench.js), with what undo and redo go
// back to. A bench is a value: every edit makes another that shares what stayed.
type edits struct {
	client
	bench        js.Value
	past, future []moment
	touched      string     // the slider that moves since the last step
	around       func() any // what else a step brings back
	restore      func(any)  // brings it back
}

// moment is the state that a step of undo restores: a bench, and its settings.
type moment struct {
	bench  js.Value
	around any
}

func (e *edits) now() moment { return moment{e.bench, e.around()} }

func (e *edits) goTo(m moment) {
	e.bench = m.bench
	e.restore(m.around)
}

const mostUndone = 500

// remember makes the present bench one that undo returns to.
func (e *edits) remember() {
	if !e.bench.Truthy() {
		return // nothing is there yet
	}
	e.past, e.future, e.touched = append(e.past, e.now()), nil, ""
	if len(e.past) > mostUndone {
		e.past = e.past[1:]
	}
}

// rememberTouch makes all that a slider passes until it is let go one step.
func (e *edits) rememberTouch(slider string) {
	if e.touched != slider {
		e.remember()
		e.touched = slider
	}
}

// edit calls one of bench.js's edits.
func (e *edits) edit(name string, args ...any) {
	e.bench = e.view.Call(name, append([]any{e.bench}, args...)...)
}

// open begins anew with another bench; undo returns to the old one.
func (e *edits) open(bench js.Value) {
	e.remember()
	e.bench = bench
}

// undo and redo say whether there was something to go to.
func (e *edits) undo() bool { return e.step(&e.past, &e.future) }
func (e *edits) redo() bool { return e.step(&e.future, &e.past) }

func (e *edits) step(from, to *[]moment) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	*to = append(*to, e.now())
	e.goTo((*from)[n-1])
	*from, e.touched = (*from)[:n-1], ""
	return true
}

// samples and externals are how many there are.
func (e *edits) samples() int   { return e.bench.Get("X").Length() }
func (e *edits) externals() int { return e.bench.Get("external").Length() }
func (e *edits) classes() js.Value {
	return e.bench.Get("classes")
}

// outcome of a point: a class, a number, or null where it is unknown.
func (e *edits) outcome(kind string, index int) js.Value {
	if kind == "external" {
		return e.bench.Get("external").Index(index).Get("y")
	}
	return e.bench.Get("y").Index(index)
}

// alter erases a point, turns it into the other kind, or does what its menu says. It tells whether the bench changed.
func (e *edits) alter(a js.Value, kind string, index int) bool {
	what, outcome := a.Get("type").String(), js.Null()
	switch {
	case what == "menu":
		chosen, err := await(e.view.Call("pointMenu", object("kind", kind, "name", e.view.Call("pointName", e.bench, kind, index), "y", e.outcome(kind, index), "classes", e.classes(), "clientX", a.Get("clientX"), "clientY", a.Get("clientY"))))
		if err != nil || !chosen.Truthy() {
			return false
		}
		what, outcome = chosen.Get("type").String(), chosen.Get("y")
	case what == "key" && a.Get("key").String() == "e" && kind != "":
		what = "turn"
	}
	name := map[string]string{"erase": "remove", "turn": "turn", "relabel": "relabel"}[what]
	if name == "" {
		return false
	}
	if !a.Get("more").Truthy() {
		e.remember()
	}
	if name == "relabel" {
		e.edit(name, kind, index, outcome)
	} else {
		e.edit(name, kind, index)
	}
	return true
}

// conflict says in words which points can't be fitted together, and offers what helps: rule sets what a fit does with
// equal rows. Another error is said as it is.
func conflict(e *edits, err error, rule func(name string), refresh func()) (said string, offers []remedy) {
	if code(err) != "ill-defined" {
		return err.Error(), nil
	}
	offer := func(title string, do func()) {
		offers = append(offers, remedy{title, func() {
			e.remember()
			do()
			refresh()
		}})
	}
	offer("Keep the first", func() { rule("first") })
	if e.classes().Truthy() {
		offer("Take the majority", func() { rule("majority") })
	} else {
		offer("Take the mean", func() { rule("mean") })
	}
	found := e.view.Call("conflictText", e.bench)
	n := found.Get("count").Int()
	if n == 0 {
		return err.Error(), offers
	}
	offer("Leave out all "+strconv.Itoa(n), func() { e.edit("leaveConflicts") })
	return found.Get("text").String(), offers
}

// common does of an act what every tab does alike: which point it is about, and
// what alters it. Done also when the picture is older than the bench.
func (e *edits) common(a js.Value, refresh func()) (kind string, index int, done bool) {
	index = -1
	if k := a.Get("kind"); k.Type() == js.TypeString {
		kind, index = k.String(), a.Get("index").Int()
	}
	if kind == "sample" && index >= e.samples() || kind == "external" && index >= e.externals() {
		return kind, index, true
	}
	if e.alter(a, kind, index) {
		refresh()
		return kind, index, true
	}
	return kind, index, false
}
