//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// tour leads through the steps of web/view/tour.js.
type tour struct {
	app *app
	at  int // -1 while closed
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
	steps := t.app.view.Get("tourSteps")
	if n >= steps.Length() {
		n = -1
	}
	t.at = n
	hide("tour", n < 0)
	if n < 0 {
		element("tour-start").Focus()
		return
	}
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

// four shows the paper's four points under a preset, with its own settings.
func (v *planeView) four(preset string) {
	var set js.Value
	for _, b := range v.sets {
		if b.Get("id").String() == "pencil" {
			set = b
		}
	}
	same := v.bench.Get("X").Equal(set.Get("X")) && v.bench.Get("external").Equal(set.Get("external"))
	if same && v.model.preset == preset && v.model.settings.Type() == js.TypeString {
		return
	}
	v.model.preset = preset
	v.start(set)
}
