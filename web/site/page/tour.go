//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// tour leads through the steps of web/site/view/tour.js, and gives back what was there before.
type tour struct {
	app    *app
	at     int // -1 while closed
	before func()
}

func newTour(a *app) *tour {
	t := &tour{app: a, at: -1}
	for id, to := range map[string]func() int{
		"tour-start": func() int { return 0 }, "tour-next": func() int { return t.at + 1 },
		"tour-back": func() int { return t.at - 1 }, "tour-close": func() int { return -1 },
	} {
		click(id, func() { t.show(to()) })
	}
	return t
}

func (t *tour) show(n int) {
	if n < 0 {
		t.close()
		return
	}
	if !t.app.more() {
		return
	}
	steps := t.app.view.Get("tourSteps")
	if n >= steps.Length() {
		t.close()
		return
	}
	if t.at < 0 {
		t.before = t.app.remembered()
	}
	t.at = n
	hide("tour", false)
	v, s := t.app.plane, steps.Index(n)
	t.app.show("plane")
	v.four(s.Get("preset").String())
	v.bench = v.view.Call("choose", v.bench, s.Get("ask"))
	v.askAgain()
	if s.Get("construction").Truthy() {
		v.building.toEnd()
	}
	if t.at != n || len(v.shown.panes) == 0 {
		return
	}
	setText("tour-title", strconv.Itoa(n+1)+" of "+strconv.Itoa(steps.Length())+" · "+s.Get("title").String())
	setText("tour-text", s.Call("say", v.first(), v.shown.bench).String())
	input("tour-back").SetDisabled(n == 0)
	setText("tour-next", map[bool]string{true: "Done", false: "Next"}[n == steps.Length()-1])
}

func (t *tour) close() {
	ended := t.at >= 0
	t.at = -1
	hide("tour", true)
	// Before the points are restored: that takes a fit, and by then the user may have another focus.
	element("tour-start").Focus()
	if ended {
		t.before()
	}
}

// remembered gives what brings the tab, the panels, the points and their settings back to how they
// are now. What was drawn since then is a step of undo away.
func (a *app) remembered() func() {
	v, tab, was, past := a.plane, a.tab, a.plane.now(), len(a.plane.past)
	open := map[string]bool{}
	all("details[id]", func(d js.Value) { open[d.Get("id").String()] = d.Get("open").Bool() })
	return func() {
		if v.isFour() && len(v.past) > past {
			v.past = v.past[:past]
		} else {
			v.remember()
		}
		v.goTo(was)
		all("details[id]", func(d js.Value) { d.Set("open", open[d.Get("id").String()]) })
		a.show(tab)
		v.drawBench()
		v.refresh()
	}
}

// four shows the paper's four points under a preset, with its own settings.
func (v *planeView) four(preset string) {
	if v.isFour() && v.model.preset == preset && v.model.settings.Type() == js.TypeString {
		return
	}
	v.remember()
	v.begin(v.pencil(), preset)
}

func (v *planeView) pencil() (set js.Value) {
	for _, b := range v.sets {
		if b.Get("id").String() == "pencil" {
			set = b
		}
	}
	return set
}

// isFour says whether the paper's four points are there as they were.
func (v *planeView) isFour() bool {
	set := v.pencil()
	return v.bench.Get("X").Equal(set.Get("X")) && v.bench.Get("external").Equal(set.Get("external"))
}
